/** Small recordings, damaged in their bytes and in what their metadata says: read, verified and replayed as far as they go. */
import { replayHost } from '../../src/hosts/replay/replay-host.ts';
import { LOCAL } from '../../src/core/local-host.ts';
import { chance, integerBelow } from '../../src/math/random.ts';
import { commandLatencies } from '../../src/record/latency.ts';
import { recordedMetrics, recordedResult } from '../../src/record/recorded-result.ts';
import type { Recording } from '../../src/record/mcap/recording-reader.ts';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { McapWriter } from '../../src/record/mcap/writer.ts';
import { RunRecorder } from '../../src/record/run-recorder.ts';
import { writeCsv } from '../../src/record/report/csv.ts';
import { recordedOutputs } from '../../src/run/recorded-outputs.ts';
import { repeatRun } from '../../src/run/repeat-run.ts';
import { run } from '../../src/run/run.ts';
import { memoryFiles } from '../../src/scenario/files.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { Fuzzer } from './support/fuzzer.ts';
import { attempt } from './support/fuzzer.ts';
import { damagedBytes, damagedText, drawsOf, joined } from './support/mutations.ts';

const SCENARIO = `
name: small
duration: 0.02
blocks:
  driver: { type: control/twist-schedule, rateHz: 500, params: { segments: [{ until: 1, vx: 1, yawRate: 0.1 }] } }
  car: { type: vehicle/bicycle, params: { wheelBase: 1 }, inputs: { twist: driver.twist } }
metrics: { speed: { of: car.state.vx, reduce: max } }
expect: [{ metric: speed, max: 2 }]
`;

const load = (text: string): Promise<Scenario> =>
  loadScenario(memoryFiles({ 'scenario.yaml': text }), 'scenario.yaml', { clock: 'free' });

/** A whole recording; `edit` may change what its metadata say. */
async function recorded(edit: (metadata: Record<string, string>) => Record<string, string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const writer = new McapWriter({ write: (bytes) => void parts.push(bytes.slice()) });
  const plain = writer.metadata.bind(writer);
  writer.metadata = (name, metadata) => plain(name, edit({ ...metadata }));
  const scenario = await load(SCENARIO);
  const recorder = new RunRecorder(writer, scenario, 'fuzz');
  await run(
    { scenario },
    {
      attach: ({ loop }) => recorder.attach(loop),
      finish: ({ hash, ticks, deadlineMisses, metrics }) => recorder.finish({ hash, ticks, deadlineMisses, metrics }),
    },
  );
  writer.close();
  return joined(...parts);
}

let whole: Promise<Uint8Array> | undefined;

async function readAll(recording: Recording): Promise<void> {
  for (const { channel, data } of recording.messages()) recording.decode(channel, data);
  writeCsv(recording, () => undefined, { rateHz: 20 });
  recordedResult(recording);
  recordedMetrics(recording);
}

async function verifyAndReplay(recording: Recording): Promise<void> {
  const scenario = await load(recording.scenarioYaml ?? SCENARIO);
  if (scenario.ticks > 1000) return;
  await repeatRun(scenario, recording);
  commandLatencies(recording, scenario);
  const kind = replayHost((block) => recordedOutputs(recording, scenario, block));
  const blocks = scenario.blocks.map((block) =>
    block.name === 'driver' ? { ...block, host: { ...LOCAL, kind } } : block,
  );
  await repeatRun({ ...scenario, blocks }, recording);
}

export const fuzzer: Fuzzer = {
  name: 'recording',
  async run(seed, index) {
    const draws = drawsOf('recording', seed, index);
    const isEdited = chance(draws, 0.1);
    const bytes = isEdited
      ? await recorded((metadata) =>
          Object.fromEntries(
            Object.entries(metadata).map(([key, value]) => [
              key,
              chance(draws, 0.5) ? damagedText(draws, value) : value,
            ]),
          ),
        )
      : damagedBytes(draws, await (whole ??= recorded((metadata) => metadata)));
    const action = integerBelow(draws, 4);
    await attempt(
      () => `base64 ${Buffer.from(bytes).toString('base64')}`,
      async () => {
        const recording = openRecording(bytes, { name: 'damaged.mcap' });
        if (action > 0) await readAll(recording);
        if (action === 0 || isEdited) await verifyAndReplay(recording);
      },
    );
  },
};
