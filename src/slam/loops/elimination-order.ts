/**
 * Order in which the variables of a sparse symmetric system are eliminated, so that its factor stays sparse.
 *
 * Minimum degree: of those left, the one with the fewest neighbours goes next, and its neighbours become neighbours of each other. Ties go
 * to the lower index, so that the order is a function of the graph alone.
 * Reference: George & Liu, The evolution of the minimum degree ordering algorithm, SIAM Review 31, 1989.
 */
export function minimumDegreeOrder(count: number, edges: Iterable<readonly [number, number]>): Int32Array {
  const neighbours: Set<number>[] = Array.from({ length: count }, () => new Set<number>());
  for (const [a, b] of edges) {
    if (a === b) continue;
    neighbours[a].add(b);
    neighbours[b].add(a);
  }
  const queue = new DegreeQueue(neighbours.map(({ size }) => size));
  const order = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const next = queue.takeLeast();
    order[k] = next;
    const around = [...neighbours[next]];
    for (const a of around) {
      const own = neighbours[a];
      own.delete(next);
      for (const b of around) if (b !== a) own.add(b);
      queue.change(a, own.size);
    }
    neighbours[next].clear();
  }
  return order;
}

/** Binary heap of (degree, index) with entries that may be out of date. */
class DegreeQueue {
  private readonly heap: number[] = [];
  private readonly taken: Uint8Array;
  private readonly degrees: number[];

  constructor(degrees: readonly number[]) {
    this.degrees = [...degrees];
    this.taken = new Uint8Array(degrees.length);
    for (let i = 0; i < degrees.length; i++) this.push(i);
  }

  change(index: number, degree: number): void {
    if (this.degrees[index] === degree) return;
    this.degrees[index] = degree;
    this.push(index);
  }

  takeLeast(): number {
    for (;;) {
      const key = this.pop();
      const index = key % SPAN;
      if (this.taken[index] === 1 || this.degrees[index] !== Math.floor(key / SPAN)) continue;
      this.taken[index] = 1;
      return index;
    }
  }

  /** degree·2²⁶ + index orders by degree, then by index. */
  private push(index: number): void {
    const { heap } = this;
    const key = this.degrees[index] * SPAN + index;
    let at = heap.length;
    heap.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent] <= key) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = key;
  }

  private pop(): number {
    const { heap } = this;
    const least = heap[0];
    const key = heap.pop()!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= key) break;
      heap[at] = heap[child];
      at = child;
    }
    if (heap.length > 0) heap[at] = key;
    return least;
  }
}

const SPAN = 67_108_864;
