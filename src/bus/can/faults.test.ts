import { describe, expect, it } from 'vitest';
import type { Sent } from '../../../test/support/can-bench.ts';
import { CanBench } from '../../../test/support/can-bench.ts';
import { naiveBits } from '../../../test/support/naive-can-bits.ts';
import { frameLength, nominalBits } from './frame-length.ts';

/** At 500 kbit/s. */
const BIT = 2000;
const MS = 1e6;

const bitsOf = (id: number, data: readonly number[]): number =>
  nominalBits(frameLength(id, 0, data.length, Uint8Array.from(data)));

/** A frame of each node in every millisecond, node 0 with identifier 0x10 and node 1 with 0x20, numbered. */
const traffic = (count: number): Sent[] =>
  Array.from({ length: count }, (_, i): Sent[] => [
    { atNs: i * MS, node: 0, id: 0x10, data: [i] },
    { atNs: i * MS, node: 1, id: 0x20, data: [i] },
  ]).flat();

const withFault = (fault: object, params: object = {}): CanBench => new CanBench({ ...params, faults: [fault] });
const numbers = (bench: CanBench, id: number): number[] =>
  bench.sent.filter((frame) => frame.id === id).map(({ data }) => data[0]);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('the fault', () => {
  it('drop loses the frames of a node from its beginning to its end', () => {
    const bench = withFault({ kind: 'drop', node: 'a', at: 0.003, for: 0.004 })
      .send(...traffic(10))
      .runUntil(12 * MS);
    expect(numbers(bench, 0x10)).toEqual([0, 1, 2, 7, 8, 9]);
    expect(numbers(bench, 0x20)).toEqual(upTo(10));
  });

  it('drop loses the frames of some identifiers, whoever sends them', () => {
    const bench = withFault({ kind: 'drop', ids: [0x20, 0x21] })
      .send(...traffic(5))
      .runUntil(6 * MS);
    expect([numbers(bench, 0x10), numbers(bench, 0x20)]).toEqual([upTo(5), []]);
  });

  it('drop loses about as many as its probability says', () => {
    const bench = withFault({ kind: 'drop', probability: 0.3 })
      .send(...traffic(1000))
      .runUntil(1002 * MS);
    // 2000 draws: σ = 0.0102
    expect(bench.sent.length / 2000).toBeGreaterThan(0.66);
    expect(bench.sent.length / 2000).toBeLessThan(0.74);
  });

  it('delay hands frames over later', () => {
    const sent: Sent[] = [{ atNs: 2 * MS, id: 0x10, data: [7] }];
    const [plain, late] = [new CanBench({}), withFault({ kind: 'delay', delay: 0.0123 })].map(
      (bench) => bench.send(...sent).runUntil(20 * MS).sent[0].endNs,
    );
    expect(late - plain).toBe(12.3 * MS);
  });

  it('delay lets later frames pass', () => {
    const bench = withFault({ kind: 'delay', delay: 0.0025, for: 0.001 })
      .send(...traffic(5))
      .runUntil(9 * MS);
    expect(numbers(bench, 0x10)).toEqual([1, 2, 0, 3, 4]);
  });

  it('duplicate sends frames twice, one after the other', () => {
    const bench = withFault({ kind: 'duplicate', node: 'b', at: 0.001, for: 0.001 })
      .send(...traffic(3))
      .runUntil(4 * MS);
    expect(numbers(bench, 0x20)).toEqual([0, 1, 1, 2]);
    expect(numbers(bench, 0x10)).toEqual([0, 1, 2]);
  });

  it('reorder exchanges a frame and the next one of its node', () => {
    const bench = withFault({ kind: 'reorder', node: 'a', at: 0.001, for: 0.0035 })
      .send(...traffic(8))
      .runUntil(10 * MS);
    // 1 waits for 2, and 3 for 4
    expect(numbers(bench, 0x10)).toEqual([0, 2, 1, 4, 3, 5, 6, 7]);
    expect(numbers(bench, 0x20)).toEqual(upTo(8));
  });

  it('reorder lets a frame go at its end where no other has come', () => {
    const bench = withFault({ kind: 'reorder', for: 0.005 })
      .send({ id: 0x10, data: [1] })
      .runUntil(10 * MS);
    expect(bench.sent[0].endNs).toBe(5 * MS + bitsOf(0x10, [1]) * BIT);
  });

  it('corrupt ends frames in error frames, after which they are sent whole', () => {
    const bench = withFault({ kind: 'corrupt', probability: 0.08 })
      .send(...traffic(400))
      .runUntil(420 * MS);
    expect([numbers(bench, 0x10), numbers(bench, 0x20)].map((all) => all.length)).toEqual([400, 400]);
    expect(numbers(bench, 0x20).map((n, i) => n - (i & 255))).toEqual(Array.from({ length: 400 }, () => 0));
    // 800 frames take 800/(1 − p) attempts: 70 ± 9 fail
    expect(bench.errors.length).toBeGreaterThan(40);
    expect(bench.errors.length).toBeLessThan(100);
    expect(bench.errors.every(({ data }) => data[0] === 1)).toBe(true);
  });

  it('corrupt makes error frames as long as error flags overlap: 6 to 12 bits, then 8 of delimiter', () => {
    const bits = naiveBits({ id: 0x155, data: [0x35, 0xa6] });
    // for every bit behind the arbitration field up to the CRC: when the bus is recessive again, by looking at the bits that are on it
    const crcEnd = bits.length - 10;
    const possible = new Set<number>();
    for (let k = 13; k < crcEnd; k++) {
      let wire = bits.slice(0, k) + (bits[k] === '0' ? '1' : '0');
      const isSeenByAll = /(0{6}|1{6})$/.test(wire);
      let flag = 0;
      // the sender's flag, until the others have seen six equal bits
      while (!isSeenByAll && !/0{6}$/.test(wire)) {
        wire += '0';
        flag++;
      }
      possible.add(k + 1 + flag + 6 + 8);
    }
    const lengths = new Set<number>();
    for (let seed = 0; seed < 300; seed++) {
      const bench = withFault({ kind: 'corrupt', at: seed / 1000, for: 0.0001 });
      bench.send(...upTo(seed + 1).map((i) => ({ atNs: i * MS, id: 0x155, data: [0x35, 0xa6] })));
      // draws differ with what was drawn before
      bench.state.wire.stream.state[1] ^= seed * 7919;
      bench.runUntil((seed + 1) * MS);
      lengths.add((bench.errors[0].endNs - seed * MS) / BIT);
      if (seed === 20) break;
    }
    expect(lengths.size).toBeGreaterThan(8);
    for (const length of lengths) expect([...possible], `${length} bits`).toContain(length);
  });

  it('corrupt, undetected, changes one bit of the data, and nobody sees it', () => {
    const data = [0x12, 0x34, 0x56, 0x78];
    const bench = withFault({ kind: 'corrupt', undetected: true, at: 0.001, for: 0.02 });
    bench.send(...upTo(30).map((i) => ({ atNs: i * MS, id: 1, data }))).runUntil(31 * MS);
    expect(bench.errors).toEqual([]);
    const flipped = bench.sent.map((frame) =>
      frame.data.reduce(
        (sum, byte, i) => sum + [...(byte ^ data[i]).toString(2)].filter((bit) => bit === '1').length,
        0,
      ),
    );
    expect(flipped).toEqual(upTo(30).map((i) => (i >= 1 && i < 21 ? 1 : 0)));
    expect(new Set(bench.sent.map((frame) => frame.data.join())).size).toBeGreaterThan(8);
  });

  it('error-frames disturbs an idle bus: twice six dominant bits and a delimiter', () => {
    const bench = withFault({ kind: 'error-frames', at: 0.0005, for: 0.01, rateHz: 500 }).runUntil(20 * MS);
    expect(bench.seen.map(({ endNs }) => endNs)).toEqual(upTo(5).map((i) => 0.5 * MS + i * 2 * MS + 20 * BIT));
    expect(bench.seen.every(({ isError, sender, data }) => isError && sender === 255 && data[0] === 3)).toBe(true);
    expect(Array.from(bench.state.wire.nodes.receiveErrors)).toEqual([5, 5]);
  });

  it('error-frames destroys the frame that is on the bus, which is sent again', () => {
    const bench = withFault({ kind: 'error-frames', at: 0.00005, for: 0.0001, rateHz: 1 });
    bench.send({ id: 1, data: [9] }).runUntil(2 * MS);
    expect(bench.errors).toHaveLength(1);
    expect(bench.errors[0]).toMatchObject({ endNs: 50_000 + 20 * BIT, sender: 0, id: 1 });
    expect(bench.sent[0].endNs).toBe(50_000 + (20 + 3 + bitsOf(1, [9])) * BIT);
    expect(bench.state.wire.nodes.transmitErrors[0]).toBe(7);
  });

  it('babbling keeps less urgent frames waiting, and more urgent ones only for a frame', () => {
    // 8 zeros take 135 bits at most, so that 4000 a second are more than the bus has
    const bench = withFault({ kind: 'babbling', node: 'b', id: 0x18, rateHz: 4000 }, { statusPeriod: 0.01 });
    bench.send(...traffic(50)).runUntil(50 * MS);
    expect(numbers(bench, 0x10).length).toBeGreaterThanOrEqual(49);
    expect(numbers(bench, 0x20)).toEqual([]);
    expect(bench.statuses.at(-1)!.load).toBeCloseTo(1, 9);
    expect(bench.statuses.at(-1)!.lost[1]).toBeGreaterThan(0);
  });

  it('babbling sends at its rate, from its beginning to its end', () => {
    const bench = withFault({ kind: 'babbling', node: 'a', id: 0x1234, rateHz: 200, at: 0.0101, for: 0.05 }).runUntil(
      100 * MS,
    );
    const frames = bench.sent.map(({ endNs, frame }) => [endNs, frame.is_extended, frame.id, frame.length]);
    const length = nominalBits(frameLength(0x1234, 1, 8, new Uint8Array(8))) * BIT;
    expect(frames).toEqual(upTo(10).map((i) => [10.1 * MS + i * 5 * MS + length, true, 0x1234, 8]));
  });

  it('open keeps a node from being heard, and it is error passive when it comes back', () => {
    const bench = withFault(
      { kind: 'open', node: 'a', at: 0.002, for: 0.01 },
      { nodes: ['a', 'b', 'c'], statusPeriod: 0.001 },
    );
    bench.send(...traffic(20)).runUntil(25 * MS);
    const own = bench.sent.filter(({ sender }) => sender === 0);
    expect(own.map(({ data }) => data[0])).toEqual(upTo(20));
    expect(own.filter(({ endNs }) => endNs > 2.2 * MS && endNs < 12 * MS)).toEqual([]);
    expect(bench.statuses[10].transmit_errors[0]).toBe(128);
    expect(bench.statuses[10].states[0]).toBe(1);
    // the others go on, and nobody sees an error
    expect(bench.errors).toEqual([]);
    expect(numbers(bench, 0x20)).toEqual(upTo(20));
  });

  it('open leaves the other of two nodes alone with its acknowledge errors', () => {
    const bench = withFault({ kind: 'open', node: 'a', for: 0.01 })
      .send({ node: 1, id: 5 })
      .runUntil(12 * MS);
    expect(bench.errors.length).toBeGreaterThan(16);
    expect(bench.errors.every(({ data }) => data[0] === 2)).toBe(true);
    expect(bench.sent[0].endNs).toBeGreaterThan(10 * MS);
  });

  it('bus-off takes a node off the bus, and lets it come back as any node does', () => {
    const bench = withFault(
      { kind: 'bus-off', node: 'a', at: 0.004, for: 0.002 },
      { nodes: ['a', 'b', 'c'], statusPeriod: 0.001 },
    );
    bench
      .send(...traffic(4))
      .send({ atNs: 5 * MS, node: 0, id: 0x10, data: [99] })
      .runUntil(15 * MS);
    const last = bench.sent.at(-1)!;
    expect(last.data).toEqual([99]);
    expect(last.endNs).toBe(6 * MS + (128 * 11 + bitsOf(0x10, [99])) * BIT);
    expect(bench.statuses.map((status) => status.states[0])).toEqual([0, 0, 0, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0]);
    expect(bench.errors).toEqual([]);
  });

  it('bus-off without an end is for ever', () => {
    const bench = withFault({ kind: 'bus-off', node: 'a' })
      .send(...traffic(10))
      .runUntil(50 * MS);
    expect(numbers(bench, 0x10)).toEqual([]);
  });

  it('may come with others, and may be turned on while the bus runs', () => {
    const bench = new CanBench({}).send(...traffic(20)).runUntil(5 * MS);
    bench
      .turn({
        faults: [
          { kind: 'drop', node: 'a' },
          { kind: 'bus-off', node: 'b' },
        ],
      })
      .runUntil(10 * MS);
    expect([numbers(bench, 0x10), numbers(bench, 0x20)]).toEqual([upTo(5), upTo(5)]);
    bench.turn({}).runUntil(30 * MS);
    expect(numbers(bench, 0x10)).toEqual([...upTo(5), ...upTo(20).slice(10)]);
  });
});
