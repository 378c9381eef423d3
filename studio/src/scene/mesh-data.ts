/**
 * Triangles as plain arrays: what the builders of ground, solids and vehicles make, and what a graphics card takes.
 *
 * Colours are given as people write them (sRGB, 0 to 255) and kept linear, as renderers want vertex colours:
 *
 *   linear = c / 12.92                       c ≤ 0.04045
 *          = ((c + 0.055) / 1.055)^2.4       otherwise                         (IEC 61966-2-1)
 */
export type Rgb = readonly [red: number, green: number, blue: number];
export type Point3 = readonly [x: number, y: number, z: number];

export interface MeshData {
  /** x, y, z of each vertex [m]. */
  readonly positions: Float32Array;
  /** Linear red, green, blue of each vertex. */
  readonly colours: Float32Array;
  /** Three per triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
}

export const toLinear = (level: number): number => {
  const c = level / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

export class MeshBuilder {
  private readonly positions: number[] = [];
  private readonly colours: number[] = [];
  private readonly indices: number[] = [];

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  get triangleCount(): number {
    return this.indices.length / 3;
  }

  /** Adds a vertex and returns its number. */
  vertex(x: number, y: number, z: number, [red, green, blue]: Rgb): number {
    this.positions.push(x, y, z);
    this.colours.push(toLinear(red), toLinear(green), toLinear(blue));
    return this.vertexCount - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c);
  }

  /** A face with vertices of its own, so that its edges stay sharp; convex, counter-clockwise seen from outside. */
  face(corners: readonly Point3[], colour: Rgb): void {
    const first = this.vertexCount;
    for (const [x, y, z] of corners) this.vertex(x, y, z, colour);
    for (let i = 2; i < corners.length; i++) this.triangle(first, first + i - 1, first + i);
  }

  build(): MeshData {
    return {
      positions: Float32Array.from(this.positions),
      colours: Float32Array.from(this.colours),
      indices: Uint32Array.from(this.indices),
    };
  }
}

/** Area of all triangles projected onto the ground, up-facing positive [m²]. */
export function groundArea({ positions, indices }: MeshData): number {
  let twice = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    twice +=
      (positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) -
      (positions[c] - positions[a]) * (positions[b + 1] - positions[a + 1]);
  }
  return twice / 2;
}
