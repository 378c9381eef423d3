/**
 * Where the car will be when the command of this cycle acts: the measured state, carried over its age and the delay of actuation by the kinematic
 * bicycle and the commands already sent.
 *
 *   x' = v cos ψ    y' = v sin ψ    ψ' = v tan(δ)/L    v' = push, less what the brakes take, down to 0
 *
 * Each cycle enters the road-wheel angle that its command leads to, by rate and lag of the steering, and the acceleration that its pedals do. A cycle's entry
 * acts for one cycle, `latency` later; so the entries of the last age + latency are what happens between the measurement and the next command. The
 * midpoint rule has an error of third order in the step: 1 µm per cycle at 1.5 m/s, full lock and 20 ms.
 * Checked against: arcs and stopping distances in closed form.
 */
import { add, clamp, cosine, div, mul, sine, sub } from './float32.ts';

/** Cycles that are remembered. */
const HISTORY = 64;
const US = Math.fround(1e-6);

export interface SentCommands {
  /** Of the newest entry. */
  head: number;
  /** How long it was the newest [µs]. */
  readonly lasted: Uint32Array;
  /** Road-wheel angle [rad], acceleration by the engine and deceleration by the brakes [m/s²]. */
  readonly steering: Float32Array;
  readonly push: Float32Array;
  readonly brake: Float32Array;
}

export const createSentCommands = (): SentCommands => ({
  head: 0,
  lasted: new Uint32Array(HISTORY),
  steering: new Float32Array(HISTORY),
  push: new Float32Array(HISTORY),
  brake: new Float32Array(HISTORY),
});

/** Pose [m, m, rad] and speed along the heading [m/s]. */
export interface CarMotion {
  x: number;
  y: number;
  yaw: number;
  speed: number;
}

/** Of a steering: how fast it turns [rad/s] and its lag [s]. */
interface SteeringDrive {
  readonly steeringRate: number;
  readonly steeringLag: number;
}

/** The angle that the road wheels have after `dt` of turning towards `wanted` [rad]. */
export function steeredTo(drive: SteeringDrive, angle: number, wanted: number, dt: number): number {
  const most = mul(drive.steeringRate, dt);
  const part = div(dt, add(drive.steeringLag, dt));
  return add(angle, clamp(mul(part, sub(wanted, angle)), -most, most));
}

/** A new entry: what the command of this cycle leads to. */
export function enterCommand(sent: SentCommands, steering: number, push: number, brake: number): void {
  sent.head = (sent.head + 1) % HISTORY;
  sent.lasted[sent.head] = 0;
  sent.steering[sent.head] = steering;
  sent.push[sent.head] = push;
  sent.brake[sent.head] = brake;
}

/** Carries `motion` on by `horizon` [µs], at most as far as entries reach. */
export function predict(sent: SentCommands, motion: CarMotion, horizon: number, wheelBase: number): void {
  let first = sent.head;
  let rest = horizon;
  for (let i = 1; i < HISTORY && rest > sent.lasted[first]; i++) {
    rest -= sent.lasted[first];
    first = (first + HISTORY - 1) % HISTORY;
  }
  move(sent, first, motion, mul(Math.fround(Math.min(rest, sent.lasted[first])), US), wheelBase);
  while (first !== sent.head) {
    first = (first + 1) % HISTORY;
    move(sent, first, motion, mul(Math.fround(sent.lasted[first]), US), wheelBase);
  }
}

function move(sent: SentCommands, entry: number, motion: CarMotion, dt: number, wheelBase: number): void {
  const speed = speedAfter(motion.speed, sent.push[entry], sent.brake[entry], dt);
  const way = mul(mul(add(motion.speed, speed), 0.5), dt);
  const angle = sent.steering[entry];
  const turn = div(mul(way, div(sine(angle), cosine(angle))), wheelBase);
  const middle = add(motion.yaw, mul(turn, 0.5));
  motion.x = add(motion.x, mul(way, cosine(middle)));
  motion.y = add(motion.y, mul(way, sine(middle)));
  motion.yaw = add(motion.yaw, turn);
  motion.speed = speed;
}

function speedAfter(speed: number, push: number, brake: number, dt: number): number {
  const pushed = add(speed, mul(push, dt));
  const loss = mul(brake, dt);
  if (pushed > loss) return sub(pushed, loss);
  return pushed < -loss ? add(pushed, loss) : 0;
}
