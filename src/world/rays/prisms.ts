/**
 * Upright convex prisms, packed for rays.
 *
 *   inside   nₖ·(x, y) ≤ cₖ for every edge k, and bottom ≤ z ≤ top
 *   ray      o + t d:   tₖ = (cₖ − nₖ·o) / (nₖ·d) enters where nₖ·d < 0 and leaves where nₖ·d > 0
 *
 * nₖ  outward unit normal of edge k in the plane     cₖ  its distance from the origin of the map [m]
 *
 * The ray hits where the last entry is not after the first exit (M. Cyrus, J. Beck, Computers & Graphics 3, 1978). The cosine of the angle of
 * incidence is −nₖ·d of the face that was entered last. A ray that begins inside hits at once, with cosine 1.
 */
import { sinCos } from '../../math/trig.ts';

export interface Prisms {
  /** nₓ, n_y, c of each edge. */
  readonly edges: Float64Array;
  /** First edge of each prism, and one entry more: the end of the last. */
  readonly first: Int32Array;
  /** Bottom and top of each prism [m]. */
  readonly heights: Float64Array;
}

/** Indices into a ray in flight. */
export const enum Ray {
  /** Where it begins [m]. */
  OX,
  OY,
  OZ,
  /** Its unit direction, and the reciprocals of it. */
  DX,
  DY,
  DZ,
  IX,
  IY,
  IZ,
  /** Distance to the nearest hit so far [m]; the range before the first. */
  DISTANCE,
  /** Cosine of the angle of incidence there; −1 before the first hit. */
  COSINE,
}
export const RAY_NUMBERS = 11;

const heading = new Float64Array(2);

/** Where the frame of a prism is in map [m, m, rad]. */
export interface PrismPose {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

/** Writes the edges of a footprint (corners counter-clockwise) from edge `at` on. */
export function packEdges(edges: Float64Array, at: number, footprint: Float64Array, { x, y, yaw }: PrismPose): void {
  sinCos(yaw, heading);
  const s = heading[0];
  const c = heading[1];
  const n = footprint.length;
  for (let k = 0; k < n; k += 2) {
    const next = k + 2 === n ? 0 : k + 2;
    const px = footprint[k];
    const py = footprint[k + 1];
    const ex = footprint[next] - px;
    const ey = footprint[next + 1] - py;
    const length = Math.sqrt(ex * ex + ey * ey);
    // the outward normal is the edge turned right
    const nx = (c * ey + s * ex) / length;
    const ny = (s * ey - c * ex) / length;
    const e = 3 * at + 1.5 * k;
    edges[e] = nx;
    edges[e + 1] = ny;
    edges[e + 2] = nx * x + ny * y + (ey * px - ex * py) / length;
  }
}

/** Shortens the ray where prism `i` is in its way. */
export function hitPrism(prisms: Prisms, i: number, ray: Float64Array): void {
  const { edges, first, heights } = prisms;
  const oz = ray[Ray.OZ];
  const dz = ray[Ray.DZ];
  const bottom = heights[2 * i];
  const top = heights[2 * i + 1];
  let near = 0;
  let far = ray[Ray.DISTANCE];
  let cosine = 1;

  // between the lower and the upper face
  if (dz === 0) {
    if (oz < bottom || oz > top) return;
  } else {
    const toBottom = (bottom - oz) * ray[Ray.IZ];
    const toTop = (top - oz) * ray[Ray.IZ];
    const enters = dz < 0 ? toTop : toBottom;
    const leaves = dz < 0 ? toBottom : toTop;
    if (enters > near) {
      near = enters;
      cosine = dz < 0 ? -dz : dz;
    }
    if (leaves < far) far = leaves;
    if (near > far) return;
  }

  // within every edge
  const ox = ray[Ray.OX];
  const oy = ray[Ray.OY];
  const dx = ray[Ray.DX];
  const dy = ray[Ray.DY];
  const end = 3 * first[i + 1];
  for (let e = 3 * first[i]; e < end; e += 3) {
    const nx = edges[e];
    const ny = edges[e + 1];
    const along = nx * dx + ny * dy;
    const room = edges[e + 2] - (nx * ox + ny * oy);
    if (along < 0) {
      const t = room / along;
      if (t > near) {
        near = t;
        cosine = -along;
        if (near > far) return;
      }
    } else if (room < 0) {
      return;
    } else if (along > 0) {
      const t = room / along;
      if (t < far) {
        far = t;
        if (near > far) return;
      }
    }
  }
  ray[Ray.DISTANCE] = near;
  ray[Ray.COSINE] = cosine;
}
