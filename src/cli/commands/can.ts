/** `skidpad can`: the frames of a recording or a log as tables, and as logs for other tools. */
import { ASC_HEADER, ascLine } from '../../bus/can/log/asc.ts';
import { candumpLine } from '../../bus/can/log/candump.ts';
import { hexIdentifier } from '../../bus/can/log/frame-text.ts';
import type { IdentifierTraffic } from '../../bus/can/log/traffic.ts';
import { Traffic } from '../../bus/can/log/traffic.ts';
import { maximum, mean } from '../../math/statistics.ts';
import { readBytes } from '../../node/files.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import { requireWritable } from '../../node/writable-file.ts';
import { DecodedSignals } from '../can/decoded-signals.ts';
import type { FrameSource, LoadSample } from '../can/frame-source.ts';
import { openFrames } from '../can/frame-source.ts';
import { formatDuration, formatNumber, formatTable } from '../table.ts';

export interface CanOptions {
  readonly candump?: string;
  readonly asc?: string;
  readonly dbc?: string;
  readonly signal: readonly string[];
  readonly json?: boolean;
}

/** Rows of the table of loads, and gaps that are listed. */
const MOST_SPANS = 10;
const MOST_GAPS = 20;

export async function can(path: string, options: CanOptions): Promise<void> {
  if (options.candump !== undefined) requireWritable(options.candump, '--candump');
  if (options.asc !== undefined) requireWritable(options.asc, '--asc');
  const decoded = options.dbc === undefined ? undefined : new DecodedSignals(options.dbc, readBytes(options.dbc));
  const source = await openFrames(path, options.signal);
  try {
    const traffic = new Traffic();
    source.each((frame, bus) => {
      traffic.add(frame, bus);
      decoded?.add(frame);
    });
    writeLogs(source, options);
    const found = {
      frames: traffic.frames,
      errorFrames: traffic.errorFrames,
      identifiers: traffic.identifiers(decoded?.cycleOf).map((entry) => ({
        ...entry,
        message: decoded?.nameOf(entry.id, entry.isExtended),
      })),
      loads: source.loads(),
      signals: decoded?.ranges(),
      tooShort: decoded?.tooShort,
    };
    console.log(options.json ? JSON.stringify(found, null, 2) : tables(found));
  } finally {
    source.close();
  }
}

function writeLogs(source: FrameSource, { candump, asc }: CanOptions): void {
  if (candump !== undefined) {
    writeWholeFile(candump, (write) => source.each((frame, bus) => write(`${candumpLine(frame, bus)}\n`)));
  }
  if (asc === undefined) return;
  const channels: string[] = [];
  writeWholeFile(asc, (write) => {
    write(ASC_HEADER);
    source.each((frame, bus) => {
      if (!channels.includes(bus)) channels.push(bus);
      write(`${ascLine(frame, channels.indexOf(bus) + 1)}\n`);
    });
  });
}

type Named = IdentifierTraffic & { readonly message?: string };

interface Found {
  readonly frames: number;
  readonly errorFrames: number;
  readonly identifiers: readonly Named[];
  readonly loads: readonly LoadSample[];
  readonly signals?: ReturnType<DecodedSignals['ranges']>;
  readonly tooShort?: number;
}

function tables({ frames, errorFrames, identifiers, loads, signals, tooShort = 0 }: Found): string {
  const short = tooShort > 0 ? `; ${tooShort} frames are shorter than their messages and were not decoded` : '';
  const parts = [`${frames} frames, ${errorFrames} error frames${short}`, identifierTable(identifiers)];
  const gaps = gapTable(identifiers);
  if (gaps !== '') parts.push(gaps);
  if (loads.length > 0) parts.push(loadTable(loads));
  if (signals !== undefined && signals.length > 0) {
    const rows = signals.map(({ message, signal, unit, count, min, max, last }) => [
      ...[`${message}.${signal}`, unit, String(count)],
      ...[min, max, last].map(formatNumber),
    ]);
    parts.push(formatTable(['signal', 'unit', 'frames', 'min', 'max', 'last'], rows));
  }
  return parts.join('\n\n');
}

const identifier = ({ id, isExtended }: Named): string => hexIdentifier(id, isExtended ? 8 : 3);

function identifierTable(all: readonly Named[]): string {
  const rows = all.map((entry) => {
    const { bus, count, cycle, message = '' } = entry;
    const times =
      cycle === undefined ? ['', '', '', ''] : [cycle.mean, cycle.min, cycle.max, cycle.jitter].map(formatDuration);
    return [bus, `${identifier(entry)}h`, message, String(count), ...times, String(cycle?.gaps.length ?? 0)];
  });
  return formatTable(['bus', 'id', 'message', 'frames', 'cycle', 'min', 'max', 'jitter', 'gaps'], rows);
}

function gapTable(all: readonly Named[]): string {
  const gaps = all.flatMap((entry) => (entry.cycle?.gaps ?? []).map((gap) => ({ ...gap, entry })));
  gaps.sort((a, b) => b.duration - a.duration);
  const rows = gaps
    .slice(0, MOST_GAPS)
    .map(({ at, duration, entry }) => [
      `${identifier(entry)}h`,
      entry.bus,
      formatDuration(at),
      formatDuration(duration),
    ]);
  return rows.length === 0 ? '' : formatTable(['longest gaps', 'bus', 'from', 'duration'], rows);
}

/** The load of each bus over the run, in at most ten spans of it. */
function loadTable(loads: readonly LoadSample[]): string {
  const end = maximum(loads.map(({ time }) => time));
  const rows = [...new Set(loads.map(({ bus }) => bus))].flatMap((bus) =>
    Array.from({ length: MOST_SPANS }, (_, i) => {
      const [from, to] = [(i * end) / MOST_SPANS, ((i + 1) * end) / MOST_SPANS];
      const span = loads.filter((sample) => sample.bus === bus && sample.time > from && sample.time <= to);
      const shares = span.map(({ load }) => load);
      return shares.length === 0
        ? []
        : [bus, formatDuration(from), formatDuration(to), percent(mean(shares)), percent(maximum(shares))];
    }).filter((row) => row.length > 0),
  );
  return formatTable(['bus', 'from', 'to', 'load', 'highest'], rows);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
