/**
 * One vehicle as it is shown: its pose at the instant that is drawn, and the angles of its wheels.
 *
 * Wheels take the joints of joint_states where the vehicle publishes them, carried on with the joint's velocity; others steer with
 * the state's mean angle and roll as far as they would without slip:
 *
 *   φ ← φ + v_x Δt / r
 */
import type { Frame, Stamped, Topic } from '../players/player.ts';
import type { PoseSample } from './display-pose.ts';
import { createSample, PoseTrack } from './display-pose.ts';
import type { PoseFields } from './history-pose.ts';
import { STATE_FIELDS } from './history-pose.ts';
import { readPose, shortType } from './pose-source.ts';
import type { VehicleSpec } from './vehicle-spec.ts';

/** Brake pedals beyond this light the lamps. */
const PRESSED = 0.01;

/** Where nothing has been said yet, a vehicle stands where it starts. */
const STANDING = { vx: 0, vy: 0, yawRate: 0, roll: 0, pitch: 0 };

export interface VehicleTopics {
  readonly pose?: Topic;
  readonly joints?: Topic;
  /** Something with the position of the brake pedal. */
  readonly pedals?: Topic;
}

export class VehicleDisplay {
  readonly track = new PoseTrack();
  readonly steer: Float64Array;
  readonly roll: Float64Array;
  braking = false;
  /** The instant shown last [s]. */
  private shownTime = NaN;
  private readonly sample = createSample();

  constructor(
    readonly spec: VehicleSpec,
    /** Which of the series colours is its own, from 0. */
    readonly series: number,
    readonly topics: VehicleTopics,
  ) {
    this.steer = new Float64Array(spec.wheels.length);
    this.roll = new Float64Array(spec.wheels.length);
  }

  /** Where the history keeps its path; headings only of what has them as an angle. */
  get historyFields(): PoseFields {
    const type = shortType(this.topics.pose?.type ?? '');
    if (type === 'VehicleState') return STATE_FIELDS;
    const pose = type === 'PoseStamped' ? 'pose' : 'pose.pose';
    return { x: `${pose}.position.x`, y: `${pose}.position.y`, yaw: '' };
  }

  /** Takes in what a frame says and goes to the instant `time`. */
  update(frame: Frame, time: number, wallStep: number, exact: boolean): void {
    const { pose, joints, pedals } = this.topics;
    const stamped = pose === undefined ? undefined : frame.messages.get(pose.id);
    if (pose !== undefined && stamped !== undefined && readPose(pose.type, stamped.message, stamped.time, this.sample))
      this.track.feed(this.sample);
    else if (pose !== undefined && this.spec.start !== undefined)
      this.track.feed(Object.assign(this.sample, STANDING, this.spec.start, { time: frame.time }));
    this.advance(time, wallStep, exact);
    if (stamped !== undefined && typeof stamped.message.steering === 'number') this.steerAll(stamped.message.steering);
    const jointState = joints === undefined ? undefined : frame.messages.get(joints.id);
    if (jointState !== undefined) this.turnJoints(jointState, time);
    const pedal = pedals === undefined ? undefined : frame.messages.get(pedals.id);
    this.braking = pedal !== undefined && pedal.message.brake > PRESSED;
  }

  /** A pose from elsewhere, such as a tf frame. */
  feed(sample: PoseSample): void {
    this.track.feed(sample);
  }

  advance(time: number, wallStep: number, exact: boolean): void {
    this.track.show(time, wallStep, exact);
    const dt = time - this.shownTime;
    this.shownTime = time;
    if (!(Math.abs(dt) < 0.5)) return;
    const { wheels } = this.spec;
    for (let i = 0; i < wheels.length; i++) this.roll[i] += (this.track.speed * dt) / wheels[i].radius;
  }

  private steerAll(angle: number): void {
    const { wheels } = this.spec;
    for (let i = 0; i < wheels.length; i++) this.steer[i] = wheels[i].steerJoint === undefined ? 0 : angle;
  }

  private turnJoints({ message, time: at }: Stamped, time: number): void {
    const { wheels } = this.spec;
    const { name, position, velocity } = message as {
      name: string[];
      position: ArrayLike<number>;
      velocity?: ArrayLike<number>;
    };
    const since = Math.max(0, Math.min(0.1, time - at));
    for (let k = 0; k < name.length; k++) {
      for (let i = 0; i < wheels.length; i++) {
        if (name[k] === wheels[i].steerJoint) this.steer[i] = position[k];
        else if (name[k] === wheels[i].rollJoint) this.roll[i] = position[k] + since * (velocity?.[k] ?? 0);
      }
    }
  }
}
