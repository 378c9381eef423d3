/**
 * Where a vehicle is drawn between the samples of its pose: carried on with its velocity, and corrected without a visible step.
 *
 *   p(t) = p₁ ⊕ twist · (t − t₁)      constant twist from the newest sample: an arc of a circle
 *   shown = p(t) + r,   ṙ = −r / τ    r is what was shown less what the new sample says; it fades within a few pictures
 *
 * A step larger than a vehicle could make is shown as what it is: a jump. Sources without a velocity get the one between their last two samples.
 * Angles go the shorter way round.
 */
export interface PoseSample {
  time: number;
  x: number;
  y: number;
  yaw: number;
  /** In its own frame [m/s, m/s, rad/s]; NaN when the source does not say. */
  vx: number;
  vy: number;
  yawRate: number;
  roll: number;
  pitch: number;
}

export interface DisplayPose {
  x: number;
  y: number;
  yaw: number;
  roll: number;
  pitch: number;
}

export const createSample = (): PoseSample => ({
  time: NaN,
  x: 0,
  y: 0,
  yaw: 0,
  vx: 0,
  vy: 0,
  yawRate: 0,
  roll: 0,
  pitch: 0,
});
export const createPose = (): DisplayPose => ({ x: 0, y: 0, yaw: 0, roll: 0, pitch: 0 });

/** To [−π, π). */
export const wrapAngle = (angle: number): number => angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));

/** From a to b the shorter way round. */
export const mixAngle = (a: number, b: number, share: number): number => a + share * wrapAngle(b - a);

/** Samples are carried on for at most this long [s]. */
const LONGEST = 0.3;
/** Fading of corrections [s]. */
const TAU = 0.06;
/** Corrections beyond these are jumps [m, rad]. */
const JUMP = 1.5;
const TURN = 0.5;

export class PoseTrack {
  readonly pose = createPose();
  /** Whether there is anything to show. */
  known = false;
  private readonly newest = createSample();
  private readonly carried = createPose();
  private residualX = 0;
  private residualY = 0;
  private residualYaw = 0;
  private carriedTo = NaN;

  /** Takes a sample in; the same one twice changes nothing. */
  feed(sample: PoseSample): void {
    const { newest } = this;
    if (
      this.known &&
      sample.time === newest.time &&
      sample.x === newest.x &&
      sample.y === newest.y &&
      sample.yaw === newest.yaw
    )
      return;
    const before = { x: newest.x, y: newest.y, yaw: newest.yaw, time: newest.time };
    const wasKnown = this.known;
    Object.assign(newest, sample);
    if (Number.isNaN(sample.vx)) this.estimateVelocity(wasKnown, before);
    this.known = true;
    // what is shown stays, for now
    const shown = this.pose;
    this.carry(this.carriedTo);
    this.residualX = shown.x - this.carried.x;
    this.residualY = shown.y - this.carried.y;
    this.residualYaw = wrapAngle(shown.yaw - this.carried.yaw);
    const jumps = !wasKnown || Math.hypot(this.residualX, this.residualY) > JUMP || Math.abs(this.residualYaw) > TURN;
    if (jumps) this.residualX = this.residualY = this.residualYaw = 0;
  }

  private estimateVelocity(wasKnown: boolean, before: { x: number; y: number; yaw: number; time: number }): void {
    const { newest } = this;
    const dt = newest.time - before.time;
    if (!wasKnown || !(dt > 0 && dt < 1)) {
      newest.vx = newest.vy = newest.yawRate = 0;
      return;
    }
    const [c, s] = [Math.cos(newest.yaw), Math.sin(newest.yaw)];
    const [dx, dy] = [newest.x - before.x, newest.y - before.y];
    newest.vx = (c * dx + s * dy) / dt;
    newest.vy = (c * dy - s * dx) / dt;
    newest.yawRate = wrapAngle(newest.yaw - before.yaw) / dt;
  }

  /** Speed along its own x axis [m/s]. */
  get speed(): number {
    return this.newest.vx;
  }

  /** Speed over ground, negative when it goes mostly backwards [m/s]. */
  get groundSpeed(): number {
    const { vx, vy } = this.newest;
    return vx < 0 && -vx > Math.abs(vy) ? -Math.hypot(vx, vy) : Math.hypot(vx, vy);
  }

  /** Writes `pose` for an instant; `wallStep` is the time since the last picture [s], `exact` leaves no correction over. */
  show(time: number, wallStep: number, exact: boolean): void {
    this.carriedTo = time;
    this.carry(time);
    const keep = exact ? 0 : Math.exp(-wallStep / TAU);
    this.residualX *= keep;
    this.residualY *= keep;
    this.residualYaw *= keep;
    this.pose.x = this.carried.x + this.residualX;
    this.pose.y = this.carried.y + this.residualY;
    this.pose.yaw = this.carried.yaw + this.residualYaw;
    this.pose.roll = this.newest.roll;
    this.pose.pitch = this.newest.pitch;
  }

  private carry(time: number): void {
    const { x, y, yaw, vx, vy, yawRate, time: from } = this.newest;
    const dt = Number.isNaN(time) ? 0 : Math.max(-LONGEST, Math.min(LONGEST, time - from));
    extrapolatePose(this.carried, x, y, yaw, vx, vy, yawRate, dt);
  }
}

/** p ⊕ twist · dt. */
export function extrapolatePose(
  out: DisplayPose,
  x: number,
  y: number,
  yaw: number,
  vx: number,
  vy: number,
  yawRate: number,
  dt: number,
): void {
  const turn = yawRate * dt;
  // ∫ cos and ∫ sin over the turn, per unit of time
  const along = Math.abs(turn) < 1e-6 ? dt : Math.sin(turn) / yawRate;
  const across = Math.abs(turn) < 1e-6 ? 0 : (1 - Math.cos(turn)) / yawRate;
  const dx = vx * along - vy * across;
  const dy = vx * across + vy * along;
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  out.x = x + c * dx - s * dy;
  out.y = y + s * dx + c * dy;
  out.yaw = yaw + turn;
}
