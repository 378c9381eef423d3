/**
 * What there is to be seen and hit: painted ground, sky and upright solids. Plain data in the map frame (REP-103,
 * x east, y north, z up, metres), made once from the world of a scenario; sensors only read it.
 */

/** Red, green, blue, each 0 to 255, as a camera without noise would show it. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A painted line: a polyline with a width. */
export interface Stripe {
  /** x₀, y₀, x₁, y₁ … of its middle [m]. */
  readonly points: Float64Array;
  /** Whether the last point is joined to the first. */
  readonly closed: boolean;
  /** [m] */
  readonly width: number;
  readonly colour: Colour;
}

/** A filled area on the ground: simple polygon, any orientation. Later areas lie on top of earlier ones. */
export interface Area {
  readonly points: Float64Array;
  readonly colour: Colour;
  /** The two sides of a road, of which the points are the outline: simpler to cut into triangles. */
  readonly sides?: RoadSides;
  /** Whether this is what a closed road encloses, in the colour of the ground. */
  readonly isEnclosed?: boolean;
}

/** Left and right side in driving order, x₀, y₀, x₁, y₁ … each [m]. */
export interface RoadSides {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly closed: boolean;
}

/** An area in shade: everything on the ground inside it is this much darker. */
export interface Shadow {
  readonly points: Float64Array;
  /** 0 (black) to 1 (no shadow). */
  readonly brightness: number;
}

/** Areas below, stripes above, shadows over both. */
export interface Ground {
  readonly colour: Colour;
  readonly areas: readonly Area[];
  readonly stripes: readonly Stripe[];
  readonly shadows: readonly Shadow[];
}

/** An upright prism with a convex footprint. */
export interface Solid {
  readonly name: string;
  /** Corners x₀, y₀ … in its own frame, counter-clockwise [m]. */
  readonly footprint: Float64Array;
  /** Heights of its lower and upper face [m]. */
  readonly bottom: number;
  readonly top: number;
  /** Pose of its frame in map [m, m, rad]. */
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly colour: Colour;
  /** Whether it is seen in its colour whatever light falls on it. */
  readonly glows?: boolean;
}

/** A lamp that shines alike in all directions, on a pole or a wall. */
export interface Lamp {
  /** Where it hangs [m]. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** What it shines on at a distance r is lit as by day, times intensity/r² [m²]. */
  readonly intensity: number;
  /** 255 of a channel for all of the intensity. */
  readonly colour: Colour;
}

/** A film of water on all of the ground. */
export interface WetGround {
  /** Share of the colours that is left below the film. */
  readonly albedo: number;
  /** Width of reflections [rad]. */
  readonly roughness: number;
}

export interface Lighting {
  /** Share of the light of day that is there without lamps, 0 to 1. */
  readonly daylight: number;
  readonly lamps: readonly Lamp[];
  readonly wet?: WetGround;
}

export interface Scene {
  readonly ground: Ground;
  readonly sky: Colour;
  readonly solids: readonly Solid[];
  /** Absent on a dry day. */
  readonly lighting?: Lighting;
}
