import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireQuality } from '../core/wire.ts';
import type { TimedBlock } from './latency-budget.ts';
import { latencyBudget } from './latency-budget.ts';
import type { Timing } from './sampling-wait.ts';
import { samplingWait } from './sampling-wait.ts';

const ms = (value: number) => Number((value * 1e3).toFixed(6));

/** The same by going through every tick and doing what blocks do. */
function naiveWait(source: Timing, reader: Timing, delay: number, onlyNew: boolean): { min: number; max: number } {
  const isReleased = ({ period, offset }: Timing, tick: number) => tick >= offset && (tick - offset) % period === 0;
  const inFlight: number[] = [];
  let [latched, arrived, isNew, min, max] = [false, 0, false, Infinity, 0];
  let steps = 0;
  for (let tick = 0; tick < 4000; tick++) {
    if (inFlight[0] === tick) {
      inFlight.shift();
      [latched, arrived, isNew] = [true, tick, true];
    }
    if (isReleased(reader, tick) && latched && (isNew || !onlyNew)) {
      [min, max] = [Math.min(min, tick - arrived), Math.max(max, tick - arrived)];
      isNew = false;
    }
    if (isReleased(source, tick) && steps++ % source.publishEvery === 0) inFlight.push(tick + source.latency + delay);
  }
  return { min, max };
}

describe('the wait for a reader', () => {
  const timing = fc.record({
    period: fc.integer({ min: 1, max: 25 }),
    offset: fc.integer({ min: 0, max: 30 }),
    latency: fc.integer({ min: 1, max: 30 }),
    publishEvery: fc.integer({ min: 1, max: 3 }),
  });

  it('is what happens when every tick is played through', () => {
    fc.assert(
      fc.property(timing, timing, fc.integer({ min: 0, max: 12 }), fc.boolean(), (source, reader, delay, onlyNew) => {
        expect(samplingWait({ source, reader, delay, tick: 1, onlyNew })).toEqual(
          naiveWait(source, reader, delay, onlyNew),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('of a message read often is below one period of its writer', () => {
    fc.assert(
      fc.property(timing, timing, (source, reader) => {
        expect(samplingWait({ source, reader, delay: 0, tick: 1, onlyNew: false }).max).toBeLessThan(
          source.period * source.publishEvery,
        );
      }),
      { numRuns: 200 },
    );
  });
});

const block = (
  name: string,
  part: Partial<TimedBlock> & { from?: Record<string, string>; wire?: WireQuality },
): TimedBlock => ({
  name,
  offset: 0,
  period: 0.01,
  publishEvery: 1,
  latency: 0.001,
  plant: false,
  outputs: [],
  inputs: Object.entries(part.from ?? {}).map(([port, from]) => ({ port, from, type: '', wire: part.wire })),
  ...part,
});
const times = (hops: readonly { block: string; kind: string; max: number }[]) =>
  hops.map(({ block: name, kind, max }) => [name, kind, ms(max)]);

describe('the budget of lane keeping by camera', () => {
  // as scenarios/monosim/pid.yaml has it
  const blocks = [
    block('car', { plant: true, period: 0.005, latency: 0.005, from: { twist: 'controller.twist' } }),
    block('localisation', { period: 0.02, from: { state: 'car.state' } }),
    block('camera', { period: 0.1, from: { state: 'car.state' } }),
    block('detector', {
      period: 0.1,
      offset: 0.001,
      latency: 0.01,
      from: { image: 'camera.image', camera_info: 'camera.camera_info' },
    }),
    block('controller', {
      period: 0.1,
      offset: 0.011,
      latency: 0.002,
      from: { lane: 'detector.lane', odom: 'localisation.odom' },
    }),
    block('referee', { from: { state: 'car.state' } }),
  ];
  const [command, ...others] = latencyBudget(blocks, 0.001);

  it('is that of the stamps that a recorded run has', () => {
    // the hops that `skidpad latency` prints for this scenario
    expect(others).toEqual([]);
    expect(command).toMatchObject({ input: 'car.twist', signal: 'controller.twist' });
    expect(command.paths.map(({ blocks: chain }) => chain.join(' '))).toEqual([
      'car camera detector controller car',
      'car localisation controller car',
    ]);
    expect(times(command.paths[0].hops)).toEqual([
      ['camera', 'wait', 0],
      ['camera', 'compute', 1],
      ['detector', 'wait', 0],
      ['detector', 'compute', 10],
      ['controller', 'wait', 0],
      ['controller', 'compute', 2],
      ['car', 'wait', 2],
    ]);
    expect(times(command.paths[1].hops)).toEqual([
      ['localisation', 'wait', 0],
      ['localisation', 'compute', 1],
      ['controller', 'wait', 10],
      ['controller', 'compute', 2],
      ['car', 'wait', 2],
    ]);
    expect(command.paths.map(({ min, max }) => [ms(min), ms(max)])).toEqual([
      [15, 15],
      [15, 15],
    ]);
  });

  it('without kept phases grows by a period per hop', () => {
    // 5 + 1 + 100 + 10 + 100 + 2 + 5
    expect(ms(command.paths[0].drift)).toBe(223);
  });
});

describe('the budget over a network', () => {
  // as scenarios/dynamics/network.yaml has it
  const blocks = [
    block('controller', {
      period: 0.05,
      latency: 0.01,
      from: { odom: 'localisation.odom' },
      wire: { delay: 0.06, jitter: 0.04, loss: 0.05, reorder: true },
    }),
    block('vehicle', {
      plant: true,
      period: 0.001,
      latency: 0.001,
      from: { twist: 'controller.twist' },
      wire: { delay: 0.03, jitter: 0.02, loss: 0.1, reorder: false },
    }),
    block('localisation', { period: 0.02, from: { state: 'vehicle.state' } }),
  ];
  const [
    {
      paths: [path],
    },
  ] = latencyBudget(blocks, 0.001);

  it('contains wires with delay and jitter, and says that messages are lost', () => {
    expect(path.isLossy).toBe(true);
    expect(path.hops.filter(({ kind }) => kind === 'wire').map(({ min, max }) => [ms(min), ms(max)])).toEqual([
      [60, 100],
      [30, 50],
    ]);
  });

  it('bounds what was measured in a run', () => {
    // ages from 111 ms to 191 ms
    expect(ms(path.min)).toBeLessThanOrEqual(111);
    expect(ms(path.max)).toBeGreaterThanOrEqual(191);
  });
});

describe('paths', () => {
  it('begin at blocks without inputs where there is no plant behind', () => {
    const blocks = [
      block('schedule', { latency: 0.004 }),
      block('car', { plant: true, period: 0.001, latency: 0.001, from: { twist: 'schedule.twist' } }),
    ];
    const [{ paths }] = latencyBudget(blocks, 0.001);
    expect(paths[0].blocks).toEqual(['schedule', 'car']);
    expect(times(paths[0].hops)).toEqual([
      ['schedule', 'compute', 4],
      ['car', 'wait', 0],
    ]);
  });

  it('go once round a feedback between controllers', () => {
    const blocks = [
      block('car', { plant: true, from: { twist: 'a.twist' } }),
      block('a', { from: { other: 'b.x', state: 'car.state' } }),
      block('b', { from: { other: 'a.twist' } }),
    ];
    expect(latencyBudget(blocks, 0.001)[0].paths.map(({ blocks: chain }) => chain)).toEqual([['car', 'a', 'car']]);
  });

  it('pass a bus there and back', () => {
    const frame = (port: string, from: string) => ({ port, from, type: 'frame' });
    const blocks = [
      block('car', { plant: true, from: { control: 'decoder.control' } }),
      block('encoder', { from: { state: 'car.state' } }),
      block('bus', {
        inputs: [frame('nodes[0]', 'encoder.frames'), frame('nodes[1]', 'ecu.frames')],
        outputs: [{ type: 'frame' }],
      }),
      block('ecu', { inputs: [frame('frames', 'bus.frames')], outputs: [{ type: 'frame' }] }),
      block('decoder', { inputs: [frame('frames', 'bus.frames')] }),
    ];
    expect(latencyBudget(blocks, 0.001)[0].paths.map(({ blocks: chain }) => chain.join(' '))).toEqual([
      'car encoder bus ecu bus decoder car',
      'car encoder bus decoder car',
    ]);
    expect(latencyBudget(blocks, 0.001)[0].paths[1].signals).toEqual([
      'car.state',
      'encoder.frames',
      'bus.frames',
      'decoder.control',
    ]);
  });

  it('wait for a whole period where messages come when they come', () => {
    const blocks = [
      block('car', { plant: true, period: 0.001, latency: 0.001, from: { control: 'decoder.control' } }),
      block('bus', { period: 0.001, from: { state: 'car.state' } }),
      block('decoder', { period: 0.01, inputs: [{ port: 'frames', from: 'bus.frames', type: 'frame', queued: true }] }),
    ];
    const [{ paths }] = latencyBudget(blocks, 0.001);
    const wait = paths[0].hops.find(({ block: name, kind }) => name === 'decoder' && kind === 'wait')!;
    expect([wait.min, wait.max, wait.drift].map(ms)).toEqual([0, 9, 10]);
  });

  it('with equal times are one', () => {
    const sonars = ['left', 'right', 'rear'].map((name) => block(name, { from: { state: 'car.state' } }));
    const mixer = block('mixer', { from: { a: 'left.range', b: 'right.range', c: 'rear.range' } });
    const car = block('car', { plant: true, from: { control: 'mixer.control' } });
    const [{ paths }] = latencyBudget([car, ...sonars, mixer], 0.001);
    expect(paths).toHaveLength(1);
    expect(paths[0].alike).toEqual([
      ['car', 'right', 'mixer', 'car'],
      ['car', 'rear', 'mixer', 'car'],
    ]);
  });

  it('are none between plants', () => {
    const blocks = [
      block('traffic', { plant: true }),
      block('car', { plant: true, from: { contacts: 'traffic.contacts' } }),
    ];
    expect(latencyBudget(blocks, 0.001)).toEqual([]);
  });
});
