/** What recording costs: the same loop with and without a recorder, in turns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLoop } from '../../src/core/build.ts';
import type { Loop } from '../../src/core/loop.ts';
import { RecordingFile } from '../../src/record/mcap/recording-file.ts';
import { Recorder } from '../../src/record/recorder.ts';
import type { Case } from './case.ts';
import { ratio } from './case.ts';
import { PUBLISHED } from './documents.ts';
import { load } from './run-path.ts';

const open = async (): Promise<Loop> => buildLoop(await load({ blocks: PUBLISHED }, 1e5));

/** Simulated seconds per wall second; ticks are milliseconds. */
function factor(loop: Loop, ticks: number): number {
  const start = performance.now();
  loop.runUntil(loop.tick + ticks);
  return ticks / (performance.now() - start);
}

async function recordingCost(): Promise<{ unrecorded: number; recorded: number; perMessage: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-bench-'));
  try {
    const [plain, watched] = [await open(), await open()];
    const file = new RecordingFile(join(folder, 'recording.mcap'));
    const about = { scenarioYaml: '', scenario: 'bench', seed: 1, tickNs: 1e6, version: 'bench', files: [] };
    const recorder = new Recorder(file.writer, about);
    const names = ['driver.twist', 'vehicle.joint_states', 'localisation.odom', 'localisation.tf'];
    for (const port of watched.ports) if (names.includes(port.path)) recorder.record(port);
    let [unrecorded, recorded] = [0, 0];
    for (let round = 0; round < 40; round++) {
      unrecorded = Math.max(unrecorded, factor(plain, 20_000));
      recorded = Math.max(recorded, factor(watched, 20_000));
      // as between two batches of a run: finished writes give their buffers back
      await new Promise((resolve) => setImmediate(resolve));
    }
    await file.close();
    return { unrecorded, recorded, perMessage: (1e9 / recorded - 1e9 / unrecorded) / (names.length * 50) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const recording: readonly Case[] = [
  {
    name: 'recording',
    async measure() {
      const { unrecorded, recorded, perMessage } = await recordingCost();
      return [
        ratio('recording odometry, tf, joint states and commands at 50 Hz costs', (1 - recorded / unrecorded) * 100, {
          unit: '%',
          target: 20,
        }),
        { what: '  per recorded message', value: perMessage, unit: 'ns', better: 'less' },
      ];
    },
  },
];
