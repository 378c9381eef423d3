/** Stands in for a block that tells at every step how far its run has come. What writes the marks is in mark-writer.mjs. */
import { defineHost } from 'skidpad';

export default defineHost({
  kind: 'marks',
  doc: 'tells how far the run has come',
  params: {},
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true, inThread: true },
  open: ({ outputs: { time } }) => ({
    start({ now }) {
      (globalThis as { writeMark?(now: number): void }).writeMark?.(now);
      time.value.data = now;
      return true;
    },
    ready: () => true,
    finish() {},
    save: () => null,
    restore() {},
    close() {},
  }),
});
