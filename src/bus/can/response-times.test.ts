import { describe, expect, it } from 'vitest';
import { CanBench } from '../../../test/support/can-bench.ts';
import { createStream, integerBelow } from '../../math/random.ts';
import { frameLength, INTERMISSION, nominalBits } from './frame-length.ts';
import type { PeriodicFrame } from './response-times.ts';
import { responseTimes, worstLength } from './response-times.ts';

/** At 125 kbit/s. */
const BIT_NS = 8000;
const MS = 1e6;

interface Message extends PeriodicFrame {
  readonly id: number;
  readonly data: readonly number[];
}

/** Bits on the bus, intermission included. */
const lengthOf = (id: number, data: readonly number[]): number =>
  nominalBits(frameLength(id, 0, data.length, Uint8Array.from(data))) + INTERMISSION;

/** A message of exactly so many bits: bytes are tried until there is one. */
function messageOf(id: number, bytes: number, bits: number, period: number): Message {
  for (let seed = 1; seed < 1e6; seed++) {
    const data = Array.from({ length: bytes }, (_, i) => (Math.imul(seed, 0x9e3779b1) >>> (i * 4)) & 255);
    if (lengthOf(id, data) === bits) return { id, data, length: bits * BIT_NS, period };
  }
  throw new Error(`no frame of ${bytes} bytes has ${bits} bits`);
}

/** All response times of each message, intermission included, in a run with these releases of the first instances [ns]. */
function simulate(messages: readonly Message[], firstNs: readonly number[], untilNs: number): number[][] {
  const nodes = messages.map((_, i) => `node${i}`);
  const bench = new CanBench({ nodes: [...nodes, 'listener'], bitRate: 125e3 });
  const released = messages.map(({ id, data, period }, node) => {
    const instants: number[] = [];
    for (let atNs = firstNs[node]; atNs < untilNs; atNs += period) instants.push(atNs);
    bench.send(...instants.map((atNs) => ({ atNs, node, id, data })));
    return instants;
  });
  bench.runUntil(untilNs);
  return messages.map(({ id }, node) =>
    bench.sent
      .filter((frame) => frame.id === id)
      .map(({ endNs }, i) => endNs + INTERMISSION * BIT_NS - released[node][i]),
  );
}

describe('the example of Davis, Burns, Bril and Lukkien', () => {
  // three frames of 125 bits at 125 kbit/s: 1 ms each
  const messages = [messageOf(1, 8, 125, 2.5 * MS), messageOf(2, 8, 125, 3.5 * MS), messageOf(3, 8, 125, 3.5 * MS)];

  it('has response times of 2, 3 and 3.5 ms', () => {
    expect(responseTimes(messages, BIT_NS)).toEqual([2 * MS, 3 * MS, 3.5 * MS]);
  });

  it('is as the paper says when all are released at once: the second instance of C takes longer than the first', () => {
    const [, , c] = simulate(messages, [0, 0, 0], 20 * MS);
    expect(c.slice(0, 2)).toEqual([3 * MS, 3.5 * MS]);
    expect(Math.max(...c)).toBe(3.5 * MS);
  });

  it('reaches the bounds of A and B but for one bit, when a less urgent frame has just begun', () => {
    const [a] = simulate(messages, [BIT_NS, BIT_NS, 0], 2.4 * MS);
    expect(a[0]).toBe(2 * MS - BIT_NS);
    const [, b] = simulate(messages, [BIT_NS, BIT_NS, 0], 4 * MS);
    expect(b[0]).toBe(3 * MS - BIT_NS);
  });

  it('stays within the bounds for any offsets', () => {
    const bounds = responseTimes(messages, BIT_NS);
    for (let i = 0; i < 40; i++) {
      const offsets = [0, 1, 2].map((k) => ((i * 7919 + k * 104_729 * i) % 437) * BIT_NS);
      simulate(messages, offsets, 60 * MS).forEach((times, m) =>
        expect(Math.max(...times), `message ${m}, offsets ${offsets}`).toBeLessThanOrEqual(bounds[m]),
      );
    }
  });
});

/**
 * The SAE benchmark as K. Tindell and A. Burns packed it into 17 messages: bytes and periods [ms]; with the response times at 125 kbit/s and
 * worst-case stuffing [ms] that pyCPA 1.2 finds, whose analysis is that of Davis and others and none of ours.
 */
const SAE: readonly (readonly [bytes: number, period: number, response: number])[] = [
  [1, 50, 1.44],
  [2, 5, 2.04],
  [1, 5, 2.56],
  [2, 5, 3.16],
  [1, 5, 3.68],
  [2, 5, 4.28],
  [6, 10, 5.04],
  [1, 10, 8.4],
  [2, 10, 9],
  [2, 10, 9.6],
  [1, 100, 10.12],
  [4, 100, 19.12],
  [1, 100, 19.64],
  [1, 100, 20.16],
  [3, 1000, 29],
  [1, 1000, 29.52],
  [1, 1000, 29.52],
];

describe('the SAE benchmark', () => {
  it('has the response times that another program finds', () => {
    const frames = SAE.map(([bytes, period]) => ({ length: worstLength(bytes) * BIT_NS, period: period * MS }));
    expect(responseTimes(frames, BIT_NS).map((time) => time / MS)).toEqual(SAE.map(([, , response]) => response));
  });

  it('never takes longer than its bounds, and the least urgent message takes just that long when all are released at once', () => {
    const messages = SAE.map(([bytes, period], i): Message => {
      const data = Array.from({ length: bytes }, (_, k) => (37 * (i + 1) * (k + 3)) & 255);
      const id = 0x40 * (i + 1);
      return { id, data, length: lengthOf(id, data) * BIT_NS, period: period * MS };
    });
    const bounds = responseTimes(messages, BIT_NS);
    const times = simulate(
      messages,
      messages.map(() => 0),
      1100 * MS,
    );
    times.forEach((all, m) => expect(Math.max(...all), `message ${m}`).toBeLessThanOrEqual(bounds[m]));
    const last = messages.length - 1;
    expect(times[last][0]).toBe(bounds[last]);
  });
});

describe('bounds', () => {
  it('are infinite where the bus is overloaded, and only there', () => {
    const frame = { length: 1 * MS, period: 2 * MS };
    expect(responseTimes([frame, frame, { length: 1 * MS, period: 9 * MS }], BIT_NS)).toEqual([
      2 * MS,
      Infinity,
      Infinity,
    ]);
  });

  it('grow by the jitter of the message itself', () => {
    const frames = [
      { length: 1 * MS, period: 10 * MS },
      { length: 1 * MS, period: 10 * MS, jitter: 3 * MS },
    ];
    expect(responseTimes(frames, BIT_NS)).toEqual([2 * MS, 5 * MS]);
  });
});

/** Response times from release to end of each message whose instances are queued late by what `delay` says. */
function simulateLate(
  messages: readonly Message[],
  firstNs: readonly number[],
  untilNs: number,
  delay: (message: Message, instance: number) => number,
): number[][] {
  const nodes = messages.map((_, i) => `node${i}`);
  const bench = new CanBench({ nodes: [...nodes, 'listener'], bitRate: 125e3 });
  const released = messages.map((message, node) => {
    const { id, data, period } = message;
    const instants: number[] = [];
    for (let atNs = firstNs[node]; atNs < untilNs; atNs += period) instants.push(atNs);
    bench.send(...instants.map((atNs, i) => ({ atNs: Math.max(0, atNs + delay(message, i)), node, id, data })));
    return instants;
  });
  bench.runUntil(untilNs + 50 * MS);
  return messages.map(({ id }, node) =>
    bench.sent
      .filter((frame) => frame.id === id)
      .map(({ endNs }, i) => endNs + INTERMISSION * BIT_NS - released[node][i]),
  );
}

describe('bounds with jitter', () => {
  const random = createStream(11, 'jitter');
  const one = (low: number, high: number) => low + integerBelow(random, high - low + 1);
  /** Five messages that are queued up to nine tenths of their period late. */
  const randomSet = (): Message[] =>
    [1, 2, 3, 4, 5].map((rank) => {
      const data = Array.from({ length: one(1, 8) }, () => one(0, 255));
      const id = 0x40 * rank;
      const period = one(6, 15) * MS;
      return { id, data, length: lengthOf(id, data) * BIT_NS, period, jitter: Math.floor(period * one(0, 9) * 0.1) };
    });
  const sets = Array.from({ length: 25 }, randomSet).filter((set) =>
    responseTimes(set, BIT_NS).every((bound) => bound < 40 * MS),
  );

  it('are never exceeded on the bus, whatever the phases and delays', () => {
    expect(sets.length).toBeGreaterThan(15);
    for (const set of sets) {
      const bounds = responseTimes(set, BIT_NS);
      for (let run = 0; run < 4; run++) {
        const phases = set.map(({ period }) => one(0, period / BIT_NS) * BIT_NS);
        const times = simulateLate(set, phases, 120 * MS, ({ jitter }) => one(0, jitter!));
        times.forEach((all, m) => expect(Math.max(...all), `message ${m}`).toBeLessThanOrEqual(bounds[m]));
      }
    }
  });

  it('are reached but for one frame when every message is queued at once, as late as can be, and is in time ever after', () => {
    for (const set of sets) {
      const bounds = responseTimes(set, BIT_NS);
      const least = Math.max(...set.map(({ jitter }) => jitter!));
      // of the least urgent: nothing blocks it, and all that is more urgent comes again as soon as it may
      const last = set.length - 1;
      const phases = set.map(({ jitter }) => least - jitter!);
      const times = simulateLate(set, phases, least + 60 * MS, ({ jitter }, i) => (i === 0 ? jitter! : 0));
      const longest = Math.max(...set.map(({ length }) => length));
      expect(Math.max(...times[last])).toBeLessThanOrEqual(bounds[last]);
      expect(Math.max(...times[last])).toBeGreaterThanOrEqual(bounds[last] - longest);
    }
  });
});
