/**
 * Robot descriptions (URDF) of the vehicles, for robot_state_publisher and viewers.
 *
 * Links, joints and wheels are vehicle_dynamics_sim's: `base_link`, `fixed_axle` at (−offset, 0, D/2), wheels as cylinders of
 * width D/4 (0.35 D for mecanum wheels) rolled by π/2, `steering_left`/`steering_right` or `steering` about z, fixed joints
 * named `{parent}__{child}__joint`.
 * Differs: steering joints carry their real limits, or are continuous without end stops (upstream's limits are all 0); there is a
 * `body`; the wheels of differential and omni vehicles roll about y, as joints named after the wheels; those of an omni vehicle are
 * placed about their centre, which is `baseLinkOffset` behind base_link.
 * Checked against: urdfdom's check_urdf.
 */
import { ackermannAngle } from './kinematic/ackermann.ts';

const HEADER = [
  '<?xml version="1.0"?>',
  '<robot name="NAME">',
  '  <material name="wheel"><color rgba="0.1 0.1 0.1 1"/></material>',
  '  <material name="body"><color rgba="0.9 0.9 0.2 1"/></material>',
].join('\n');

type Vector = readonly [number, number, number];

const robot = (name: string, parts: readonly string[]): string =>
  `${[HEADER.replace('NAME', name), ...parts].join('\n')}\n</robot>\n`;

const link = (name: string): string => `  <link name="${name}"/>`;

const visual = (name: string, rpy: string, geometry: string, material: string): string =>
  `  <link name="${name}"><visual><origin xyz="0 0 0" rpy="${rpy}"/><geometry>${geometry}</geometry><material name="${material}"/></visual></link>`;

const wheel = (name: string, diameter: number, width: number): string =>
  visual(name, `${Math.PI / 2} 0 0`, `<cylinder length="${width}" radius="${diameter / 2}"/>`, 'wheel');

const box = (name: string, size: Vector): string => visual(name, '0 0 0', `<box size="${size.join(' ')}"/>`, 'body');

function fixedJoint(parent: string, child: string, position: Vector): string {
  return `  <joint name="${parent}__${child}__joint" type="fixed"><parent link="${parent}"/><child link="${child}"/><origin xyz="${position.join(' ')}"/></joint>`;
}

/** A wheel that rolls about y: its link and its joint. */
function rollingWheel(
  name: string,
  child: string,
  parent: string,
  position: Vector,
  size: readonly [diameter: number, width: number],
): string[] {
  const joint = `  <joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="${position.join(' ')}"/><axis xyz="0 1 0"/></joint>`;
  return [wheel(child, size[0], size[1]), joint];
}

interface SteeringLimits {
  /** End stop of this wheel [rad]; 0 for none. */
  readonly position: number;
  /** Slew rate [rad/s]; 0 for unlimited. */
  readonly velocity: number;
}

/** Slew rate written for an unlimited one: the attribute is required [rad/s]. */
const FAST = 1000;

function steeringJoint(name: string, child: string, position: Vector, limits: SteeringLimits): string {
  const range = limits.position > 0 ? ` lower="${-limits.position}" upper="${limits.position}"` : '';
  const limit = `<limit effort="1000"${range} velocity="${limits.velocity > 0 ? limits.velocity : FAST}"/>`;
  const type = limits.position > 0 ? 'revolute' : 'continuous';
  return `  <joint name="${name}" type="${type}"><parent link="fixed_axle"/><child link="${child}"/><origin xyz="${position.join(' ')}"/><axis xyz="0 0 1"/>${limit}</joint>`;
}

/** `base_link` and the `fixed_axle` behind it. */
const axleParts = (offset: number, diameter: number): string[] => [
  link('base_link'),
  link('fixed_axle'),
  fixedJoint('base_link', 'fixed_axle', [-offset, 0, diameter / 2]),
];

/** Left and right, as far from the middle as the track says. */
const sides = (track: number) =>
  [
    ['right', -track / 2],
    ['left', track / 2],
  ] as const;

/** Two wheels on the fixed axle, or one. */
function fixedWheels(track: number, diameter: number): string[] {
  const width = diameter * 0.25;
  if (track === 0) return [wheel('fixed_wheel', diameter, width), fixedJoint('fixed_axle', 'fixed_wheel', [0, 0, 0])];
  return sides(track).flatMap(([side, y]) => [
    wheel(`fixed_wheel_${side}`, diameter, width),
    fixedJoint('fixed_axle', `fixed_wheel_${side}`, [0, y, 0]),
  ]);
}

/** A box that stays clear of the wheels. */
const bodyParts = (parent: string, centre: Vector, size: Vector): string[] => [
  box('body', size),
  fixedJoint(parent, 'body', centre),
];

export interface BicycleShape {
  readonly wheelBase: number;
  readonly reverse?: boolean;
  readonly baseLinkOffset: number;
  readonly visTrackFixed: number;
  readonly visTrackSteered: number;
  readonly visWheelDiameter: number;
  readonly steeringActuator: { readonly maxPosition: number; readonly maxVelocity: number };
}

export function bicycleUrdf(shape: BicycleShape, name = 'bicycle'): string {
  const { visWheelDiameter: diameter, visTrackSteered: track } = shape;
  const x = shape.reverse === true ? -shape.wheelBase : shape.wheelBase;
  const { maxPosition: stop, maxVelocity: velocity } = shape.steeringActuator;
  const parts = [...axleParts(shape.baseLinkOffset, diameter), ...fixedWheels(shape.visTrackFixed, diameter)];
  if (track > 0) {
    // the inner wheel turns further than the mean: at the left end stop that is the left wheel
    const position = stop > 0 ? Math.abs(ackermannAngle(stop, shape.wheelBase, track, 1)) : 0;
    for (const [side, y] of sides(track)) {
      parts.push(wheel(`steered_wheel_${side}`, diameter, diameter * 0.25));
      parts.push(steeringJoint(`steering_${side}`, `steered_wheel_${side}`, [x, y, 0], { position, velocity }));
    }
  } else {
    parts.push(
      wheel('steered_wheel', diameter, diameter * 0.25),
      steeringJoint('steering', 'steered_wheel', [x, 0, 0], { position: stop, velocity }),
    );
  }
  const width = Math.max(0.4 * shape.wheelBase, shape.visTrackFixed, track) - 0.5 * diameter;
  parts.push(
    ...bodyParts(
      'fixed_axle',
      [x / 2, 0, diameter / 2],
      [shape.wheelBase + diameter, Math.max(width, 0.2 * shape.wheelBase), diameter / 2],
    ),
  );
  return robot(name, parts);
}

export function differentialUrdf(shape: { track: number; baseLinkOffset: number; visWheelDiameter: number }): string {
  const { track, visWheelDiameter: diameter } = shape;
  return robot('differential', [
    ...axleParts(shape.baseLinkOffset, diameter),
    ...sides(track).flatMap(([side, y]) =>
      rollingWheel(`wheel_${side}`, `fixed_wheel_${side}`, 'fixed_axle', [0, y, 0], [diameter, diameter * 0.25]),
    ),
    ...bodyParts(
      'fixed_axle',
      [0, 0, diameter / 2],
      [track, Math.max(track - 0.5 * diameter, 0.5 * track), diameter / 2],
    ),
  ]);
}

export function omniUrdf(shape: {
  wheelBase: number;
  track: number;
  baseLinkOffset: number;
  visWheelDiameter: number;
}): string {
  const { wheelBase: base, track, visWheelDiameter: diameter, baseLinkOffset: offset } = shape;
  const parts = [link('base_link')];
  for (const [end, x] of [
    ['front', base / 2],
    ['rear', -base / 2],
  ] as const) {
    for (const [side, y] of sides(track)) {
      const name = `wheel_${end}_${side}`;
      parts.push(...rollingWheel(name, name, 'base_link', [x - offset, y, diameter / 2], [diameter, diameter * 0.35]));
    }
  }
  parts.push(
    ...bodyParts(
      'base_link',
      [-offset, 0, diameter],
      [base + diameter, Math.max(track - 0.5 * diameter, 0.5 * track), diameter / 2],
    ),
  );
  return robot('omni', parts);
}
