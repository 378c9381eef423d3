/** One line on the terminal that says how far a long run is; silent when nobody looks. */
const WIDTH = 28;

export class ProgressLine {
  private readonly startedMs = performance.now();
  private shown = false;
  private readonly enabled: boolean;

  constructor(
    private readonly name: string,
    private readonly duration: number,
    wanted: boolean,
  ) {
    this.enabled = wanted && process.stderr.isTTY === true;
  }

  show(share: number, now: number): void {
    if (!this.enabled) return;
    const wall = (performance.now() - this.startedMs) / 1000;
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const factor = wall > 0 ? (now / wall).toPrecision(3) : '–';
    process.stderr.write(`\r\x1b[K${this.name} ${bar} ${now.toFixed(1)} / ${this.duration} s  ×${factor}`);
    this.shown = true;
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
  }
}
