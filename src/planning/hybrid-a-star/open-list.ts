/** A binary heap of numbers with a key each, smallest key first; equal keys come in the order of their numbers. */
export class OpenList {
  private keys = new Float64Array(1024);
  private items = new Int32Array(1024);
  private count = 0;

  get size(): number {
    return this.count;
  }

  get leastKey(): number {
    return this.count === 0 ? Infinity : this.keys[0];
  }

  push(item: number, key: number): void {
    if (this.count === this.keys.length) this.grow();
    let place = this.count++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!(key < this.keys[parent] || (key === this.keys[parent] && item < this.items[parent]))) break;
      this.keys[place] = this.keys[parent];
      this.items[place] = this.items[parent];
      place = parent;
    }
    this.keys[place] = key;
    this.items[place] = item;
  }

  pop(): number {
    const top = this.items[0];
    const last = --this.count;
    const key = this.keys[last];
    const item = this.items[last];
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= last) break;
      if (child + 1 < last && this.isBefore(child + 1, child)) child++;
      if (!(this.keys[child] < key || (this.keys[child] === key && this.items[child] < item))) break;
      this.keys[place] = this.keys[child];
      this.items[place] = this.items[child];
      place = child;
    }
    this.keys[place] = key;
    this.items[place] = item;
    return top;
  }

  private isBefore(a: number, b: number): boolean {
    return this.keys[a] < this.keys[b] || (this.keys[a] === this.keys[b] && this.items[a] < this.items[b]);
  }

  private grow(): void {
    const [keys, items] = [this.keys, this.items];
    this.keys = new Float64Array(2 * keys.length);
    this.items = new Int32Array(2 * items.length);
    this.keys.set(keys);
    this.items.set(items);
  }
}
