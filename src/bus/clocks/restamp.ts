/**
 * Stamps as a computer's clock would write them: every message comes out as it went in, but for its stamp.
 *
 *   stamp' = stamp + x + (rate − 1) (stamp − t)        x, rate, t  the clock's last reading: its offset, its rate, when that was
 *
 * The seam between the truth and a computer: put it behind a sensor that the computer stamps, and wire `clock` to that computer's. The time of the loop, the
 * instants of publication and the ages that `skidpad latency` shows stay true. Nothing comes out before the clock's first reading.
 */
import { defineBlock, occasionalOutput, optionalInput, queuedInput, queuedOutput } from '../../core/block.ts';
import type { Input, Output } from '../../core/signal.ts';
import type { ClockReading as Reading, Time } from '../../msgs/index.ts';
import {
  AckermannDriveStamped,
  CameraInfo,
  CanFrame,
  ClockReading,
  clockSaysNs,
  Image,
  Imu,
  JointState,
  LaserScan,
  NavSatFix,
  Odometry,
  PointCloud2,
  PoseStamped,
  Range,
  setTime,
  timeToNs,
  TwistStamped,
} from '../../msgs/index.ts';
import type { MessageType } from '../../msgs/message-type.ts';

interface Stamped {
  readonly header: { stamp: Time };
  data?: unknown;
}

/** What can be stamped, by port: an input and an output of that name. */
const STAMPED = {
  odom: Odometry,
  imu: Imu,
  scan: LaserScan,
  range: Range,
  fix: NavSatFix,
  image: Image,
  camera_info: CameraInfo,
  points: PointCloud2,
  joints: JointState,
  pose: PoseStamped,
  twist: TwistStamped,
  drive: AckermannDriveStamped,
} as const;
type PortName = keyof typeof STAMPED;
const PORTS = Object.keys(STAMPED) as PortName[];

type Ports<T> = Record<PortName, T>;
const everyPort = <T>(make: (name: PortName) => T): Ports<T> =>
  Object.fromEntries(PORTS.map((name) => [name, make(name)])) as Ports<T>;
const typeOf = (name: PortName): MessageType<Stamped> => STAMPED[name] as unknown as MessageType<Stamped>;

export const restamp = defineBlock({
  type: 'bus/restamp',
  doc: "Messages with the stamps that a computer's clock would give them.",
  defaultPeriod: 0.001,
  params: {},
  inputs: {
    clock: ClockReading,
    ...everyPort((name) => optionalInput(typeOf(name))),
    frames: queuedInput(CanFrame),
  },
  outputs: { ...everyPort((name) => occasionalOutput(typeOf(name))), frames: queuedOutput(CanFrame) },
  init: () => ({ heard: everyPort(() => 0) }),

  step(_own, { heard }, inputs, outputs) {
    const { clock } = inputs;
    if (clock.sequence === 0) return;
    for (const name of PORTS) {
      const isNew = inputs[name].sequence !== heard[name];
      heard[name] = inputs[name].sequence;
      if (isNew) passOn(typeOf(name), inputs[name], outputs[name], clock.value);
    }
    const { frames } = outputs;
    const { queue, traces } = inputs.frames;
    for (let i = 0; i < queue.length; i++) {
      CanFrame.copy(frames.value, queue[i]);
      frames.trace = traces[i];
      setReading(frames.value.stamp, clock.value);
      frames.send();
    }
  },
});

function passOn(type: MessageType<Stamped>, input: Input<Stamped>, output: Output<Stamped>, clock: Reading): void {
  const { value } = output;
  type.copy(value, input.value);
  // bytes are the writer's, who uses them again
  if (value.data instanceof Uint8Array && value.data.length > 0) {
    const bytes = output.frame(value.data.length);
    bytes.set(value.data);
    value.data = bytes;
  }
  setReading(value.header.stamp, clock);
  output.publish = true;
}

/** What the clock says when the stamp is true. */
const setReading = (stamp: Time, clock: Reading): void => setTime(stamp, clockSaysNs(clock, timeToNs(stamp)));
