import type { FieldModel, MessageModel } from './definition-model.ts';
import { WireCursor } from './wire-cursor.ts';

/**
 * `encodeX(view, o, base, m)`: writes the body at `o`, aligned relative to `base`, and returns the end;
 * `boundX(m)`: an upper bound of the bytes it writes.
 */
export function emitEncode(model: MessageModel, startsAnywhere: boolean): string[] {
  const emitter = new EncodeEmitter(startsAnywhere);
  emitter.message(model, 'm', 'm');
  emitter.cursor.flush();
  const { identifier } = model;
  const usesBase = emitter.cursor.lines.some((line) => /\bbase\b/.test(line));
  return [
    `export function bound${identifier}(${emitter.terms.length > 0 ? 'm' : '_m'}: ${identifier}): number {`,
    ...boundBody(emitter),
    '}',
    '',
    `export function encode${identifier}(view: DataView, o: number, ${usesBase ? 'base' : '_base'}: number, m: ${identifier}): number {`,
    ...emitter.cursor.lines.map((line) => `  ${line}`),
    '  return o;',
    '}',
  ];
}

function boundBody({ constant, terms }: EncodeEmitter): string[] {
  if (terms.length === 0) return [`  return ${constant};`];
  return [`  let size = ${constant};`, ...terms.map((term) => `  ${term}`), '  return size;'];
}

class EncodeEmitter {
  /** The bytes that do not depend on the data, with the worst padding. */
  constant = 0;
  /** Statements that add the bytes that do. */
  readonly terms: string[] = [];
  readonly cursor: WireCursor;

  constructor(startsAnywhere: boolean) {
    this.cursor = new WireCursor(startsAnywhere ? 1 : 8, 0, {
      // padding is written, so that equal messages are equal bytes in any buffer
      pad: padWithZeros,
      align: (to) => {
        this.constant += to - 1;
        return `o = align${to}(view, o, base);`;
      },
      beforeRun: (length) => {
        this.constant += length;
        return [];
      },
    });
  }

  message(model: MessageModel, object: string, path: string): void {
    for (const field of model.fields) this.field(field, object, path);
  }

  private field(field: FieldModel, object: string, path: string): void {
    const { name, primitive, message, array } = field;
    const { cursor } = this;
    const value = `${object}.${name}`;
    const local = `${object}_${name}`;
    const place = `${path}.${name}`;

    if (array !== undefined) {
      cursor.add(`const ${local} = ${value};`);
      this.array(field, local, place);
    } else if (message) {
      cursor.add(`const ${local} = ${value};`);
      this.message(message, local, place);
    } else if (primitive!.kind === 'string') {
      cursor.take(4, 0);
      cursor.dynamic(1, `o = writeString(view, o, ${value});`);
      this.constant += 5;
      this.terms.push(`size += 3 * ${place}.length;`);
    } else {
      cursor.add(primitive!.write(cursor.take(primitive!.size), value));
    }
  }

  private array({ primitive, message, array }: FieldModel, local: string, place: string): void {
    const { cursor } = this;
    const length = array === true ? `${local}.length` : `${array}`;
    if (array === true) cursor.add(`view.setUint32(${cursor.take(4)}, ${length}, true);`);
    const loop = (step: string) => `for (let i = 0; i < ${length}; i++${step})`;

    if (message) {
      cursor.dynamic(1, `${loop('')} o = encode${message.identifier}(view, o, base, ${local}[i]);`);
      this.terms.push(`for (const element of ${place}) size += bound${message.identifier}(element);`);
      return;
    }
    if (primitive!.kind === 'string') {
      cursor.dynamic(1, `${loop('')} o = writeString(view, align4(view, o, base), ${local}[i]);`);
      this.terms.push(`for (const text of ${place}) size += 3 * text.length + 8;`);
      return;
    }

    const { size } = primitive!;
    if (array !== true) {
      const start = cursor.take(size, size * array!);
      const position = `${start} + ${size} * i`;
      if (primitive!.kind === 'number') cursor.add(...floatLoop(size, loop(''), position, local, start));
      else cursor.add(`${loop('')} ${primitive!.write(position, `${local}[i]`)}`);
      return;
    }
    this.terms.push(`size += ${size === 1 ? '' : `${size} * `}${place}.length;`);
    if (size === 1 && primitive!.array) {
      cursor.dynamic(1, `o = writeBytes(view, o, ${local});`);
      return;
    }
    const step = loop(`, o += ${size}`);
    const statements =
      primitive!.kind === 'number'
        ? floatLoop(size, step, 'o', local, `o - ${size} * ${length}`)
        : [`${step} ${primitive!.write('o', `${local}[i]`)}`];
    cursor.flush();
    if (size === 8 && !cursor.isAligned(8)) {
      this.constant += 7;
      statements.unshift(`if (${length} > 0) o = align8(view, o, base);`);
    }
    cursor.dynamic(size, ...statements);
  }
}

/** Writes floats as they are, and remembers whether there is a NaN to be made canonical; a sum would tell too, but each addition waits for the last. */
function floatLoop(size: number, loop: string, position: string, local: string, start: string): string[] {
  const bits = 8 * size;
  return [
    `let ${local}_nan = false;`,
    `${loop} {`,
    `  const value = ${local}[i];`,
    `  view.setFloat${bits}(${position}, value, true);`,
    `  if (value !== value) ${local}_nan = true;`,
    '}',
    `if (${local}_nan) canonicalNans${bits}(view, ${start}, ${local});`,
  ];
}

function padWithZeros(position: string, count: number): string[] {
  if (count === 4) return [`view.setUint32(${position}, 0, true);`];
  const offset = (i: number) => (i === 0 ? position : `${position} + ${i}`);
  return Array.from({ length: count }, (_, i) => `view.setUint8(${offset(i)}, 0);`);
}
