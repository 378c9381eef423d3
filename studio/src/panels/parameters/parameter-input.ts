/** What somebody typed, as a value for a parameter. Quantities such as `30 deg` or `20 km/h` are understood. */
import { parseQuantity } from '../../../../src/core/quantity.ts';
import type { ParameterView } from '../../players/player.ts';

export type ParsedInput = { readonly value: unknown } | { readonly problem: string };

export function parseInput(text: string, { kind, unit }: Pick<ParameterView, 'kind' | 'unit'>): ParsedInput {
  if (kind === 'text' || kind === 'choice') return { value: text };
  const plain = text.trim().replace('−', '-').replace(',', '.');
  if (kind === 'number' || kind === 'integer') {
    if (plain !== '' && Number.isFinite(Number(plain))) return { value: Number(plain) };
    const quantity = parseQuantity(plain, unit);
    return typeof quantity === 'string' ? { problem: quantity } : { value: quantity };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'expected a value as JSON, such as [1, 2, 3]' };
  }
}

/** A value as somebody would type it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
  return value === undefined ? '' : JSON.stringify(value);
}
