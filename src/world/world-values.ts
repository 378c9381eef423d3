/** Checked colours and points, from the lists people write. */
import { InputError } from '../core/input-error.ts';
import type { Colour } from './scene.ts';

export function colourOf(value: readonly number[], path: string): Colour {
  if (value.length !== 3) throw new InputError(path, `expected red, green and blue, got ${value.length} numbers`);
  return [value[0], value[1], value[2]];
}

export function pointOf(value: readonly number[], path: string): readonly [number, number] {
  if (value.length !== 2) throw new InputError(path, `expected x and y, got ${value.length} numbers`);
  return [value[0], value[1]];
}

/** x₀, y₀, x₁, y₁ … */
export const pointsOf = (value: readonly (readonly number[])[], path: string): Float64Array =>
  Float64Array.from(value.flatMap((point, i) => pointOf(point, `${path}[${i}]`)));
