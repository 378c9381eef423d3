/**
 * Cars that no judge may let pass, made of a scenario's own by changing its document:
 *
 *   still     nobody commands the vehicles, and they begin at rest
 *   blind     cameras show black and no other sensor is heard; where there is no sensor, neither vehicle nor odometry nor truth is
 *   astray    the speed is obeyed, and the steering is stuck a little to the left
 */
import { imageBytes } from '../../src/camera-model/encoding.ts';
import type { AnyBlock } from '../../src/core/block.ts';
import { defineBlock } from '../../src/core/block.ts';
import type { Tree } from '../../src/core/tree.ts';
import { isTree } from '../../src/core/tree.ts';
import { AckermannDriveStamped, Control, copyTime, Twist } from '../../src/msgs/index.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';
import { camera } from '../../src/sensors/camera/camera.ts';

/** Steering that is stuck: yaw rate [rad/s], angle [rad], share of the full lock of 0.65 rad. */
const STUCK = { yawRate: 0.15, angle: 0.05, lock: 0.05 };

/** Hands every command on with the steering in it replaced. */
const stuckWheel = <T extends object>(type: string, message: MessageType<T>, turn: (command: T) => void): AnyBlock =>
  defineBlock({
    type,
    doc: 'hands commands on with the steering stuck',
    params: {},
    defaultPeriod: 0.001,
    inputs: { given: message },
    outputs: { sent: message },
    init: () => ({ heard: 0 }),
    step(_params, state, { given }, { sent }) {
      sent.publish = given.sequence !== state.heard;
      state.heard = given.sequence;
      if (!sent.publish) return;
      message.copy(sent.value, given.value);
      turn(sent.value);
    },
  });

/** The inputs by which vehicles are commanded, and what passes a command on with the steering stuck. */
const COMMANDS: Readonly<Record<string, AnyBlock>> = {
  twist: stuckWheel('test/stuck-twist', Twist, (twist) => (twist.angular.z = STUCK.yawRate)),
  drive: stuckWheel('test/stuck-drive', AckermannDriveStamped, ({ drive }) => (drive.steering_angle = STUCK.angle)),
  ackermann: stuckWheel('test/stuck-drive', AckermannDriveStamped, ({ drive }) => (drive.steering_angle = STUCK.angle)),
  control: stuckWheel('test/stuck-control', Control, (control) => (control.steer = STUCK.lock)),
};

/** A camera with its cap on. */
const blackCamera: AnyBlock = {
  ...(camera as AnyBlock),
  type: 'test/black-camera',
  step(own, _state, { state }, { image, camera_info: info }) {
    info.publish = false;
    image.publish = state.sequence > 0;
    if (!image.publish) return;
    const { value } = image;
    value.header.frame_id = own.frame;
    [value.width, value.height, value.encoding] = [own.width, own.height, own.encoding];
    const { step, size } = imageBytes(own.encoding, own.width, own.height);
    value.step = step;
    value.data = image.frame(size).fill(0);
    copyTime(value.header.stamp, state.value.stamp);
  },
};

/** The blocks that bad cars are made of. */
export const badParts: readonly AnyBlock[] = [...Object.values(COMMANDS), blackCamera];

type Entry = Tree & { readonly type?: string; readonly inputs?: Tree; readonly params?: Tree };

/** The document with every block that is changed, and those that are added to it. */
function changed(document: Tree, change: (entry: Entry, name: string) => Record<string, Entry>): Tree {
  const entries = Object.entries(document.blocks as Tree);
  const blocks = entries.map(([name, entry]) => (isTree(entry) ? change(entry, name) : { [name]: entry }));
  return { ...document, blocks: Object.assign({}, ...blocks) };
}

const isA = (entry: unknown, ...kinds: readonly string[]): boolean =>
  isTree(entry) && kinds.some((kind) => String(entry.type).startsWith(kind));

/** Commands that a vehicle gets; none where the entry is no vehicle. */
const commandsOf = (entry: Entry): [string, unknown][] =>
  isA(entry, 'vehicle/') ? Object.entries(entry.inputs ?? {}).filter(([port]) => port in COMMANDS) : [];

/** Pictures that do not change are taken once a second. */
const seldom = (entry: Entry): Entry => {
  const { period: _period, ...rest } = entry;
  return isA(entry, camera.type, 'vision/') ? { ...rest, rateHz: 1 } : entry;
};

export const still = (document: Tree): Tree =>
  changed(document, (entry, name) => {
    if (commandsOf(entry).length === 0) return { [name]: seldom(entry) };
    const inputs = Object.fromEntries(Object.entries(entry.inputs!).filter(([port]) => !(port in COMMANDS)));
    const { speed: _speed, ...params } = entry.params ?? {};
    return { [name]: { ...entry, inputs, params } };
  });

/** Whether four cameras look around: so many pictures take longer than a car that drives wrongly is worth. */
const looksAround = (document: Tree): boolean =>
  Object.values(document.blocks as Record<string, Entry>).some((entry) => isA(entry, 'vision/surround'));

export const astray = (document: Tree): Tree =>
  changed(document, (entry, name) => {
    if (looksAround(document) && commandsOf(entry).length === 0) return { [name]: seldom(entry) };
    const between: Record<string, Entry> = {};
    const inputs: Tree = { ...entry.inputs };
    for (const [port, wire] of commandsOf(entry)) {
      const stuck = `${name}-stuck-${port}`;
      between[stuck] = { type: COMMANDS[port].type, inputs: { given: wire } };
      inputs[port] = `${stuck}.sent`;
    }
    return { ...between, [name]: { ...entry, inputs } };
  });

/** Those who neither are the car nor judge it. */
const isDecider = (entry: Entry): boolean => !isA(entry, 'vehicle/', 'sensors/', 'world/');

const sourceOf = (wire: unknown): string => String(isTree(wire) ? wire.from : wire).split('.')[0];
const wiresOf = (entry: Entry): unknown[] => Object.values(entry.inputs ?? {}).flat();

/** By which a car sees. */
const EYES: readonly string[] = ['sensors/', 'world/slot-truth', 'world/vehicle-truth'];

/** Undefined where nobody looks at anything: a timetable drives, or a hand. */
export function blind(document: Tree): Tree | undefined {
  const all = document.blocks as Record<string, Entry>;
  const watched = Object.values(all)
    .filter(isDecider)
    .flatMap(wiresOf)
    .map((wire) => all[sourceOf(wire)]);
  // where there are sensors, or perfect eyes, they are what is lost, else everything that is known of the car and its road
  const senses = [EYES, ['vehicle/', 'world/']].find((kinds) => watched.some((entry) => isA(entry, ...kinds)));
  if (senses === undefined) return undefined;
  const deaf = (wire: unknown): unknown => {
    if (Array.isArray(wire)) return wire.map(deaf);
    const source = all[sourceOf(wire)];
    if (!isA(source, ...senses) || source.type === camera.type) return wire;
    return { ...(isTree(wire) ? wire : { from: wire }), loss: 1 };
  };
  return changed(document, (entry, name) => {
    if (entry.type === camera.type) return { [name]: { ...entry, type: blackCamera.type } };
    if (!isDecider(entry)) return { [name]: entry };
    const inputs = Object.fromEntries(Object.entries(entry.inputs ?? {}).map(([port, wire]) => [port, deaf(wire)]));
    return { [name]: { ...entry, inputs } };
  });
}
