/**
 * The order in which upright solids are painted, those behind first.
 *
 * Two solids with footprints apart are separated by the line through an edge of one of them, and the one on the camera's side
 * of it cannot be hidden by the other. Solids above each other are separated by a level plane. Solids that overlap in
 * neither direction seen from the camera need no order; those that run into each other go by distance.
 *
 * Along any ray the distance over ground grows, so a solid that is nearer as a whole is never behind: by the distance of their
 * middles most solids are in order, and only neighbours at the same bearing and distance need be compared. From behind, each is
 * painted unless another one that is still to come lies behind it, or one that waits; those wait, and each is painted as soon as
 * nothing is behind it any more. Should some wait for each other in a circle, the farthest of
 * them goes first. With n solids of which each
 * has few neighbours this is O(n log n).
 * Checked against: a ray caster, and the same rule applied to all pairs.
 */
import { BearingBins } from './bearing-bins.ts';
import type { PlacedSolids } from './placed-solids.ts';
import { Place } from './placed-solids.ts';

const enum State {
  TO_COME,
  WAITING,
  DONE,
}

export class PaintingOrder {
  private readonly bins = new BearingBins();
  private camera: Float64Array = new Float64Array(3);
  /** By distance, the farthest first; and room to merge. */
  private sorted = new Int32Array(0);
  private merged = new Int32Array(0);
  /** The order found so far. */
  private order = new Int32Array(0);
  private done = 0;
  /** What has become of each solid, and for whom it waits. */
  private states = new Uint8Array(0);
  private blockers = new Int32Array(0);
  /** Solids that wait, the farthest first. */
  private waiting = new Int32Array(0);
  private waitingCount = 0;

  constructor(private readonly placed: PlacedSolids) {}

  /** The solids in sight, those behind first. */
  fromBehind(camera: Float64Array): Int32Array {
    const { placed, bins } = this;
    const count = placed.seenCount;
    this.camera = camera;
    this.makeRoom();
    this.sortByDistance();
    bins.fill(placed, this.sorted, count);
    this.done = this.waitingCount = 0;
    for (let i = 0; i < count; i++) {
      const solid = this.sorted[i];
      bins.pass(placed, solid);
      const blocker = this.blockerOf(solid);
      if (blocker < 0) this.append(solid);
      else this.wait(solid, blocker);
    }
    return this.order;
  }

  private makeRoom(): void {
    const { seen, seenCount } = this.placed;
    if (this.order.length < seen.length) {
      for (const name of ['sorted', 'merged', 'order', 'waiting', 'blockers'] as const)
        this[name] = new Int32Array(seen.length);
      this.states = new Uint8Array(seen.length);
    }
    for (let i = 0; i < seenCount; i++) this.states[seen[i]] = State.TO_COME;
  }

  /** Merges runs of 1, 2, 4 … solids; equal distances stay as they are. */
  private sortByDistance(): void {
    const { places, seen, seenCount: count } = this.placed;
    for (let i = 0; i < count; i++) this.sorted[i] = seen[i];
    for (let run = 1; run < count; run *= 2) {
      const { sorted, merged } = this;
      for (let start = 0; start < count; start += 2 * run) {
        const middle = Math.min(count, start + run);
        const end = Math.min(count, start + 2 * run);
        let a = start;
        let b = middle;
        for (let to = start; to < end; to++) {
          const isFirst =
            b === end ||
            (a < middle &&
              places[Place.SIZE * sorted[a] + Place.DISTANCE] >= places[Place.SIZE * sorted[b] + Place.DISTANCE]);
          merged[to] = isFirst ? sorted[a++] : sorted[b++];
        }
      }
      this.sorted = merged;
      this.merged = sorted;
    }
  }

  /** Appends a solid, then all that need not wait any longer, the farthest first. */
  private append(solid: number): void {
    for (let next = solid; next >= 0; next = this.takeReady()) {
      this.order[this.done++] = next;
      this.states[next] = State.DONE;
    }
  }

  private wait(solid: number, blocker: number): void {
    this.waiting[this.waitingCount++] = solid;
    this.states[solid] = State.WAITING;
    this.blockers[solid] = blocker;
    const first = this.farthestInCircle(solid);
    if (first >= 0) this.append(this.take(first));
  }

  /** The farthest of those that wait for none that is still to be painted, or in a circle; −1 if there is none. */
  private takeReady(): number {
    const { waiting, blockers, states } = this;
    for (let i = 0; i < this.waitingCount; i++) {
      const solid = waiting[i];
      if (states[blockers[solid]] !== State.DONE) continue;
      blockers[solid] = this.blockerOf(solid);
      if (blockers[solid] < 0) return this.take(solid);
      const first = this.farthestInCircle(solid);
      if (first >= 0) return this.take(first);
    }
    return -1;
  }

  /** Of solids that wait for each other in a circle through this one, the farthest; −1 if there is no circle. */
  private farthestInCircle(solid: number): number {
    const { blockers, states, placed } = this;
    let farthest = solid;
    for (let other = blockers[solid]; other !== solid; other = blockers[other]) {
      if (states[other] !== State.WAITING) return -1;
      const isFarther =
        placed.places[Place.SIZE * other + Place.DISTANCE] > placed.places[Place.SIZE * farthest + Place.DISTANCE];
      if (isFarther) farthest = other;
    }
    return farthest;
  }

  /** Ends the waiting of one. */
  private take(solid: number): number {
    const { waiting } = this;
    const i = waiting.indexOf(solid);
    waiting.copyWithin(i, i + 1, this.waitingCount);
    this.waitingCount--;
    return solid;
  }

  /** A solid behind this one that is still to be painted; −1 if there is none. */
  private blockerOf(solid: number): number {
    const { waiting } = this;
    for (let i = 0; i < this.waitingCount; i++)
      if (waiting[i] !== solid && this.isBehind(waiting[i], solid)) return waiting[i];
    return this.bins.findBehind(this.placed, solid, this.isBehind);
  }

  private readonly isBehind = (other: number, solid: number): boolean =>
    mayCover(this.placed, solid, other) && isInFront(this.placed, solid, other, this.camera);
}

/** Whether two solids share a bearing: by their circles, then by the outermost corners, of which none is to the side of the other. */
function mayCover({ places }: PlacedSolids, solid: number, other: number): boolean {
  const a = Place.SIZE * solid;
  const b = Place.SIZE * other;
  const apart = Math.abs(places[a + Place.BEARING] - places[b + Place.BEARING]);
  const reach = places[a + Place.HALF_BEARING] + places[b + Place.HALF_BEARING];
  return (
    Math.min(apart, 2 * Math.PI - apart) <= reach &&
    places[a + Place.LEFT_X] * places[b + Place.RIGHT_Y] <= places[a + Place.LEFT_Y] * places[b + Place.RIGHT_X] &&
    places[b + Place.LEFT_X] * places[a + Place.RIGHT_Y] <= places[b + Place.LEFT_Y] * places[a + Place.RIGHT_X]
  );
}

/** Whether a is on the camera's side of what separates it from b. */
function isInFront(placed: PlacedSolids, a: number, b: number, camera: Float64Array): boolean {
  const { places } = placed;
  const sideOfA = separation(placed, a, b, camera);
  if (sideOfA !== 0) return sideOfA > 0;
  const sideOfB = separation(placed, b, a, camera);
  if (sideOfB !== 0) return sideOfB < 0;
  const aBase = Place.SIZE * a;
  const bBase = Place.SIZE * b;
  if (places[aBase + Place.BOTTOM] >= places[bBase + Place.TOP]) return camera[2] >= places[aBase + Place.BOTTOM];
  if (places[bBase + Place.BOTTOM] >= places[aBase + Place.TOP]) return camera[2] < places[bBase + Place.BOTTOM];
  return places[aBase + Place.DISTANCE] < places[bBase + Place.DISTANCE];
}

/** An edge of a with all of b beyond it: 1 when the camera is on a's side, −1 when on b's; 0 without such an edge. */
function separation({ corners, starts }: PlacedSolids, a: number, b: number, camera: Float64Array): number {
  for (let i = starts[a], last = starts[a + 1] - 2; i < starts[a + 1]; last = i, i += 2) {
    const x = corners[last];
    const y = corners[last + 1];
    const dx = corners[i] - x;
    const dy = corners[i + 1] - y;
    let isApart = true;
    for (let j = starts[b]; j < starts[b + 1] && isApart; j += 2)
      isApart = dx * (corners[j + 1] - y) - dy * (corners[j] - x) <= 0;
    if (isApart) return dx * (camera[1] - y) - dy * (camera[0] - x) >= 0 ? 1 : -1;
  }
  return 0;
}
