/**
 * Values over time, as data:
 *
 *   20                                               always this
 *   { sine: { mean: 10, amplitude: 2, period: 4 } }  mean + amplitude sin(2π t / period + phase)
 *   { ramp: { from: 0, to: 30, duration: 10 } }      along a straight line, then `to`; over and over where it says `repeat`
 *   { sequence: { values: [1, 2, 5], each: 0.5 } }   one after the other, over and over
 *
 * t is simulated time [s].
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { Fields, GroupSchema, ValueOf } from '../../core/schema.ts';
import { flag, group, list, param, parse } from '../../core/schema.ts';
import { isTree } from '../../core/tree.ts';
import { sin } from '../../math/trig.ts';

const sine = group(
  {
    mean: param(0, '', 'about which it swings'),
    amplitude: param(1, '', 'how far it swings'),
    period: param(1, 's', 'of one swing', { above: 0 }),
    phase: param(0, 'rad', 'at the beginning'),
  },
  'a sine',
);
const ramp = group(
  {
    from: param(0, '', 'value at the beginning'),
    to: param(1, '', 'value at the end'),
    duration: param(1, 's', 'from the one to the other', { above: 0 }),
    repeat: flag(false, 'whether it begins again'),
  },
  'a ramp',
);
const sequence = group(
  {
    values: list(param(undefined, '', 'a value'), undefined, 'one after the other', 1),
    each: param(1, 's', 'how long each lasts', { above: 0 }),
  },
  'a sequence',
);

const SHAPES: Readonly<Record<string, GroupSchema<Fields>>> = { sine, ramp, sequence };

export type Waveform = (t: number) => number;

/** Throws InputError for what is no waveform. */
export function waveform(value: unknown, path: string): Waveform {
  if (typeof value === 'number' && Number.isFinite(value)) return () => value;
  if (typeof value === 'boolean') return () => (value ? 1 : 0);
  const [shape, ...rest] = isTree(value) ? Object.keys(value) : [];
  if (shape === undefined || rest.length > 0 || !Object.hasOwn(SHAPES, shape))
    throw new InputError(path, `expected a number or one of { sine }, { ramp }, { sequence }, got ${quote(value)}`);
  const given = (value as Record<string, unknown>)[shape];
  const at = `${path}.${shape}`;
  if (shape === 'sine') return sineWave(parse(sine, given, at));
  return shape === 'ramp' ? rampWave(parse(ramp, given, at)) : sequenceWave(parse(sequence, given, at));
}

const sineWave =
  ({ mean, amplitude, period, phase }: ValueOf<typeof sine>): Waveform =>
  (t) =>
    mean + amplitude * sin((2 * Math.PI * t) / period + phase);

const rampWave =
  ({ from, to, duration, repeat }: ValueOf<typeof ramp>): Waveform =>
  (t) => {
    const share = repeat ? t / duration - Math.floor(t / duration) : Math.min(1, t / duration);
    return from + (to - from) * share;
  };

// at a multiple of `each`, the next value: sums of periods may be a little less
const sequenceWave =
  ({ values, each }: ValueOf<typeof sequence>): Waveform =>
  (t) =>
    values[Math.floor(t / each + 1e-9) % values.length];
