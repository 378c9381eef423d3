/**
 * A recording on a regular grid of time: at every row, each signal has the value it was latched at, which is what a
 * block released at that instant would have read.
 */
import { InputError } from '../../core/input-error.ts';
import { RUN_METADATA } from '../mcap/format.ts';
import type { Column } from './columns.ts';
import type { RecordedChannel, RecordedMessage, Recording } from '../mcap/recording-reader.ts';

const MOST_ROWS = 50_000_000;

export interface LatchedSignal {
  readonly channel: RecordedChannel;
  /** The latched message; undefined before the first. */
  message: unknown;
  /** Whether it changed since the row before. */
  changed: boolean;
}

export interface Grid {
  readonly startNs: number;
  readonly periodNs: number;
  readonly rows: number;
}

/** A grid over all messages: from 0 for a run of ours, from the first message otherwise. */
export function gridOver(recording: Recording, periodNs: number): Grid {
  const startNs = recording.metadata.has(RUN_METADATA) ? 0 : recording.firstTimeNs;
  const rows =
    recording.lastTimeNs === 0 && recording.channels.length === 0
      ? 0
      : Math.floor((recording.lastTimeNs - startNs) / periodNs) + 1;
  if (rows > MOST_ROWS) {
    throw new InputError(
      '',
      `the recording spans ${((recording.lastTimeNs - startNs) / 1e9).toFixed(0)} s: one row per ${periodNs / 1e9} s would make ${rows} rows`,
    );
  }
  return { startNs, periodNs, rows };
}

/** The channels behind columns, each once. */
export const channelsOf = (columns: readonly Column[]): RecordedChannel[] => [
  ...new Set(columns.map(({ channel }) => channel)),
];

/** Calls `row` once per grid time, with the signals in the order of `channels`. */
export function eachLatchedRow(
  recording: Recording,
  channels: readonly RecordedChannel[],
  grid: Grid,
  row: (timeNs: number, signals: readonly LatchedSignal[]) => void,
): void {
  const signals = channels.map((channel): LatchedSignal => ({ channel, message: undefined, changed: false }));
  const byChannel = new Map(channels.map((channel, i) => [channel, i]));
  // only the last message before a row is decoded
  const waiting: (RecordedMessage | undefined)[] = channels.map(() => undefined);
  let next = 0;
  const rowsBefore = (timeNs: number) => {
    for (; next < grid.rows && grid.startNs + next * grid.periodNs < timeNs; next++) {
      signals.forEach((signal, i) => latch(recording, signal, waiting, i));
      row(grid.startNs + next * grid.periodNs, signals);
    }
  };
  for (const message of recording.messages({ channels })) {
    rowsBefore(message.logTimeNs);
    waiting[byChannel.get(message.channel)!] = message;
  }
  rowsBefore(Infinity);
}

function latch(recording: Recording, signal: LatchedSignal, waiting: (RecordedMessage | undefined)[], i: number): void {
  const message = waiting[i];
  signal.changed = message !== undefined;
  if (message === undefined) return;
  signal.message = recording.decode(signal.channel, message.data, signal.message);
  waiting[i] = undefined;
}
