/**
 * Loaded before a program: gives it `writeMark`, which writes at once, past everything that keeps recordings, how far it has come.
 * One mark is simulated time [s], wall time [ms since 1970] and processor time of the process [s].
 */
import { openSync, writeSync } from 'node:fs';

const mark = new Float64Array(3);
const file = openSync(process.env.MARK_FILE, 'a');

globalThis.writeMark = (now) => {
  const { user, system } = process.cpuUsage();
  mark.set([now, performance.timeOrigin + performance.now(), (user + system) / 1e6]);
  writeSync(file, mark);
};
