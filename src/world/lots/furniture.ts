/** What stands around slots and never moves: kerbs, wheel stops, pillars and walls, as boxes. */
import { InputError } from '../../core/input-error.ts';
import { HALF_PI } from '../../math/angle.ts';
import { atan2 } from '../../math/trig.ts';
import { colourOf, pointOf } from '../world-values.ts';
import type { Colour } from '../scene.ts';
import type { LotDocument, RowDocument } from './lot-schema.ts';
import { placeInRow, rowAxes } from './slot.ts';

export type ThingKind = 'vehicle' | 'wall' | 'pillar' | 'kerb' | 'wheel stop';

/** An upright box that stands in a lot: where its middle is in map, the direction of its length, and its size [m, rad]. */
export interface LotThing {
  readonly name: string;
  readonly kind: ThingKind;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

export interface PaintedThing extends LotThing {
  readonly colour: Colour;
}

/** Kerb, wheel stops and pillars of a row. */
export function rowFurniture(row: RowDocument, name: string, path: string): PaintedThing[] {
  return [...kerbOf(row, name, path), ...wheelStopsOf(row, name, path), ...pillarsOf(row, name, path)];
}

function kerbOf(row: RowDocument, name: string, path: string): PaintedThing[] {
  const { kerb } = row;
  if (kerb === undefined) return [];
  const axes = rowAxes(row);
  const length = row.slots * row.pitch;
  const [x, y] = placeInRow(row, axes, length / 2, row.depth + (kerb.gap + kerb.width / 2) / axes.slant);
  return [
    {
      name: `${name}kerb`,
      kind: 'kerb',
      x,
      y,
      yaw: row.heading,
      length,
      width: kerb.width,
      height: kerb.height,
      colour: colourOf(kerb.colour, `${path}.kerb.colour`),
    },
  ];
}

function wheelStopsOf(row: RowDocument, name: string, path: string): PaintedThing[] {
  const { wheelStops: stops } = row;
  if (stops === undefined) return [];
  if (row.kind === 'parallel')
    throw new InputError(
      `${path}.wheelStops`,
      'expected none in a parallel row, where cars do not drive up to the back',
    );
  const axes = rowAxes(row);
  const room = row.pitch * axes.slant;
  if (stops.length >= room)
    throw new InputError(
      `${path}.wheelStops.length`,
      `expected less than the ${room} m of a slot, got ${stops.length}`,
    );
  const colour = colourOf(stops.colour, `${path}.wheelStops.colour`);
  return Array.from({ length: row.slots }, (_, k): PaintedThing => {
    const [x, y] = placeInRow(row, axes, (k + 0.5) * row.pitch, row.depth - stops.fromBack);
    return {
      name: `${name}stop_${k + 1}`,
      kind: 'wheel stop',
      x,
      y,
      yaw: axes.direction + HALF_PI,
      length: stops.length,
      width: stops.width,
      height: stops.height,
      colour,
    };
  });
}

function pillarsOf(row: RowDocument, name: string, path: string): PaintedThing[] {
  const { pillars } = row;
  if (pillars === undefined) return [];
  const axes = rowAxes(row);
  const colour = colourOf(pillars.colour, `${path}.pillars.colour`);
  return Array.from({ length: Math.floor(row.slots / pillars.every) + 1 }, (_, k): PaintedThing => {
    const [x, y] = placeInRow(row, axes, k * pillars.every * row.pitch, pillars.setback);
    return {
      name: `${name}pillar_${k + 1}`,
      kind: 'pillar',
      x,
      y,
      yaw: axes.direction,
      length: pillars.size,
      width: pillars.size,
      height: pillars.height,
      colour,
    };
  });
}

export function wallsOf(walls: LotDocument['walls'], name: string, path: string): PaintedThing[] {
  return walls.map((wall, i): PaintedThing => {
    const [fromX, fromY] = pointOf(wall.from, `${path}[${i}].from`);
    const [toX, toY] = pointOf(wall.to, `${path}[${i}].to`);
    const [dx, dy] = [toX - fromX, toY - fromY];
    if (dx === 0 && dy === 0) throw new InputError(`${path}[${i}].to`, 'expected another place than where it begins');
    return {
      name: `${name}wall_${i + 1}`,
      kind: 'wall',
      x: (fromX + toX) / 2,
      y: (fromY + toY) / 2,
      yaw: atan2(dy, dx),
      length: Math.sqrt(dx * dx + dy * dy),
      width: wall.thickness,
      height: wall.height,
      colour: colourOf(wall.colour, `${path}[${i}].colour`),
    };
  });
}
