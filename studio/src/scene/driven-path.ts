/** The path that a vehicle has driven, from the history up to the instant shown; only what is new is written again. */
import type { History } from '../players/history.ts';
import { CAPACITY } from '../players/history.ts';
import type { PoseFields } from './history-pose.ts';
import { sampleBefore } from './history-pose.ts';
import type { LineLook } from './path-line.ts';
import { PathLine } from './path-line.ts';

export class DrivenPath {
  readonly line: PathLine;
  /** Points that are written, and the times of the first and the last of them: another thinning or run has others. */
  private written = 0;
  private first = NaN;
  private last = NaN;

  constructor(look: LineLook) {
    // one more than the history has: the vehicle itself
    this.line = new PathLine(CAPACITY + 1, look);
  }

  /** Up to `time`, and from there to where the vehicle is drawn, if that is said. */
  update(
    history: History,
    topic: string,
    fields: PoseFields,
    time: number,
    head?: { readonly x: number; readonly y: number },
  ): void {
    const { times, values: x } = history.series(topic, fields.x);
    const { values: y } = history.series(topic, fields.y);
    const count = y.length === times.length ? sampleBefore(times, time) + 1 : 0;
    const isSame =
      this.written > 0 &&
      this.written <= times.length &&
      times[0] === this.first &&
      times[this.written - 1] === this.last;
    const from = isSame ? Math.min(this.written, count) : 0;
    for (let i = from; i < count; i++) this.line.setPoint(i, x[i], y[i], 0);
    this.written = count;
    this.first = times[0];
    this.last = times[count - 1];
    const hasHead = head !== undefined && count > 0;
    if (hasHead) this.line.setPoint(count, head.x, head.y, 0);
    this.line.show(hasHead ? count + 1 : count, from);
  }

  dispose(): void {
    this.line.dispose();
  }
}
