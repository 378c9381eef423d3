import { describe, expect, it } from 'vitest';
import type { Sent } from '../../../test/support/can-bench.ts';
import { CanBench } from '../../../test/support/can-bench.ts';
import { frameLength, nominalBits } from './frame-length.ts';

/** At 500 kbit/s. */
const BIT = 2000;
const MS = 1e6;

const bitsOf = (id: number, data: readonly number[], flags = 0): number =>
  nominalBits(frameLength(id, flags, data.length, Uint8Array.from(data)));
const idsOf = (bench: CanBench): number[] => bench.sent.map(({ id }) => id);
const statusOf = (bench: CanBench) => bench.statuses.at(-1)!;
const counters = ({ state }: CanBench, node: number): [number, number] => [
  state.wire.nodes.transmitErrors[node],
  state.wire.nodes.receiveErrors[node],
];

describe('a CAN bus', () => {
  it('ends a frame after exactly as many bits as it has, and begins the next after three more', () => {
    const bench = new CanBench({}).send({ id: 0x123, data: [1, 2, 3] }, { id: 0x124, data: [] }).runUntil(3 * MS);
    const first = bitsOf(0x123, [1, 2, 3]) * BIT;
    expect(bench.sent.map(({ endNs }) => endNs)).toEqual([first, first + (3 + bitsOf(0x124, [])) * BIT]);
    expect(bench.sent[0]).toMatchObject({ id: 0x123, sender: 0, data: [1, 2, 3] });
    expect(Array.from(bench.sent[1].frame.data)).toEqual(Array.from({ length: 64 }, () => 0));
  });

  it('takes a frame at its stamp where that lies within the step, and otherwise at once', () => {
    const bench = new CanBench({}).send({ atNs: 300_500, id: 1 }, { atNs: 2.7 * MS, id: 1 }).runUntil(5 * MS);
    const length = bitsOf(1, []) * BIT;
    expect(bench.sent.map(({ endNs }) => endNs - length)).toEqual([300_500, 2.7 * MS]);
    const early = new CanBench({}).runUntil(3 * MS);
    early.send({ atNs: 0.5 * MS, id: 1 }, { atNs: 2.9 * MS, id: 2 }).runUntil(5 * MS);
    expect(early.sent[0].endNs - length).toBe(3 * MS);
  });

  it('publishes a frame in the step in which it ends, with steps of any length', () => {
    const frames: Sent[] = Array.from({ length: 40 }, (_, i) => ({
      atNs: i * 150_000,
      node: i % 2,
      id: i + 1,
      data: [i, 255, 0],
    }));
    const runs = [50_000, 200_000, 1_000_000].map(
      (step) => new CanBench({}, step).send(...frames).runUntil(20 * MS).seen,
    );
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
    expect(runs[0]).toHaveLength(40);
  });

  it('gives way bit by bit: smaller identifiers first, data before remote, standard before extended of the same base', () => {
    const base = 0x100;
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const bench = new CanBench({ nodes })
      .send(
        { node: 0, id: (base << 18) | 5, is: { is_extended: true, is_remote: true } },
        { node: 1, id: (base << 18) | 5, is: { is_extended: true } },
        { node: 2, id: base, is: { is_remote: true } },
        { node: 3, id: base },
        { node: 4, id: ((base - 1) << 18) | 0x3ffff, is: { is_extended: true } },
        { node: 5, id: (base << 18) | 4, is: { is_extended: true } },
        { node: 6, id: base + 1 },
      )
      .runUntil(10 * MS);
    expect(bench.sent.map(({ sender }) => sender)).toEqual([4, 3, 2, 5, 1, 0, 6]);
  });

  it('does not interrupt a frame for a more urgent one', () => {
    const bench = new CanBench({})
      .send({ node: 0, id: 0x700, data: [1] }, { atNs: BIT, node: 1, id: 1 })
      .runUntil(2 * MS);
    expect(idsOf(bench)).toEqual([0x700, 1]);
  });

  it.each([
    ['priority', [3, 5, 7]],
    ['fifo', [7, 3, 5]],
  ])('sends the frames of one node in the order of %s', (order, ids) => {
    const bench = new CanBench({ order }).send({ id: 7 }, { id: 3 }, { id: 5 }).runUntil(2 * MS);
    expect(idsOf(bench)).toEqual(ids);
  });

  it('keeps the order of frames with one identifier', () => {
    const data = [4, 2, 9, 1, 7];
    const bench = new CanBench({}).send(...data.map((byte) => ({ id: 9, data: [byte] }))).runUntil(3 * MS);
    expect(bench.sent.map((frame) => frame.data[0])).toEqual(data);
  });

  it('sends two equal frames of two nodes as one, which a third acknowledges', () => {
    const bench = new CanBench({ nodes: ['a', 'b', 'c'] }).send(
      { node: 0, id: 9, data: [1] },
      { node: 1, id: 9, data: [1] },
    );
    bench.runUntil(2 * MS);
    expect(bench.seen).toHaveLength(1);
    expect(Array.from(bench.state.wire.queues.waiting)).toEqual([0, 0, 0]);
  });

  it('lets different frames under one identifier end in error frames until one of the senders is error passive', () => {
    const bench = new CanBench({ nodes: ['a', 'b', 'c'] }).send(
      { node: 0, id: 9, data: [0xff] },
      { node: 1, id: 9, data: [0x00] },
    );
    bench.runUntil(10 * MS);
    // sixteen times + 8 for both, and the one that sends recessive falls out of the seventeenth
    expect(bench.errors).toHaveLength(16);
    expect(bench.sent.map(({ sender }) => sender)).toEqual([1, 0]);
    expect(counters(bench, 0)[0]).toBe(128 + 8 - 1);
    expect(counters(bench, 1)[0]).toBe(128 - 1);
  });

  it('is repeatable, and goes on from a snapshot as if nothing had happened', () => {
    const params = { faults: [{ kind: 'corrupt', probability: 0.3 }] };
    const frames: Sent[] = Array.from({ length: 200 }, (_, i) => ({
      atNs: i * 200_000,
      node: i % 2,
      id: 1 + (i % 7),
      data: [i],
    }));
    const straight = new CanBench(params).send(...frames).runUntil(60 * MS);
    const halted = new CanBench(params).send(...frames).runUntil(20 * MS);
    halted.state = structuredClone(halted.state);
    expect(halted.runUntil(60 * MS).seen).toEqual(straight.seen);
    expect(straight.errors.length).toBeGreaterThan(20);
  });
});

describe('FD frames', () => {
  const fd = { is_fd: true, is_bit_rate_switch: true };
  const params = { dataBitRate: 2e6 };

  it('have their data at the data rate', () => {
    const data = Array.from({ length: 64 }, (_, i) => i);
    const bench = new CanBench(params)
      .send({ id: 0x55, data, is: fd }, { id: 0x56, data, is: { is_fd: true } })
      .runUntil(4 * MS);
    const [fast, slow] = bench.sent;
    const packed = frameLength(0x55, 4 | 8, 64, Uint8Array.from(data));
    expect(fast.endNs).toBe((packed >>> 16) * 2000 + (packed & 0xffff) * 500);
    expect(slow.endNs - fast.endNs - 3 * BIT).toBe((frameLength(0x56, 4, 64, Uint8Array.from(data)) >>> 16) * 2000);
    expect([fast.data, slow.data]).toEqual([data, data]);
    expect(fast.frame).toMatchObject({ is_fd: true, is_bit_rate_switch: true, is_error_passive: false });
  });

  it('say that their sender is error passive', () => {
    const bench = new CanBench(params);
    bench.state.wire.nodes.transmitErrors[0] = 130;
    bench.send({ id: 1, is: fd }, { id: 2 }, { node: 1, id: 3, is: fd }).runUntil(2 * MS);
    expect(bench.sent.map(({ frame }) => frame.is_error_passive)).toEqual([true, false, false]);
  });
});

describe('what cannot be a frame', () => {
  it.each<[string, Sent, object]>([
    ['a base identifier of twelve bits', { id: 0x800 }, {}],
    ['an extended one of thirty', { id: 0x20000000, is: { is_extended: true } }, {}],
    ['nine bytes in a classic frame', { id: 1, length: 9 }, {}],
    ['nine bytes in an FD frame', { id: 1, length: 9, is: { is_fd: true } }, { dataBitRate: 2e6 }],
    ['an FD frame on a bus without a data rate', { id: 1, is: { is_fd: true } }, {}],
    ['a remote FD frame', { id: 1, is: { is_fd: true, is_remote: true } }, { dataBitRate: 2e6 }],
    ['a bit-rate switch in a classic frame', { id: 1, is: { is_bit_rate_switch: true } }, { dataBitRate: 2e6 }],
    ['an error frame', { id: 1, is: { is_error: true } }, {}],
  ])('is refused and counted: %s', (_what, sent, params) => {
    const bench = new CanBench({ ...params, statusPeriod: 0.01 })
      .send({ node: 1, ...sent }, { id: 2 })
      .runUntil(10 * MS);
    expect(idsOf(bench)).toEqual([2]);
    expect(Array.from(statusOf(bench).refused)).toEqual([0, 1]);
  });

  it('and what finds the queue full is lost and counted', () => {
    const frames = Array.from({ length: 10 }, (_, id) => ({ id }));
    const bench = new CanBench({ queueLength: 4, statusPeriod: 0.01 }).send(...frames).runUntil(10 * MS);
    expect(idsOf(bench)).toEqual([0, 1, 2, 3]);
    expect(Array.from(statusOf(bench).lost)).toEqual([6, 0]);
  });
});

describe('a node alone on its bus', () => {
  const lone = () => new CanBench({ nodes: ['a'] }).send({ id: 0x123, data: [1] });

  it('sees nobody acknowledge: an error frame from the acknowledge delimiter on, and the next attempt after it', () => {
    const bench = lone().runUntil(1 * MS);
    const untilAck = bitsOf(0x123, [1]) - 8;
    expect(bench.seen[0]).toMatchObject({ endNs: (untilAck + 6 + 8) * BIT, isError: true, data: [2], id: 0x123 });
    expect(bench.seen[1].endNs - bench.seen[0].endNs).toBe((3 + untilAck + 14) * BIT);
    expect(bench.sent).toEqual([]);
  });

  it('becomes error passive with the sixteenth error, waits eight bits more from then on, and never goes bus off', () => {
    const bench = lone().runUntil(100 * MS);
    const gaps = bench.errors.slice(1).map(({ endNs }, i) => (endNs - bench.errors[i].endNs) / BIT);
    const gap = 3 + bitsOf(0x123, [1]) - 8 + 14;
    expect(gaps.slice(0, 17)).toEqual([...Array.from({ length: 15 }, () => gap), gap + 8, gap + 8]);
    expect(counters(bench, 0)).toEqual([128, 0]);
    expect(bench.statuses.at(-1)).toMatchObject({ states: Uint16Array.of(1), transmit_errors: Uint16Array.of(128) });
  });
});

describe('error counters', () => {
  it('rise by eight for a sender and by one for a receiver with each error, and fall by one with each frame', () => {
    const bench = new CanBench({ faults: [{ kind: 'corrupt', for: 0.0009 }] })
      .send({ id: 1, data: [1] })
      .runUntil(1 * MS);
    const errors = bench.errors.length;
    expect(errors).toBeGreaterThan(2);
    expect(counters(bench, 0)).toEqual([8 * errors - bench.sent.length, 0]);
    expect(counters(bench, 1)).toEqual([0, errors - bench.sent.length]);
    bench
      .runUntil(2 * MS)
      .send({ id: 2 }, { id: 3 }, { node: 1, id: 4 })
      .runUntil(5 * MS);
    expect(bench.sent).toHaveLength(4);
    expect(counters(bench, 0)).toEqual([8 * errors - 3, 0]);
    expect(counters(bench, 1)).toEqual([0, Math.max(0, errors - 3)]);
  });

  it('take a sender to bus off with the thirty-second error, and bring it back after 128 times 11 recessive bits', () => {
    const bench = new CanBench({ faults: [{ kind: 'corrupt', for: 0.005 }], statusPeriod: 0.001 }).send({
      id: 1,
      data: [1],
    });
    bench.runUntil(30 * MS);
    expect(bench.errors).toHaveLength(32);
    // the delimiter of the last error frame begins the first of the sequences
    const offNs = bench.errors[31].endNs - 8 * BIT;
    expect(bench.sent[0].endNs).toBe(offNs + (128 * 11 + bitsOf(1, [1])) * BIT);
    expect(counters(bench, 0)).toEqual([0, 0]);
    const states = bench.statuses.map((status) => status.states[0]);
    expect([...new Set(states)]).toEqual([0, 1, 2].sort((a, b) => states.indexOf(a) - states.indexOf(b)));
  });

  it('bring a node back sooner or later than idle bits would, by the frames of others', () => {
    const params = {
      nodes: ['a', 'b', 'c'],
      faults: [{ kind: 'bus-off', node: 'a', for: 0.001 }],
      statusPeriod: 0.001,
    };
    // one sequence with every frame: acknowledge delimiter, end of frame and intermission are 11 bits
    const busy = Array.from({ length: 400 }, (_, i): Sent => ({ node: 1, atNs: i * 100_000, id: 5 }));
    const bench = new CanBench(params).send({ node: 0, id: 1 }, ...busy).runUntil(60 * MS);
    const others = bench.sent
      .slice(
        0,
        bench.sent.findIndex(({ sender }) => sender === 0),
      )
      .filter(({ endNs }) => endNs > 1 * MS);
    // between frames of 47 bits there are three more of idle bus: not enough for a second one
    expect(others.length).toBeGreaterThanOrEqual(127);
    expect(others.length).toBeLessThanOrEqual(129);
  });

  it('leave a node off the bus where it does not recover', () => {
    const bench = new CanBench({ recovery: false, faults: [{ kind: 'corrupt', for: 0.02 }] })
      .send({ id: 1 })
      .runUntil(200 * MS);
    expect(bench.sent).toEqual([]);
    expect(bench.statuses.at(-1)!.states[0]).toBe(2);
  });
});

describe('the status of a bus', () => {
  it('tells its load: bits on it, intermission included, and counts', () => {
    const frames = Array.from({ length: 100 }, (_, i): Sent => ({ atNs: i * MS, id: 0x555, data: [0x55] }));
    const bench = new CanBench({}).send(...frames).runUntil(100 * MS);
    const [status] = bench.statuses;
    expect(bench.statuses).toHaveLength(1);
    expect(status.load).toBeCloseTo(((bitsOf(0x555, [0x55]) + 3) * BIT) / MS, 12);
    expect(status).toMatchObject({ frames: 100, error_frames: 0 });
  });

  it('has a load of one on a bus that is never idle, whatever the period', () => {
    const frames = Array.from({ length: 60 }, (_, i): Sent => ({ node: i % 2, id: i, data: [1, 2, 3, 4, 5, 6, 7] }));
    const bench = new CanBench({ statusPeriod: 0.001 }).send(...frames).runUntil(10 * MS);
    expect(bench.statuses).toHaveLength(10);
    for (const { load } of bench.statuses) expect(load).toBeCloseTo(1, 12);
    expect(bench.statuses[0].waiting[0] + bench.statuses[0].waiting[1]).toBeGreaterThan(40);
  });
});

describe('parameters', () => {
  it.each([
    [{ nodes: ['a', 'a'] }, 'nodes[1]: expected names that differ, got "a" twice'],
    [
      { bitRate: 700e3 },
      'bitRate: expected a rate whose bits last a whole number of nanoseconds, got 700000 bit/s with bits of 1428.571 ns',
    ],
    [{ dataBitRate: 250e3 }, 'dataBitRate: expected at least the bitRate of 500000 bit/s'],
    [{ faults: [{ kind: 'drop', node: 'c' }] }, 'faults[0].node: expected one of a, b, got "c"'],
    [{ faults: [{ kind: 'open' }] }, 'faults[0].node: expected one of a, b: open is of one node'],
  ])('that contradict each other are told in a sentence: %j', (params, sentence) => {
    expect(() => new CanBench(params)).toThrow(sentence);
  });

  it.each([125e3, 250e3, 500e3, 800e3, 1e6, 33_333, 83_333])('%i bit/s is possible', (bitRate) => {
    const bench = new CanBench({ bitRate }).send({ id: 1 }).runUntil(10 * MS);
    expect(bench.sent[0].endNs).toBe(bitsOf(1, []) * Math.round(1e9 / bitRate));
  });
});
