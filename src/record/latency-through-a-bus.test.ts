/** The payload of every frame says when its data was made, so that the age of every command is known without following anything. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { catalogWith, portOf } from '../../test/support/small-blocks.ts';
import { busBlocks } from '../bus/index.ts';
import { buildLoop } from '../core/build.ts';
import { memoryFiles } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';
import type { CommandLatency } from './latency.ts';
import { commandLatencies } from './latency.ts';
import { openRecording } from './mcap/recording-reader.ts';
import { McapWriter } from './mcap/writer.ts';
import { RunRecorder } from './run-recorder.ts';

const TICKS = 1000;

/** A counter whose numbers are sent in the less urgent of two frames, on a bus that others keep busy. */
const document = (bus: object) => ({
  name: 'bus',
  duration: 10,
  blocks: {
    source: { type: 'test/counter', period: 0.01 },
    toBus: {
      type: 'bus/dbc-encoder',
      period: 0.01,
      offset: 0.005,
      params: {
        dbc: 'cruise.dbc',
        inputs: { count: 'std_msgs/Float64' },
        messages: [
          { message: 'DriverInput', signals: { SetSpeed: 'count.data' } },
          { message: 'VehicleSpeed', signals: { Speed: 'count.data' } },
        ],
      },
      inputs: { count: 'source.count' },
    },
    body: {
      type: 'bus/can',
      params: { nodes: ['car', 'other'], ...bus },
      inputs: { nodes: ['toBus.frames', 'other.frames'] },
    },
    other: { type: 'bus/dbc-encoder', params: { dbc: 'cruise.dbc', inputs: {} }, period: 0.01 },
    fromBus: {
      type: 'bus/dbc-decoder',
      params: {
        dbc: 'cruise.dbc',
        outputs: { count: { type: 'std_msgs/Float64', fields: { data: 'DriverInput.SetSpeed' } } },
      },
      inputs: { frames: 'body.frames' },
    },
    plant: { type: 'test/integrator', inputs: { u: 'fromBus.count' } },
  },
});

/** What `skidpad latency` says, and by tick the number that the plant read from then on. */
async function follow(bus: object): Promise<{ command: CommandLatency; told: Map<number, number> }> {
  const files = memoryFiles({ 'cruise.dbc': readFileSync('scenarios/hil/cruise.dbc', 'utf8') });
  const catalog = catalogWith({ blocks: busBlocks });
  const scenario = await loadScenario(files, { document: document(bus), path: 's.yaml' }, { catalog });
  const loop = await buildLoop(scenario);
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new RunRecorder(writer, scenario, '9.9');
  recorder.attach(loop);
  const told = new Map<number, number>();
  portOf(loop, 'fromBus.count').listen(({ signal }, tick) => {
    told.set(tick, signal.value.data);
    // the signal's own stamp says the same: numbers are made every 10 ms
    expect(signal.origins).toContain('source');
    expect(signal.captureTicks[signal.origins.indexOf('source')]).toBe(Math.round(signal.value.data * 10));
  });
  await loop.run(TICKS);
  recorder.finish({ hash: loop.hash(), ticks: loop.tick, deadlineMisses: 0, metrics: [] });
  writer.close();
  await loop.close();
  const [command, ...others] = commandLatencies(openRecording(sink.bytes()), scenario);
  expect(others).toEqual([]);
  return { command, told };
}

/** The plant reads in every tick, so a command is read when it is published. */
const agesByPayload = ({ times }: CommandLatency, told: Map<number, number>): number[] =>
  times.map((time) => time - told.get(Math.round(time * 1000))! * 0.01);
const ages = ({ stack }: CommandLatency): number[] => stack.map((hops) => hops.reduce((sum, hop) => sum + hop, 0));

describe('the age of a command that came over a bus', () => {
  it.each<[string, object, number]>([
    ['that is free', {}, 0.005],
    // bursts of 40 ms in which it is full
    ['that is busy', { faults: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => babble(0.05 + i / 10)) }, 0.03],
    [
      'that loses and repeats frames',
      {
        faults: [
          { kind: 'drop', probability: 0.3 },
          { kind: 'duplicate', probability: 0.3 },
        ],
      },
      0.005,
    ],
    ['that delays frames', { faults: [{ kind: 'delay', delay: 0.023 }] }, 0.03],
  ])('%s is that of the frame that was decoded', async (_case, bus, atLeast) => {
    const { command, told } = await follow(bus);
    expect(command.path).toBe('source.count → toBus.frames → body.frames → fromBus.count → plant.u');
    expect(command.samples).toBeGreaterThan(40);
    const expected = agesByPayload(command, told);
    ages(command).forEach((age, i) => expect(age).toBeCloseTo(expected[i], 9));
    expect(Math.max(...expected)).toBeGreaterThan(atLeast);
  });

  it('waits at the bus for its turn', async () => {
    const free = await follow({});
    const busy = await follow({ faults: [babble(0.5)] });
    const waits = ({ hops }: CommandLatency) => hops.find(({ hop }) => hop === 'body waits')!.max;
    expect(waits(free.command)).toBeLessThan(0.002);
    expect(waits(busy.command)).toBeGreaterThan(0.02);
  });
});

function babble(at: number): object {
  return { kind: 'babbling', node: 'other', id: 1, at, for: 0.04, rateHz: 4000 };
}
