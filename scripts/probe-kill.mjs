/**
 * `npm run probe:kill -- [--kills 100] [--busy 2]`: kills runs at random instants while other processes keep the machine busy, and
 * says how much of each is missing in its recording. At most one second of simulated or of wall time, whichever is longer, may be.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lossOf, readMarks, startMarkedRun } from './kill-probe/marked-run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

/** Runs are killed this long after their first mark at most [ms]. */
const LONGEST_LIFE = 2500;
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, busy: { type: 'string', default: '2' } },
});
ensureDependencies();
ensureBuild();
const { openRecording } = await import('../dist/record.js');

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How far a recording reaches [s]. */
function reachOf(file) {
  const bytes = readFileSync(file);
  const source = { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
  return openRecording(source, { name: file }).lastTimeNs / 1e9;
}

async function killOne(clock) {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-kill-'));
  const { child, marks, recording } = startMarkedRun(folder, clock);
  const exit = once(child, 'exit');
  try {
    while (readMarks(marks).length === 0 && child.exitCode === null) await sleep(5);
    await sleep(Math.random() * LONGEST_LIFE);
    const killMs = performance.timeOrigin + performance.now();
    child.kill('SIGKILL');
    await exit;
    return lossOf(readMarks(marks), reachOf(recording), killMs);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(title, numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const figures = [sorted[0], sorted[sorted.length >> 1], sorted[sorted.length - 1]].map((value) => value.toFixed(3));
  const cells = [...figures, numbers.filter((value) => value > 1).length];
  return title.padEnd(24) + cells.map((cell) => String(cell).padStart(10)).join('');
}

const busy = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ['-e', 'for (;;);']));
const losses = { free: [], paced: [] };
try {
  for (let i = 0; i < Number(values.kills); i++) {
    const clock = i % 2 === 0 ? 'paced' : 'free';
    losses[clock].push(await killOne(clock));
    process.stderr.write(`\r${i + 1} of ${values.kills}`);
  }
} finally {
  for (const child of busy) child.kill('SIGKILL');
}
console.log(`\n${'lost [s]'.padEnd(24)}       min    median       max   above 1`);
for (const clock of Object.keys(losses).filter((name) => losses[name].length > 0))
  for (const kind of ['wall', 'simulated', 'processor'])
    console.log(
      row(
        `${clock}, ${kind}`,
        losses[clock].map((loss) => loss[kind]),
      ),
    );
const broken = [...losses.free, ...losses.paced].filter(({ wall, simulated }) => wall > 1 && simulated > 1).length;
console.log(`more than a second of both wall and simulated time: ${broken} of ${values.kills}`);
process.exitCode = broken === 0 ? 0 : 1;
