/**
 * A controller of your own: turns towards a point, in proportion to the heading error, and slows down near it.
 *
 *   ω = k e_y / d      v = V min(1, d / r)
 *
 * e_y  sideways distance of the point in the body frame [m]
 * d    distance of the point [m]
 */
import { defineBlock, group, Odometry, param, Twist } from 'skidpad';

export default defineBlock({
  type: 'examples/proportional-follower',
  doc: 'Drives to one point and stops there.',
  params: {
    target: group({ x: param(10, 'm', 'east'), y: param(5, 'm', 'north') }, 'where to stop'),
    speed: param(1.5, 'm/s', 'speed far from the target', { min: 0 }),
    gain: param(1.2, 'rad/s', 'yaw rate per sine of the heading error', { min: 0 }),
    slowRadius: param(2, 'm', 'begins to slow down this near', { above: 0 }),
  },
  defaultPeriod: 0.05,
  inputs: { odom: Odometry },
  outputs: { twist: Twist },
  init: () => ({}),
  step({ target, speed, gain, slowRadius }, _state, { odom }, { twist }) {
    const { position, orientation: q } = odom.value.pose.pose;
    const [dx, dy] = [target.x - position.x, target.y - position.y];
    const d = Math.sqrt(dx * dx + dy * dy);
    // sine of the heading error, from the quaternion of a flat world
    const [c, s] = [1 - 2 * q.z * q.z, 2 * q.z * q.w];
    const sine = d > 0 ? (c * dy - s * dx) / d : 0;
    twist.value.angular.z = gain * sine;
    twist.value.linear.x = d < 0.2 ? 0 : speed * Math.min(1, d / slowRadius);
  },
});
