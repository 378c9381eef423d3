/** Colours and places as people write them in a world. */
import { integer, list, param } from '../core/schema.ts';

export const colour = (fallback: readonly number[], doc: string) =>
  list(
    integer(undefined, '', '0 to 255', { min: 0, max: 255 }),
    fallback,
    `${doc}: red, green, blue, each 0 to 255`,
    3,
  );

export const point = (doc: string) => list(param(undefined, 'm', 'x, then y'), undefined, doc, 2);
