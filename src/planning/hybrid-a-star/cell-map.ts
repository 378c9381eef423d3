/** From cells of position and heading to the best node found in each: a hash table with open addressing. */
export class CellMap {
  private keys = new Float64Array(4096).fill(-1);
  private values = new Int32Array(4096);
  private count = 0;

  /** The value of a key (a whole number ≥ 0), or −1. */
  get(key: number): number {
    const place = this.placeOf(key);
    return this.keys[place] === key ? this.values[place] : -1;
  }

  set(key: number, value: number): void {
    if (2 * this.count >= this.keys.length) this.grow();
    const place = this.placeOf(key);
    if (this.keys[place] !== key) this.count++;
    this.keys[place] = key;
    this.values[place] = value;
  }

  private placeOf(key: number): number {
    const mask = this.keys.length - 1;
    const mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 4294967296) | 0, 0x85ebca77);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (this.keys[place] !== -1 && this.keys[place] !== key) place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const [keys, values] = [this.keys, this.values];
    this.keys = new Float64Array(2 * keys.length).fill(-1);
    this.values = new Int32Array(2 * values.length);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === -1) continue;
      const place = this.placeOf(keys[i]);
      this.keys[place] = keys[i];
      this.values[place] = values[i];
    }
  }
}
