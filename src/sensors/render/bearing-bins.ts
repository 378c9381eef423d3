/**
 * Which solids share a bearing: the horizon in equal bins, and in each the solids that reach into it, from behind. Those that a
 * search has come past are left out, so that what is in a bin is always what is still to come.
 */
import type { PlacedSolids } from './placed-solids.ts';
import { Place } from './placed-solids.ts';

const FEWEST = 64;
const MOST = 4096;
/** Solids that only just touch share a bin [rad]. */
const MARGIN = 1e-9;

export class BearingBins {
  /** A power of two. */
  private bins = FEWEST;
  /** Solids of all bins, those of bin b from next[b] to before ends[b]. */
  private solids = new Int32Array(0);
  private readonly next = new Int32Array(MOST);
  private readonly ends = new Int32Array(MOST);
  /** Largest radius in a bin [m]. */
  private readonly radii = new Float64Array(MOST);

  /** Sorts the solids in, which come from behind. */
  fill({ places }: PlacedSolids, order: Int32Array, count: number): void {
    const { next, ends, radii } = this;
    this.bins = FEWEST;
    while (this.bins < count && this.bins < MOST) this.bins *= 2;
    const { bins } = this;
    for (let bin = 0; bin < bins; bin++) ends[bin] = radii[bin] = 0;
    // how many there are in each
    for (let i = 0; i < count; i++) {
      const base = Place.SIZE * order[i];
      const last = this.lastBin(places, base);
      for (let k = this.firstBin(places, base); k <= last; k++) {
        const bin = k & (bins - 1);
        ends[bin]++;
        if (places[base + Place.RADIUS] > radii[bin]) radii[bin] = places[base + Place.RADIUS];
      }
    }
    let total = 0;
    for (let bin = 0; bin < bins; bin++) {
      next[bin] = total;
      total += ends[bin];
      ends[bin] = next[bin];
    }
    if (this.solids.length < total) this.solids = new Int32Array(2 * total);
    for (let i = 0; i < count; i++) {
      const base = Place.SIZE * order[i];
      const last = this.lastBin(places, base);
      for (let k = this.firstBin(places, base); k <= last; k++) this.solids[ends[k & (bins - 1)]++] = order[i];
    }
  }

  /** Leaves out a solid, the first of those that are still there. */
  pass({ places }: PlacedSolids, solid: number): void {
    const base = Place.SIZE * solid;
    const last = this.lastBin(places, base);
    for (let k = this.firstBin(places, base); k <= last; k++) this.next[k & (this.bins - 1)]++;
  }

  /** The first solid to come that lies behind this one, at no greater distance of its middle; −1 if there is none. */
  findBehind({ places }: PlacedSolids, solid: number, isBehind: (other: number, solid: number) => boolean): number {
    const { solids, next, ends, radii, bins } = this;
    const base = Place.SIZE * solid;
    const nearest = places[base + Place.DISTANCE] - places[base + Place.RADIUS];
    const last = this.lastBin(places, base);
    for (let k = this.firstBin(places, base); k <= last; k++) {
      const bin = k & (bins - 1);
      const closest = nearest - radii[bin];
      for (let i = next[bin]; i < ends[bin]; i++) {
        const other = Place.SIZE * solids[i];
        // from here on all are nearer as a whole, and what is nearer as a whole is not behind
        if (places[other + Place.DISTANCE] < closest) break;
        if (places[other + Place.DISTANCE] + places[other + Place.RADIUS] < nearest) continue;
        if (isBehind(solids[i], solid)) return solids[i];
      }
    }
    return -1;
  }

  private firstBin(places: Float64Array, base: number): number {
    const half = places[base + Place.HALF_BEARING] + MARGIN;
    if (half >= Math.PI) return 0;
    return Math.floor(((places[base + Place.BEARING] - half + 4 * Math.PI) * this.bins) / (2 * Math.PI));
  }

  private lastBin(places: Float64Array, base: number): number {
    const half = places[base + Place.HALF_BEARING] + MARGIN;
    if (half >= Math.PI) return this.bins - 1;
    const last = Math.floor(((places[base + Place.BEARING] + half + 4 * Math.PI) * this.bins) / (2 * Math.PI));
    return Math.min(last, this.firstBin(places, base) + this.bins - 1);
  }
}
