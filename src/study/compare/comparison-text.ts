/** Numbers and values of a comparison as people read them. */

/** Four significant digits and a typographic minus; a dash where there is no number. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replaceAll('-', '−');
}

/** `speed [m/s]`, or `20 m/s` without brackets. */
export function unitText(name: string, unit: string, bracket: '[' | '' = '['): string {
  if (unit === '') return name;
  return [name, bracket === '[' ? `[${unit}]` : unit].filter((part) => part !== '').join(' ');
}

/** Any value of a scenario, short enough for a cell. */
export function valueText(value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'number') return String(Number(value.toPrecision(12))).replaceAll('-', '−');
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'number') && value.length <= 4)
    return `[${value.map(valueText).join(', ')}]`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null)
    return 'type' in value && typeof value.type === 'string' ? value.type : shortJson(value);
  return String(value);
}

/** What is too long to read is only said to be there. */
const shortJson = (value: object): string => {
  const text = JSON.stringify(value);
  return text.length > 48 ? 'given' : text;
};
