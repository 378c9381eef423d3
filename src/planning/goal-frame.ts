/**
 * The frame that problems are solved in: the goal is its origin, and the start lies to its left.
 *
 * So a plan does not depend on where a lot lies on the map, and a mirrored problem has exactly the mirrored plan.
 */
import { wrapToPi } from '../math/angle.ts';
import { cos, sin } from '../math/trig.ts';
import type { ParkingProblem, PlannedPoint, Polygon, Pose } from './problem.ts';

export class GoalFrame {
  private readonly cosine: number;
  private readonly sine: number;
  /** −1 where the start would lie to the right. */
  private readonly side: number;

  constructor(
    private readonly goal: Pose,
    start: Pose,
  ) {
    this.cosine = cos(goal.yaw);
    this.sine = sin(goal.yaw);
    const across = this.cosine * (start.y - goal.y) - this.sine * (start.x - goal.x);
    const turn = wrapToPi(start.yaw - goal.yaw);
    this.side = across < 0 || (across === 0 && turn < 0) ? -1 : 1;
  }

  problem({ start, obstacles, ...rest }: ParkingProblem): ParkingProblem {
    return {
      ...rest,
      goal: { x: 0, y: 0, yaw: 0 },
      start: this.into(start),
      obstacles: obstacles.map((polygon) => this.polygon(polygon)),
    };
  }

  into({ x, y, yaw }: Pose): Pose {
    const [dx, dy] = [x - this.goal.x, y - this.goal.y];
    return {
      x: this.cosine * dx + this.sine * dy,
      y: this.side * (this.cosine * dy - this.sine * dx),
      yaw: this.side * wrapToPi(yaw - this.goal.yaw),
    };
  }

  /** Back to where the problem came from. */
  point({ x, y, yaw, curvature, speed }: PlannedPoint): PlannedPoint {
    const across = this.side * y;
    return {
      x: this.goal.x + this.cosine * x - this.sine * across,
      y: this.goal.y + this.sine * x + this.cosine * across,
      yaw: wrapToPi(this.goal.yaw + this.side * yaw),
      // no −0
      curvature: this.side * curvature + 0,
      speed,
    };
  }

  private polygon(polygon: Polygon): Polygon {
    const moved = new Float64Array(polygon.length);
    for (let i = 0; i < polygon.length; i += 2) {
      const { x, y } = this.into({ x: polygon[i], y: polygon[i + 1], yaw: 0 });
      moved[i] = x;
      moved[i + 1] = y;
    }
    return moved;
  }
}
