/** A run that marks its own progress, and what a kill takes from it: the marks against what its recording holds. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, '..', '..');

/** Begins an endless run in a folder. `clock` is free or paced. */
export function startMarkedRun(folder, clock) {
  const [marks, out] = [join(folder, 'marks'), join(folder, 'run')];
  const scenario = join(folder, 'scenario.yaml');
  writeFileSync(
    scenario,
    `name: marked
duration: 1000000
blocks:
  marks: { type: external, period: 0.01, ports: { outputs: { time: std_msgs/msg/Float64 } }, host: { kind: ${join(here, 'marking-host.ts')} } }
  driver: { type: control/twist-schedule, rateHz: 50, params: { repeat: true, segments: [{ until: 4, vx: 1.5, yawRate: 0.4 }] } }
  vehicle: { type: vehicle/bicycle, period: 0.001, inputs: { twist: driver.twist } }
`,
  );
  const program = ['--import', join(here, 'mark-writer.mjs'), join(project, 'dist', 'cli.js')];
  const child = spawn(process.execPath, [...program, 'run', scenario, '--clock', clock, '--out', out, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MARK_FILE: marks },
  });
  return { child, marks, recording: join(out, 'recording.mcap') };
}

/** Marks so far: simulated time [s], wall time [ms], processor time [s]. */
export function readMarks(file) {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const numbers = new Float64Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length - (bytes.length % 24))),
  );
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const [simulated, wallMs, processor] = numbers.subarray(3 * i, 3 * i + 3);
    return { simulated, wallMs, processor };
  });
}

/**
 * What is missing in a recording that reaches up to some time [s]: simulated time and processor time up to the last mark, and wall
 * time up to the kill.
 */
export function lossOf(marks, reach, killMs) {
  const last = marks[marks.length - 1];
  // half a nanosecond for the rounding of times
  const kept = marks.findLast(({ simulated }) => simulated <= reach + 5e-10) ?? marks[0];
  return {
    simulated: Math.max(0, last.simulated - reach),
    wall: Math.max(0, Math.max(killMs, last.wallMs) - kept.wallMs) / 1000,
    processor: last.processor - kept.processor,
  };
}
