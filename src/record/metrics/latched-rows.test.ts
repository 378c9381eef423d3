import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { Float64 } from '../../msgs/index.ts';
import type { Recording } from '../mcap/recording-reader.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import { McapWriter } from '../mcap/writer.ts';
import { writeCsv } from '../report/csv.ts';
import { findColumns } from './columns.ts';
import { channelsOf, eachLatchedRow, gridOver } from './latched-rows.ts';

/** A recording of numbers on two signals at these times [ns], in the order given. */
function numbersAt(
  messages: readonly (readonly [signal: 'a.x' | 'b.y', timeNs: number, value: number])[],
  isOurs: boolean,
): Recording {
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  if (isOurs) writer.metadata('skidpad', {});
  const ids = {
    'a.x': writer.addChannel({ topic: '/a', type: Float64, metadata: { block: 'a', port: 'x' } }),
    'b.y': writer.addChannel({ topic: '/b', type: Float64, metadata: { block: 'b', port: 'y' } }),
  };
  messages.forEach(([signal, timeNs, data], i) =>
    writer.writeMessage(ids[signal], Float64, { data }, i, timeNs, timeNs),
  );
  writer.close();
  return openRecording(sink.bytes());
}

describe('a recording on a grid of time', () => {
  const times = fc.array(fc.tuple(fc.constantFrom('a.x' as const, 'b.y' as const), fc.nat(300)), {
    minLength: 1,
    maxLength: 30,
  });

  it('has in every row what was published last by then, and says what is new', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 40 }), fc.boolean(), (said, periodNs, isOurs) => {
        const messages = said
          .map(([signal, timeNs], i) => [signal, timeNs, i + 1] as const)
          .sort((a, b) => a[1] - b[1]);
        const recording = numbersAt(messages, isOurs);
        const columns = findColumns(recording, ['a.x.data', 'b.y.data']);
        const grid = gridOver(recording, periodNs);
        const startNs = isOurs ? 0 : messages[0][1];
        const endNs = messages.at(-1)![1];
        const expected: unknown[] = [];
        for (let timeNs = startNs; timeNs <= endNs; timeNs += periodNs) {
          const latest = (signal: string, from: number) =>
            messages.filter(([name, at]) => name === signal && at <= timeNs && at > from).at(-1)?.[2];
          const row = ['a.x', 'b.y'].map((signal) => [
            latest(signal, -1),
            latest(signal, timeNs === startNs ? -1 : timeNs - periodNs) !== undefined,
          ]);
          expected.push([timeNs, ...row]);
        }
        const rows: unknown[] = [];
        eachLatchedRow(recording, channelsOf(columns), grid, (timeNs, signals) =>
          rows.push([
            timeNs,
            ...signals.map(({ message, changed }) => [(message as Float64 | undefined)?.data, changed]),
          ]),
        );
        expect(rows).toEqual(expected);
        expect(grid.rows).toBe(expected.length);
      }),
      { numRuns: 120 },
    );
  });

  it('has no rows without channels, one for a single instant, and no endless number', () => {
    const sink = new MemorySink();
    new McapWriter(sink).close();
    expect(gridOver(openRecording(sink.bytes()), 20e6)).toEqual({ startNs: 0, periodNs: 20e6, rows: 0 });
    expect(gridOver(numbersAt([['a.x', 0, 1]], true), 20e6).rows).toBe(1);
    expect(gridOver(numbersAt([], true), 20e6).rows).toBe(1);
    expect(gridOver(numbersAt([['a.x', 49_999_999, 1]], true), 1).rows).toBe(50_000_000);
    expect(() => gridOver(numbersAt([['a.x', 50_000_000, 1]], true), 1)).toThrow(
      'the recording spans 0 s: one row per 1e-9 s would make 50000001 rows',
    );
    const late = numbersAt(
      [
        ['a.x', 1e15, 1],
        ['a.x', 1e15 + 7e12, 1],
      ],
      false,
    );
    expect(() => gridOver(late, 1000)).toThrow(
      'the recording spans 7000 s: one row per 0.000001 s would make 7000000001 rows',
    );
  });

  it('becomes text with a cell for each column, in pieces that join', () => {
    const many = Array.from({ length: 4000 }, (_, i) => ['a.x', i * 1e6, i / 3] as const);
    const recording = numbersAt(many, true);
    const pieces: string[] = [];
    expect(writeCsv(recording, (piece) => pieces.push(piece), { rateHz: 1000 })).toBe(4000);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces.slice(0, -1)) {
      expect(piece.length).toBeGreaterThanOrEqual(65_536);
      expect(piece.length).toBeLessThan(65_636);
    }
    const lines = pieces.join('').split('\r\n');
    expect(lines).toHaveLength(4002);
    many.forEach(([, timeNs, value], i) => expect(lines[i + 1]).toBe(`${timeNs / 1e9},${value},`));
    // fifty rows per second where nobody says otherwise, and never more than one per nanosecond
    expect(writeCsv(recording, () => {})).toBe(200);
    expect(writeCsv(numbersAt([['a.x', 5, 1]], true), () => {}, { rateHz: 1e12 })).toBe(6);
  });
});
