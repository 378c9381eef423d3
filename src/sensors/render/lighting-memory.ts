/** Where light on the ground is worked out: the fields of assembly/light.as, and rooms for nodes and lamps. */

/** Lamps that can light a picture. */
export const MOST_LAMPS = 64;
/** Pixels between nodes. */
const STEP = 4;
const FIELD_BYTES = 27 * 4;
const LAMP_NUMBERS = 8;

/** Vectors of four nodes in a row, two nodes further than eight pixels at a time need; and rows. */
const groupsOf = (width: number): number => Math.ceil((2 * Math.ceil(width / 8) + 2) / 4);
const rowsOf = (height: number): number => Math.ceil(height / STEP) + 1;

/** Bytes of each room. */
export function lightingRooms(width: number, height: number, isLit: boolean) {
  const groups = isLit ? groupsOf(width) : 0;
  const nodes = 4 * groups * rowsOf(height);
  return {
    lighting: FIELD_BYTES,
    rays: 12 * nodes,
    factors: 8 * nodes,
    lights: 8 * nodes,
    lamps: isLit ? 4 * LAMP_NUMBERS * MOST_LAMPS : 0,
    nodeRow: 64 * groups,
  };
}

type Room = keyof ReturnType<typeof lightingRooms>;

export class LightingMemory {
  readonly address: number;
  readonly groups: number;
  readonly rows: number;
  /** Per vector of nodes four x, four y, four z. */
  readonly rays: Float32Array;
  /** Per lamp x, y, height, 0, intensity of three channels, 0. */
  readonly lamps: Float32Array;
  readonly integers: Int32Array;
  readonly numbers: Float32Array;

  constructor(width: number, height: number, buffer: ArrayBufferLike, at: Readonly<Record<Room, number>>) {
    this.address = at.lighting;
    this.groups = groupsOf(width);
    this.rows = rowsOf(height);
    this.rays = new Float32Array(buffer, at.rays, 12 * this.groups * this.rows);
    this.lamps = new Float32Array(buffer, at.lamps, LAMP_NUMBERS * MOST_LAMPS);
    this.integers = new Int32Array(buffer, at.lighting, FIELD_BYTES / 4);
    this.numbers = new Float32Array(buffer, at.lighting, FIELD_BYTES / 4);
    this.integers.set([this.groups, this.rows, at.rays, at.factors, at.lights, at.lamps]);
    this.integers[Field.ROW] = at.nodeRow;
  }
}

/** Indices of what changes, in 32-bit numbers. */
export const enum Field {
  LAMP_COUNT = 6,
  IS_WET,
  EAST,
  NORTH = 11,
  UP = 14,
  HEIGHT = 17,
  FAR,
  DAYLIGHT,
  ALBEDO,
  ROUGHNESS,
  SKY,
  ROW = 25,
}
