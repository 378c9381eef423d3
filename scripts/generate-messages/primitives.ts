/** What the generator must know about each primitive of the ROS 2 interface language. */
export interface Primitive {
  /** Size and alignment on the wire [bytes]; strings vary. */
  readonly size: 1 | 2 | 4 | 8;
  readonly kind: 'number' | 'integer' | 'boolean' | 'string';
  /** The typed array that holds an array of it; absent for booleans and strings, which live in plain arrays. */
  readonly array?: string;
  /** Inclusive range, as source text. */
  readonly range?: readonly [string, string];
  /** An expression that forces a value into the wire type. */
  normalise(value: string): string;
  /** The same for an element on its way into the typed array, which rounds and wraps by itself. */
  normaliseElement(value: string): string;
  /** A statement that writes a value at a byte position. */
  write(position: string, value: string): string;
  /** An expression that reads a normalised value from a byte position. */
  read(position: string): string;
}

const integer = (size: 1 | 2 | 4, signed: boolean, normalise: (value: string) => string): Primitive => {
  const bits = 8 * size;
  const accessor = `${signed ? 'Int' : 'Uint'}${bits}`;
  const littleEndian = (flag: string) => (size === 1 ? '' : `, ${flag}`);
  const span = 2 ** bits;
  return {
    size,
    kind: 'integer',
    array: `${accessor}Array`,
    range: signed ? [`${-span / 2}`, `${span / 2 - 1}`] : ['0', `${span - 1}`],
    normalise,
    normaliseElement: (value) => value,
    write: (position, value) => `view.set${accessor}(${position}, ${value}${littleEndian('true')});`,
    read: (position) => `view.get${accessor}(${position}${littleEndian('little')})`,
  };
};

// 64-bit integers are numbers, exact below 2⁵³, written as two words
const wideInteger = (name: 'Int64' | 'Uint64'): Primitive => ({
  size: 8,
  kind: 'integer',
  array: 'Float64Array',
  range: [name === 'Int64' ? 'Number.MIN_SAFE_INTEGER' : '0', 'Number.MAX_SAFE_INTEGER'],
  normalise: (value) => `to${name}(${value})`,
  normaliseElement: (value) => `to${name}(${value})`,
  write: (position, value) => `write64(view, ${position}, ${value});`,
  read: (position) => `read${name}(view, ${position}, little)`,
});

// adding 0 turns −0 into 0
const float = (size: 4 | 8): Primitive => ({
  size,
  kind: 'number',
  array: `Float${8 * size}Array`,
  normalise: (value) => (size === 4 ? `Math.fround(${value}) + 0` : `${value} + 0`),
  normaliseElement: (value) => `${value} + 0`,
  write: (position, value) => `view.setFloat${8 * size}(${position}, canonical(${value}), true);`,
  read: (position) => `view.getFloat${8 * size}(${position}, little) + 0`,
});

const boolean: Primitive = {
  size: 1,
  kind: 'boolean',
  normalise: (value) => `!!${value}`,
  normaliseElement: (value) => `!!${value}`,
  write: (position, value) => `view.setUint8(${position}, ${value} ? 1 : 0);`,
  read: (position) => `view.getUint8(${position}) !== 0`,
};

const string: Primitive = {
  size: 4,
  kind: 'string',
  normalise: (value) => value,
  normaliseElement: (value) => value,
  write: () => {
    throw new Error('Strings have no fixed place on the wire.');
  },
  read: () => {
    throw new Error('Strings have no fixed place on the wire.');
  },
};

export const primitives: ReadonlyMap<string, Primitive> = new Map([
  ['bool', boolean],
  ['int8', integer(1, true, (value) => `(${value} << 24) >> 24`)],
  ['uint8', integer(1, false, (value) => `${value} & 0xff`)],
  ['int16', integer(2, true, (value) => `(${value} << 16) >> 16`)],
  ['uint16', integer(2, false, (value) => `${value} & 0xffff`)],
  ['int32', integer(4, true, (value) => `${value} | 0`)],
  ['uint32', integer(4, false, (value) => `${value} >>> 0`)],
  ['int64', wideInteger('Int64')],
  ['uint64', wideInteger('Uint64')],
  ['float32', float(4)],
  ['float64', float(8)],
  ['string', string],
]);
