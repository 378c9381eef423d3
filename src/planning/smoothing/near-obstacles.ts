/**
 * How near each quarter of the body comes to an obstacle, and how that changes with its pose.
 *
 * A car between two walls has its nearest obstacle now on the left, now on the right; asked quarter by quarter, all of them count.
 * The least of the four distances is that of the body. Gradients by differences of the exact distances.
 */
import { sinCos } from '../../math/trig.ts';
import type { MutablePose } from '../arcs/arc-path.ts';
import { ObstacleField } from '../geometry/obstacle-field.ts';
import type { CarShape, Pose } from '../problem.ts';

const DIFFERENCE = 1e-6;
/** Of the middles of the quarters, from that of the body, in halves of length and width. */
const QUARTERS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

const turn = new Float64Array(2);

export class NearObstacles {
  private readonly quarter: ObstacleField;
  private readonly car: CarShape;
  private readonly at: MutablePose = { x: 0, y: 0, yaw: 0 };
  private readonly moved: MutablePose = { x: 0, y: 0, yaw: 0 };
  /** Of one quarter: distance [m], and its derivatives by x, y and heading. */
  readonly found = new Float64Array(4);

  constructor(readonly body: ObstacleField) {
    this.car = body.car;
    const { wheelBase, front, rear, halfWidth } = body.car;
    const reach = (front + rear) / 4;
    this.quarter = new ObstacleField(body.obstacles, {
      wheelBase,
      front: reach,
      rear: reach,
      halfWidth: halfWidth / 2,
    });
  }

  /** Calls `visit` for every quarter nearer than `within` [m], with `found` filled. */
  near(pose: Pose, within: number, visit: () => void): void {
    if (this.body.distance(pose) >= within) return;
    for (const [ahead, left] of QUARTERS) {
      const distance = this.distanceAt(pose, ahead, left);
      if (distance >= within) continue;
      this.found[0] = distance;
      this.found[1] = (this.movedBy(pose, DIFFERENCE, 0, 0, ahead, left) - distance) / DIFFERENCE;
      this.found[2] = (this.movedBy(pose, 0, DIFFERENCE, 0, ahead, left) - distance) / DIFFERENCE;
      this.found[3] = (this.movedBy(pose, 0, 0, DIFFERENCE, ahead, left) - distance) / DIFFERENCE;
      visit();
    }
  }

  private movedBy(pose: Pose, x: number, y: number, yaw: number, ahead: number, left: number): number {
    this.moved.x = pose.x + x;
    this.moved.y = pose.y + y;
    this.moved.yaw = pose.yaw + yaw;
    return this.distanceAt(this.moved, ahead, left);
  }

  private distanceAt(pose: Pose, ahead: number, left: number): number {
    const { front, rear, halfWidth } = this.car;
    sinCos(pose.yaw, turn);
    const along = (front - rear) / 2 + (ahead * (front + rear)) / 4;
    const across = (left * halfWidth) / 2;
    this.at.x = pose.x + along * turn[1] - across * turn[0];
    this.at.y = pose.y + along * turn[0] + across * turn[1];
    this.at.yaw = pose.yaw;
    return this.quarter.distance(this.at);
  }
}
