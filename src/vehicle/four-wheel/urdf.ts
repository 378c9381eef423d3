/**
 * Robot description (URDF) of the four-wheel car: `base_link` on the ground at the rear axle or `baseLinkOffset` ahead of it, four wheels that roll about y,
 * the front ones below links that steer about z, and a box as body. Joint names are those of joint_states.
 * Checked against: urdfdom's check_urdf.
 */
import { ackermannAngle } from '../kinematic/ackermann.ts';
import type { FourWheelParams } from './params.ts';

const link = (name: string, rpy: string, geometry: string, colour: string): string =>
  `  <link name="${name}"><visual><origin xyz="0 0 0" rpy="${rpy}"/><geometry>${geometry}</geometry>` +
  `<material name="${name}"><color rgba="${colour} 1"/></material></visual></link>`;

const joint = (
  name: string,
  type: string,
  parent: string,
  child: string,
  origin: readonly number[],
  rest = '',
): string =>
  `  <joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="${origin.join(' ')}"/>${rest}</joint>`;

function wheelParts(params: FourWheelParams, end: 'front' | 'rear', side: 'left' | 'right'): string[] {
  const { wheelRadius: radius, wheelBase: base, trackFront: track, baseLinkOffset: offset } = params;
  const name = `${end}_${side}_wheel`;
  const across = (side === 'left' ? 0.5 : -0.5) * (end === 'front' ? track : params.trackRear);
  const wheel = link(
    name,
    `${Math.PI / 2} 0 0`,
    `<cylinder length="${0.6 * radius}" radius="${radius}"/>`,
    '0.1 0.1 0.1',
  );
  const roll = (parent: string, origin: readonly number[]) =>
    joint(`wheel_${end}_${side}`, 'continuous', parent, name, origin, '<axis xyz="0 1 0"/>');
  if (end === 'rear') return [wheel, roll('base_link', [-offset, across, radius])];
  // the inner wheel turns further than the mean
  const stop = Math.abs(ackermannAngle(params.steeringActuator.maxPosition, base, track, 1));
  const limit = `<axis xyz="0 0 1"/><limit effort="1000" lower="${-stop}" upper="${stop}" velocity="1000"/>`;
  const knuckle = `${side}_knuckle`;
  const turn = joint(`steering_${side}`, 'revolute', 'base_link', knuckle, [base - offset, across, radius], limit);
  return [`  <link name="${knuckle}"/>`, turn, wheel, roll(knuckle, [0, 0, 0])];
}

export function fourWheelUrdf(params: FourWheelParams): string {
  const { wheelRadius: radius, wheelBase: base, baseLinkOffset: offset } = params;
  const width = Math.max(params.trackFront, params.trackRear);
  return [
    '<?xml version="1.0"?>',
    '<robot name="four_wheel">',
    '  <link name="base_link"/>',
    link('body', '0 0 0', `<box size="${base + 3 * radius} ${0.9 * width} ${2 * radius}"/>`, '0.9 0.9 0.2'),
    joint('base_link__body__joint', 'fixed', 'base_link', 'body', [base / 2 - offset, 0, 2 * radius]),
    ...(['front', 'rear'] as const).flatMap((end) =>
      (['left', 'right'] as const).flatMap((side) => wheelParts(params, end, side)),
    ),
    '</robot>',
    '',
  ].join('\n');
}
