/** What a report knows beside the recording: the world as seen from above, the outlines of vehicles, and where views look. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** Everything in the map frame; points are x₀, y₀, x₁, y₁ … [m]. */
export interface PlanGround {
  readonly colour: Rgb;
  readonly areas: readonly { readonly points: ArrayLike<number>; readonly colour: Rgb }[];
  readonly stripes: readonly {
    readonly points: ArrayLike<number>;
    readonly closed: boolean;
    /** [m] */
    readonly width: number;
    readonly colour: Rgb;
  }[];
  /** What stands on it, by its corners. */
  readonly solids: readonly { readonly points: ArrayLike<number>; readonly colour: Rgb }[];
}

/** How far a vehicle reaches from base_link [m]. */
export interface BodyOutline {
  readonly front: number;
  readonly rear: number;
  readonly halfWidth: number;
}

/** The square of ground that a bird's-eye view shows, up is ahead [m]. */
export interface ViewSquare {
  readonly extent: number;
  /** Of its middle ahead of base_link. */
  readonly centre: number;
}

export interface Surroundings {
  readonly ground?: PlanGround;
  /** By the block of the vehicle. */
  readonly bodies: ReadonlyMap<string, BodyOutline>;
  /** By the signal of the view. */
  readonly views: ReadonlyMap<string, ViewSquare>;
}

export const NO_SURROUNDINGS: Surroundings = { bodies: new Map(), views: new Map() };
