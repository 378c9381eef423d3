/**
 * Numbers, times and units as text for people. Numbers are for tabular figures: a value that changes keeps its count of decimals,
 * and a minus is the minus sign, as wide as the digits around it.
 */

/** What stands where there is no value. */
export const NOTHING = '–';

const MINUS = '\u2212';

/** From this size on fixed decimals say nothing and take all the room. */
const LARGE = 1e7;

/** With a fixed count of decimals: 1.230, −0.500; 0.000 never has a minus; huge values as 1.23e9. */
export function formatNumber(value: number | null | undefined, digits = 3): string {
  const special = specialNumber(value);
  if (special !== undefined) return special;
  const size = Math.abs(value!);
  const text = size >= LARGE ? size.toExponential(digits).replace('e+', 'e') : size.toFixed(digits);
  return value! < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** With a count of digits that mean something, for values of unknown size: 0.0004821, 12.35, 48210, 4.821e−5. */
export function formatSignificant(value: number | null | undefined, digits = 4): string {
  const special = specialNumber(value);
  if (special !== undefined) return special;
  const size = Math.abs(value!);
  const rounded = Number(size.toPrecision(digits));
  const text =
    rounded !== 0 && (rounded < 1e-4 || rounded >= LARGE)
      ? rounded.toExponential().replace('e+', 'e').replace('-', MINUS)
      : String(rounded);
  return value! < 0 && rounded !== 0 ? MINUS + text : text;
}

function specialNumber(value: number | null | undefined): string | undefined {
  if (value === null || value === undefined || value !== value) return NOTHING;
  if (value === Infinity) return '∞';
  return value === -Infinity ? `${MINUS}∞` : undefined;
}

/** m:ss.mmm of seconds, rounded to the millisecond: 1:05.250. */
export function formatTime(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NOTHING;
  const milliseconds = Math.round(Math.abs(seconds) * 1e3);
  const rest = milliseconds % 60_000;
  const text = `${(milliseconds - rest) / 60_000}:${(rest / 1e3).toFixed(3).padStart(6, '0')}`;
  return seconds < 0 && milliseconds > 0 ? MINUS + text : text;
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/** A unit as printed: m/s^2 as m/s², deg as °, N*m as N·m; nothing for a number without one. */
export function formatUnit(unit: string | undefined): string {
  if (unit === undefined || unit === '1' || unit === '-') return '';
  return unit
    .replace(/\bdeg\b/g, '°')
    .replace(/\bohm\b/gi, 'Ω')
    .replace(/\bu(?=[msAVN]\b)/g, 'µ')
    .replaceAll('*', '·')
    .replace(/\^(-?\d+)/g, (_, power: string) => Array.from(power, (digit) => SUPERSCRIPTS[digit]).join(''));
}

/** A value and its unit, with the space that belongs between them: 3.2 m/s, 45°. */
export function withUnit(text: string, unit: string | undefined): string {
  const printed = formatUnit(unit);
  if (printed === '' || text === NOTHING) return text;
  return printed === '°' ? text + printed : `${text}\u00a0${printed}`;
}
