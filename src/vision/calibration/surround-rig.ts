/**
 * Rig files: which boards lay where on the floor around a vehicle, which cameras it has, and which picture shows which board.
 *
 *   board      one pattern for all places
 *   places     of the board's first inner corner in base_link; a row of corners runs along `yaw`, the next row lies to its right
 *   cameras    size and lens of each; its mount as far as it is known, for comparison
 *   pictures   file, camera, place; several pictures of one camera are put together
 */
import { cameraParams } from '../../camera-model/camera-params.ts';
import { InputError, quote } from '../../core/input-error.ts';
import type { ValueOf } from '../../core/schema.ts';
import { choice, group, integer, list, optional, param, parse, text } from '../../core/schema.ts';
import { cos, sin } from '../../math/trig.ts';
import { parseYaml } from '../../scenario/yaml.ts';
import type { Board, BoardView } from './board.ts';

const rigSchema = group(
  {
    board: group(
      {
        kind: choice('chessboard', ['chessboard', 'charuco'], 'what is printed'),
        columns: integer(undefined, '', 'inner corners along a row', { min: 3, max: 100 }),
        rows: integer(undefined, '', 'rows of inner corners', { min: 3, max: 100 }),
        square: param(undefined, 'm', 'side of a square', { above: 0, max: 10 }),
        marker: optional(param(undefined, 'm', 'side of a marker, of ChArUco', { above: 0, max: 10 })),
        dictionary: text('DICT_4X4_50', 'dictionary of the markers, of ChArUco'),
      },
      'the board',
    ),
    places: list(
      group(
        {
          name: text(undefined, 'what pictures call it'),
          x: param(undefined, 'm', 'first inner corner ahead of base_link'),
          y: param(undefined, 'm', 'first inner corner left of it'),
          yaw: param(0, 'rad', 'where a row of corners runs, from ahead to the left'),
        },
        'a place of the board',
      ),
      undefined,
      'where boards lay',
      1,
    ),
    cameras: list(
      group({ name: text(undefined, 'what pictures call it'), ...cameraParams.fields }, 'a camera'),
      undefined,
      'the cameras in the order in which vision/surround has them',
      1,
    ),
    pictures: list(
      group(
        {
          file: text(undefined, 'a PNG beside the rig file'),
          camera: text(undefined, 'name of the camera'),
          place: text(undefined, 'name of the place'),
        },
        'a picture',
      ),
      undefined,
      'what was taken',
      1,
    ),
  },
  'a rig',
);
export type SurroundRig = ValueOf<typeof rigSchema>;
export type RigPlace = SurroundRig['places'][number];

export function parseRig(content: string, file: string): SurroundRig {
  let rig: SurroundRig;
  try {
    rig = parse(rigSchema, parseYaml(content, file), '');
  } catch (error) {
    if (error instanceof InputError && !error.message.startsWith(file)) throw new InputError(file, error.message);
    throw error;
  }
  rig.pictures.forEach(({ camera, place }, i) => {
    if (!rig.cameras.some(({ name }) => name === camera))
      throw new InputError(file, `pictures[${i}].camera: expected the name of a camera, got ${quote(camera)}`);
    if (!rig.places.some(({ name }) => name === place))
      throw new InputError(file, `pictures[${i}].place: expected the name of a place, got ${quote(place)}`);
  });
  const { board } = rig;
  if (board.kind === 'charuco' && !(board.marker !== undefined && board.marker < board.square))
    throw new InputError(
      file,
      `board.marker: expected less than a square, ${board.square} m, got ${quote(board.marker)}`,
    );
  return rig;
}

/** The board of a rig as finders and renderers know boards. */
export function rigBoard({ board: { kind, columns, rows, square, marker, dictionary } }: SurroundRig): Board {
  return kind === 'chessboard'
    ? { kind, columns, rows, square }
    : { kind, columns, rows, square, marker: marker!, dictionary };
}

/** Where corners of a board at this place lie on the floor, x and y in turn [m]. */
export function floorCorners({ x, y, yaw }: RigPlace, { board }: Pick<BoardView, 'board'>): Float64Array {
  const [c, s] = [cos(yaw), sin(yaw)];
  return board.map((value, i) => (i % 2 === 0 ? x + c * value + s * board[i + 1] : y + s * board[i - 1] - c * value));
}
