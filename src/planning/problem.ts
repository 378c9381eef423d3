/** What a planner is asked and what it answers. Poses are of base_link, the middle of the rear axle. */

export interface Pose {
  /** [m] */
  readonly x: number;
  readonly y: number;
  /** Counter-clockwise from x [rad]. */
  readonly yaw: number;
}

/** A car from above: a rectangle around base_link. */
export interface CarShape {
  /** [m] */
  readonly wheelBase: number;
  /** From the rear axle to the front and to the rear end, and from the middle to a side [m]. */
  readonly front: number;
  readonly rear: number;
  readonly halfWidth: number;
}

export interface DrivingLimits {
  /** Largest road-wheel angle [rad] and how fast it turns [rad/s]. */
  readonly steering: number;
  readonly steeringRate: number;
  /** Largest speeds, both positive [m/s]. */
  readonly forwardSpeed: number;
  readonly backwardSpeed: number;
  /** Largest acceleration and deceleration [m/s²]. */
  readonly acceleration: number;
}

/** A polygon that does not cross itself, convex or not: x, y of each corner in turn [m]. */
export type Polygon = Float64Array;

export interface ParkingProblem {
  readonly start: Pose;
  readonly goal: Pose;
  readonly obstacles: readonly Polygon[];
  readonly car: CarShape;
  readonly limits: DrivingLimits;
  /** Distance that the body keeps from every obstacle, where it can [m]. */
  readonly margin: number;
}

export interface PlannedPoint extends Pose {
  /** Of the path, left positive, whichever way it is driven [1/m]. */
  readonly curvature: number;
  /** Along the heading, negative backwards; 0 at the end and at changes of direction [m/s]. */
  readonly speed: number;
}

/** Points at most 0.1 m apart; a change of direction is the same pose twice, each with the speed 0. */
export interface PlannedPath {
  readonly points: readonly PlannedPoint[];
  /** [m] */
  readonly length: number;
  readonly gearChanges: number;
  /** Time to drive it within the limits [s]. */
  readonly duration: number;
  /** Least distance of the body from an obstacle, by the planner's own reckoning [m]. */
  readonly clearance: number;
}

/** A path, or one sentence why there is none. */
export type Plan = { readonly path: PlannedPath } | { readonly failure: string };
