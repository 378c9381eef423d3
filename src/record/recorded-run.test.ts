import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { mixer } from '../../test/support/port-blocks.ts';
import type { Additions } from '../../test/support/small-blocks.ts';
import { portOf, smallScenario } from '../../test/support/small-blocks.ts';
import type { AnyBlock } from '../core/block.ts';
import { buildLoop } from '../core/build.ts';
import type { Loop } from '../core/loop.ts';
import { quantile } from '../math/statistics.ts';
import type { ChainLink, DeadlineMiss, Provenance } from '../msgs/index.ts';
import { hashToHex } from '../math/hash.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { commandLatencies } from './latency.ts';
import type { Recording } from './mcap/recording-reader.ts';
import { openRecording } from './mcap/recording-reader.ts';
import { McapWriter } from './mcap/writer.ts';
import { describeModules, readModuleFacts } from './module-facts.ts';
import { RunRecorder } from './run-recorder.ts';
import { isSeam } from './wanted-signals.ts';

interface Recorded {
  readonly recording: Recording;
  readonly scenario: Scenario;
  readonly loop: Loop;
}

/** Builds a loop, lets `drive` run it, and records it meanwhile. */
async function recordRun(
  document: Record<string, unknown>,
  drive: (loop: Loop) => void,
  more: Additions = {},
  seal?: () => string | undefined,
): Promise<Recorded> {
  const scenario = smallScenario({ duration: 10, ...document }, more);
  const loop = await buildLoop(scenario);
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new RunRecorder(writer, scenario, '9.9', seal);
  recorder.attach(loop);
  // whatever happens next, the file already says what it is a recording of
  expect(openRecording(sink.bytes()).scenarioYaml).toContain('name: test');
  drive(loop);
  recorder.finish({ hash: loop.hash(), ticks: loop.tick, deadlineMisses: loop.deadlineMisses, metrics: [] });
  // a run has one result
  recorder.finish({ hash: '', ticks: 0, deadlineMisses: 0, metrics: [] });
  writer.close();
  return { recording: openRecording(sink.bytes()), scenario, loop };
}

const runTo = (ticks: number) => (loop: Loop) => void loop.runUntil(ticks);

function all<T>(recording: Recording, topic: string): { timeNs: number; sequence: number; message: T }[] {
  return [...recording.messages({ topics: [topic] })].map(({ channel, data, logTimeNs, sequence }) => ({
    timeNs: logTimeNs,
    sequence,
    message: recording.decode(channel, data) as T,
  }));
}

const chain = {
  blocks: {
    plant: { type: 'test/integrator', period: 0.001, inputs: { u: 'controller.out' } },
    sensor: { type: 'test/gain', period: 0.02, latency: 0.005, inputs: { in: 'plant.x' } },
    controller: {
      type: 'test/gain',
      period: 0.01,
      latency: 0.002,
      inputs: { in: { from: 'sensor.out', delay: 0.003 } },
    },
  },
};

describe('a recorded run', () => {
  it('has what every publication was computed from, and of a plant where it read a new command', async () => {
    const { recording, loop } = await recordRun(chain, (running) => {
      const seen: unknown[] = [];
      running.listen({
        published: (task, block, { releaseTick, inputSequences, captureTicks }, tick) =>
          seen.push({
            block,
            release_tick: releaseTick,
            publish_tick: tick,
            input_sequences: [...inputSequences],
            output_sequences: task.outputs.map(({ signal }) => signal.sequence),
            capture_ticks: [...captureTicks],
          }),
      });
      running.runUntil(100);
      Object.assign(running, { seen });
    });
    const seen = (loop as unknown as { seen: { block: number; input_sequences: number[] }[] }).seen;
    let command = 0;
    const expected = seen.filter(({ block, input_sequences: [sequence] }) => {
      if (block !== 0) return true;
      const isNew = sequence !== command;
      command = sequence;
      return isNew;
    });
    const records = all<Provenance>(recording, '/skidpad/provenance');
    expect(
      records.map(({ message }) => ({
        block: message.block,
        release_tick: message.release_tick,
        publish_tick: message.publish_tick,
        input_sequences: [...message.input_sequences],
        output_sequences: [...message.output_sequences],
        capture_ticks: [...message.capture_ticks],
      })),
    ).toEqual(expected);
    expect(records.map(({ timeNs }) => timeNs)).toEqual(records.map(({ message }) => message.publish_tick * 1e6));
    expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, i) => i + 1));
    // a command every 10 ms, from 2 ms on
    expect(expected.filter(({ block }) => block === 0)).toHaveLength(10);
  });

  it('has the hashes of all signals every second', async () => {
    const hashes: unknown[] = [];
    const { recording } = await recordRun(chain, (loop) => {
      loop.listen({
        linked: (tick) => hashes.push([tick, loop.hash(), loop.ports.map(({ hash }) => hashToHex(hash))]),
      });
      loop.runUntil(3500);
    });
    const links = all<ChainLink>(recording, '/skidpad/chain');
    expect(links.map(({ message }) => [message.tick, message.hash, message.signal_hashes])).toEqual(hashes);
    expect(links.map(({ timeNs, sequence }) => [timeNs, sequence])).toEqual([
      [1e9, 1],
      [2e9, 2],
      [3e9, 3],
    ]);
    expect(links[0].message.signals).toEqual(['plant.x', 'sensor.out', 'controller.out']);
  });

  it('has what was missed, lost and found', async () => {
    const robot = new FakeRobot();
    const host = { kind: 'robot', late: 'hold', maxAge: 0.015, lost: 'hold' };
    const { recording } = await recordRun(
      { blocks: { robot: { type: 'test/counter', period: 0.01, host } } },
      (loop) => {
        loop.realTime = true;
        loop.runUntil(5);
        robot.isReady = false;
        loop.runUntil(30);
        robot.isReady = true;
        loop.runUntil(45);
      },
      { hosts: [robot.kind] },
    );
    const misses = all<DeadlineMiss>(recording, '/skidpad/deadline_misses');
    expect(misses.map(({ message }) => ({ ...message }))).toEqual([
      { block: 'robot', release_tick: 10, due_tick: 11, lateness: 0, policy: 'hold' },
      { block: 'robot', release_tick: 17, due_tick: 17, lateness: 0.016, policy: 'lost' },
      { block: 'robot', release_tick: 30, due_tick: 30, lateness: 0, policy: 'found' },
    ]);
    expect(misses.map(({ timeNs, sequence }) => [timeNs / 1e6, sequence])).toEqual([
      [11, 1],
      [17, 2],
      [30, 3],
    ]);
    expect(recording.metadata.get('skidpad.result')).toMatchObject({ ticks: '45', deadlineMisses: '1' });
  });

  it('has all signals, of pictures one a second, unless the scenario says which', async () => {
    const robot = new FakeRobot();
    const blocks = {
      counter: { type: 'test/counter', period: 0.1 },
      camera: { type: 'test/camera', period: 0.1 },
      robot: { type: 'test/constant', period: 0.1, host: 'robot' },
    };
    const counts = async (more: object) => {
      const { recording } = await recordRun({ blocks, ...more }, runTo(2550), { hosts: [robot.kind] });
      return ['counter.count', 'camera.image', 'robot.value'].map((signal) => {
        const channel = recording.channel(signal);
        return channel && [[...recording.messages({ channels: [channel] })].length, channel.metadata.rateHz];
      });
    };
    const everything = [26, undefined];
    // published at 1, 101 … 2501 ms
    expect(await counts({})).toEqual([everything, [3, '1'], everything]);
    // what only a recording can bring back is in it
    expect(await counts({ record: [] })).toEqual([undefined, undefined, everything]);
    expect(await counts({ record: ['camera.image', { signal: 'counter.count', rateHz: 2 }] })).toEqual([
      [6, '2'],
      everything,
      everything,
    ]);
  });

  it('keeps of a signal the first message in every part of a second', async () => {
    const blocks = { counter: { type: 'test/counter', period: 0.03 } };
    const { recording } = await recordRun({ blocks, record: [{ signal: 'counter.count', rateHz: 4 }] }, runTo(1100));
    const times = all<{ data: number }>(recording, '/counter/count').map(({ timeNs, sequence, message }) => [
      timeNs / 1e6,
      sequence,
      message.data,
    ]);
    // published at 30 k + 1 ms, as the (k + 1)-th message
    expect(times).toEqual([0, 9, 17, 25, 34].map((k) => [30 * k + 1, k + 1, k]));
    expect(recording.channel('counter.count')!.thinned).toBe(true);
  });

  it('says who made it and how it ended', async () => {
    const { recording, loop } = await recordRun({ ...chain, seed: 5 }, runTo(100), {}, () => 'sealed');
    expect(recording.metadata.get('skidpad')).toMatchObject({
      version: '9.9',
      scenario: 'test',
      seed: '5',
      tickNs: '1000000',
      seal: 'sealed',
    });
    expect(recording.metadata.get('skidpad')!.scenarioHash).toMatch(/^[0-9a-f]{16}$/);
    expect(recording.metadata.get('skidpad.result')).toMatchObject({ ticks: '100', metrics: '[]' });
    expect(recording.metadata.get('skidpad.result')!.hash).toBe(loop.hash());
    expect(recording.lastTimeNs).toBe(99e6);
    expect((await recordRun(chain, runTo(5))).recording.metadata.get('skidpad')).not.toHaveProperty('seal');
    expect(smallScenario(chain).blocks.map(isSeam)).toEqual([false, false, false]);
  });
});

describe('what a recording says of modules', () => {
  it('is the ports of their blocks and the traits of their hosts', async () => {
    const robot = new FakeRobot();
    const scenario = smallScenario(
      {
        blocks: {
          one: { type: 'test/constant', period: 0.01 },
          mixer: {
            type: 'test/mixer',
            period: 0.01,
            inputs: { terms: ['one.value', 'one.value'], extras: [null, null] },
          },
          relay: { type: 'test/relay', period: 0.01 },
          plant: { type: 'test/integrator', period: 0.01, host: 'robot' },
        },
      },
      { blocks: [mixer as AnyBlock], hosts: [robot.kind] },
    );
    expect(describeModules(scenario)).toBeUndefined();
    const moduleNames = new Map([
      ['test/mixer', 'mixer.ts'],
      ['test/relay', 'relay.ts'],
      ['test/integrator', 'plant.ts'],
      ['robot', 'robot.ts'],
    ]);
    const facts = describeModules({ ...scenario, moduleNames } as Scenario)!;
    const number = { type: 'std_msgs/msg/Float64', optional: false, queued: false, mapped: false };
    const metadata = new Map([['skidpad.modules', { facts }]]);
    expect(readModuleFacts({ metadata } as unknown as Recording)).toEqual({
      blocks: {
        mixer: {
          plant: false,
          inputs: { terms: { ...number, length: 2 }, extras: { ...number, optional: true, length: 2 } },
          outputs: { sum: number, copies: { ...number, optional: true, length: 2 } },
        },
        relay: {
          plant: false,
          inputs: { events: { ...number, queued: true } },
          outputs: { echo: { ...number, queued: true }, count: number },
        },
        plant: { plant: true, inputs: { u: { ...number, optional: true } }, outputs: { x: number } },
      },
      hosts: {
        './robot.ts': {
          deterministic: false,
          savable: true,
          takesChanges: false,
          standsIn: true,
          inThread: false,
          numberedThreads: false,
          ownTiming: false,
          ownStamps: true,
        },
      },
    });
    expect(readModuleFacts({ metadata: new Map() } as unknown as Recording)).toEqual({ blocks: {}, hosts: {} });
    const damaged = { metadata: new Map([['skidpad.modules', { facts: '{' }]]) } as unknown as Recording;
    expect(() => readModuleFacts(damaged)).toThrow(
      'skidpad.modules: cannot be read: the metadata of the recording is damaged',
    );
  });
});

describe('the latency of commands', () => {
  const statistics = (hop: string, ...milliseconds: number[]) =>
    expect.objectContaining({
      hop,
      min: expect.closeTo(Math.min(...milliseconds) / 1000, 12),
      median: expect.closeTo(quantile(milliseconds, 0.5) / 1000, 12),
      p99: expect.closeTo(quantile(milliseconds, 0.99) / 1000, 12),
      max: expect.closeTo(Math.max(...milliseconds) / 1000, 12),
    });
  const repeated = (values: readonly number[], times: number) => Array.from({ length: times }, () => values).flat();

  it('is walked back hop by hop, from the plant that reads to the data', async () => {
    const { recording, scenario } = await recordRun(chain, runTo(404));
    // the sensor reads every 20 ms and says so 5 ms later; that arrives 3 ms after, and is read 5 and 15 ms after it was said
    const walks = commandLatencies(recording, scenario);
    expect(walks.map(({ path }) => path)).toEqual([
      'controller.out → plant.u',
      'sensor.out → controller.out → plant.u',
      'plant.x → sensor.out → controller.out → plant.u',
    ]);
    const [blind, early, seeing] = walks;
    // before the first answer of the sensor the controller has nothing to go by, nor has the sensor before the plant speaks
    expect(blind).toMatchObject({ samples: 1, hops: [{ hop: 'controller computes' }, { hop: 'plant waits' }] });
    expect(early).toMatchObject({
      samples: 2,
      hops: [{ hop: 'sensor computes' }, { hop: 'controller waits' }, {}, {}],
    });
    const n = seeing.samples / 2;
    const waits = repeated([5, 15], n);
    expect(seeing.samples).toBe(38);
    expect(seeing.hops).toEqual([
      statistics('sensor waits', 0),
      statistics('sensor computes', 5),
      statistics('controller waits', ...waits),
      statistics('controller computes', 2),
      statistics('plant waits', 0),
    ]);
    expect(seeing.age).toEqual(
      statistics('age of the data when the command is read', ...waits.map((wait) => wait + 7)),
    );
    // the wire to the controller takes 3 ms, after which a message waits up to 12 more
    const declared = [...seeing.hops, seeing.age].map((hop) => Math.round(hop.declared! * 1e3));
    expect(declared).toEqual([0, 5, 15, 2, 0, 22]);
    expect(seeing.hops.map(({ block }) => block)).toEqual(['sensor', 'sensor', 'controller', 'controller', 'plant']);
    expect(seeing.stack.slice(0, 2).map((row) => row.map((value) => Math.round(value * 1e3)))).toEqual(
      [waits[0], waits[1]].map((wait) => [0, 5, wait, 2, 0]),
    );
    expect(seeing.times[1] - seeing.times[0]).toBeCloseTo(0.01, 12);
  });

  it('is as long as the stamps of the commands say, where a plant reads seldom and wires are slow', async () => {
    const document = {
      blocks: {
        plant: {
          type: 'test/integrator',
          period: 0.007,
          latency: 0.003,
          inputs: { u: { from: 'controller.out', delay: 0.004, jitter: 0.01 } },
        },
        sensor: { type: 'test/gain', period: 0.011, latency: 0.013, inputs: { in: 'plant.x' } },
        controller: {
          type: 'test/gain',
          period: 0.005,
          latency: 0.002,
          inputs: { in: { from: 'sensor.out', loss: 0.3 } },
        },
      },
    };
    const ages: number[] = [];
    const { recording, scenario } = await recordRun(document, (loop) => {
      const [plant] = loop.tasks;
      let last = 0;
      loop.listen({
        published: (task, _index, { releaseTick, inputSequences }) => {
          if (task !== plant || inputSequences[0] === last) return;
          last = inputSequences[0];
          // what the plant read is what its wire has latched, as no message can come between
          pending.push({ releaseTick, sequence: last });
        },
      });
      const pending: { releaseTick: number; sequence: number }[] = [];
      const stamps = new Map<number, number>();
      portOf(loop, 'controller.out').listen(({ signal }) => stamps.set(signal.sequence, signal.captureTicks[0]));
      loop.runUntil(900);
      for (const { releaseTick, sequence } of pending) {
        const stamp = stamps.get(sequence)!;
        if (stamp >= 0) ages.push(releaseTick - stamp);
      }
    });
    const seeing = commandLatencies(recording, scenario).find(({ path }) => path.startsWith('plant.x'))!;
    expect(seeing.samples).toBe(ages.length);
    expect(ages.length).toBeGreaterThan(50);
    expect(seeing.age).toEqual(statistics('age of the data when the command is read', ...ages));
  });

  it('has a way for every origin and every plant, and none where nothing is read', async () => {
    const document = {
      blocks: {
        car: { type: 'test/integrator', period: 0.01, inputs: { u: 'driver.count' } },
        truck: { type: 'test/integrator', period: 0.01 },
        driver: { type: 'test/counter', period: 0.01 },
      },
    };
    const { recording, scenario } = await recordRun(document, runTo(95));
    const [only, ...others] = commandLatencies(recording, scenario);
    expect(others).toEqual([]);
    // said 1 ms after its release, read 9 ms later; what is read at 90 ms is published at 100 ms
    expect(only).toMatchObject({ path: 'driver.count → car.u', samples: 8 });
    expect(only.hops).toEqual([statistics('driver computes', 1), statistics('car waits', 9)]);
    expect(only.age).toEqual(statistics('age of the data when the command is read', 10));
  });

  it('counts a command once, however often a plant reads it and says so', async () => {
    const document = {
      blocks: {
        // what is on a robot is recorded at each of its publications
        car: { type: 'test/integrator', period: 0.001, inputs: { u: 'driver.count' }, host: 'robot' },
        driver: { type: 'test/counter', period: 0.01 },
      },
    };
    const { recording, scenario } = await recordRun(document, runTo(100), { hosts: [new FakeRobot().kind] });
    expect(all(recording, '/skidpad/provenance').length).toBeGreaterThan(100);
    const [only] = commandLatencies(recording, scenario);
    expect(only.samples).toBe(10);
    expect(only.hops).toEqual([statistics('driver computes', 1), statistics('car waits', 0)]);
  });

  it('is followed through twelve blocks and no more', async () => {
    const walksOf = async (count: number) => {
      const gains = Array.from({ length: count - 1 }, (_, i) => [
        `g${i + 1}`,
        { type: 'test/gain', period: 0.001, inputs: { in: i === 0 ? 'source.count' : `g${i}.out` } },
      ]);
      const { recording, scenario } = await recordRun(
        {
          blocks: {
            source: { type: 'test/counter', period: 0.001 },
            ...Object.fromEntries(gains),
            plant: { type: 'test/integrator', inputs: { u: `g${count - 1}.out` } },
          },
        },
        runTo(40),
      );
      return commandLatencies(recording, scenario).filter(({ path }) => path.startsWith('source.count'));
    };
    const [longest] = await walksOf(12);
    expect(longest.path.split(' → ')).toHaveLength(13);
    expect(longest.age.max).toBeCloseTo(0.012, 12);
    expect(await walksOf(13)).toEqual([]);
  });

  it('cannot be had of a recording without stamp chains', () => {
    const sink = new MemorySink();
    new McapWriter(sink).close();
    expect(() => commandLatencies(openRecording(sink.bytes()), smallScenario(chain))).toThrow(
      'recording: has no stamp chains; it was not made by skidpad run',
    );
  });
});
