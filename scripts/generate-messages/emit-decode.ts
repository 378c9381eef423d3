import { fullName, type FieldModel, type MessageModel } from './definition-model.ts';
import { WireCursor } from './wire-cursor.ts';

/**
 * `decodeX(view, o, base, end, little, m)`: reads the body at `o`, aligned relative to `base`, and returns where
 * it ends. Nothing is read at or after `end`, and no array is made before its bytes are known to be there.
 */
export function emitDecode(model: MessageModel, startsAnywhere: boolean): string[] {
  const emitter = new DecodeEmitter(fullName(model), startsAnywhere);
  emitter.message(model, 'm');
  emitter.cursor.flush();
  const { identifier } = model;
  const uses = (name: string) => emitter.cursor.lines.some((line) => new RegExp(`\\b${name}\\b`).test(line));
  const parameters = [
    'view: DataView',
    'o: number',
    `${uses('base') ? 'base' : '_base'}: number`,
    'end: number',
    `${uses('little') ? 'little' : '_little'}: boolean`,
    `m: ${identifier}`,
  ];
  return [
    `export function decode${identifier}(${parameters.join(', ')}): number {`,
    ...emitter.cursor.lines.map((line) => `  ${line}`),
    '  return o;',
    '}',
  ];
}

const alignment = (to: number) => `o = base + ((o - base + ${to - 1}) & -${to});`;

class DecodeEmitter {
  readonly cursor: WireCursor;

  constructor(
    private readonly name: string,
    startsAnywhere: boolean,
  ) {
    this.cursor = new WireCursor(startsAnywhere ? 1 : 8, 0, {
      pad: () => [],
      align: alignment,
      beforeRun: (length) => [this.need(`${length}`)],
    });
  }

  message(model: MessageModel, object: string): void {
    for (const field of model.fields) this.field(field, object);
  }

  private need(bytes: string): string {
    return `if (${bytes} > end - o) runsOut('${this.name}', ${bytes}, end - o);`;
  }

  private field(field: FieldModel, object: string): void {
    const { name, primitive, message, array } = field;
    const { cursor } = this;
    const value = `${object}.${name}`;
    const local = `${object}_${name}`;
    if (array === true) {
      this.variableArray(field, value, local);
    } else if (array !== undefined) {
      this.fixedArray(field, array, value, local);
    } else if (message) {
      cursor.add(`const ${local} = ${value};`);
      this.message(message, local);
    } else if (primitive!.kind === 'string') {
      const count = `${local}_size`;
      cursor.add(`const ${count} = view.getUint32(${cursor.take(4)}, little);`);
      cursor.dynamic(1, this.need(count), `${value} = readText(view, o, ${count}, ${value});`, `o += ${count};`);
    } else {
      cursor.add(`${value} = ${primitive!.read(cursor.take(primitive!.size))};`);
    }
  }

  private fixedArray({ primitive, message }: FieldModel, length: number, value: string, local: string): void {
    const { cursor } = this;
    if (message || primitive!.kind === 'string') {
      cursor.dynamic(1, `const ${local} = ${value};`, ...this.elements(message, local, `${length}`));
      return;
    }
    const { size, array } = primitive!;
    const start = cursor.take(size, size * length);
    const fresh = array ? `(${value} = new ${array}(${length}))` : `(${value} = [])`;
    cursor.add(`const ${local} = ${value}.length === ${length} ? ${value} : ${fresh};`);
    cursor.add(`for (let i = 0; i < ${length}; i++) ${local}[i] = ${primitive!.read(`${start} + ${size} * i`)};`);
  }

  private variableArray({ primitive, message, wireType }: FieldModel, value: string, local: string): void {
    const { cursor } = this;
    const count = `${local}_count`;
    cursor.add(`const ${count} = view.getUint32(${cursor.take(4)}, little);`);
    cursor.flush();

    if (message || primitive!.kind === 'string') {
      const least = message ? leastSize(message) : 4;
      const elements = this.elements(message, local, count);
      cursor.dynamic(1, this.need(`${least} * ${count}`), `const ${local} = ${value};`, ...elements);
      return;
    }
    const { size, array } = primitive!;
    const statements: string[] = [];
    if (size === 8 && !cursor.isAligned(8)) statements.push(`if (${count} > 0) ${alignment(8)}`);
    statements.push(this.need(size === 1 ? count : `${size} * ${count}`));
    if (wireType === 'uint8') {
      statements.push(`${value} = readBytes(view, o, ${count});`, `o += ${count};`);
    } else {
      const fresh = array ? `(${value} = new ${array}(${count}))` : `(${value} = [])`;
      statements.push(`const ${local} = ${value}.length === ${count} ? ${value} : ${fresh};`);
      statements.push(`for (let i = 0; i < ${count}; i++, o += ${size}) ${local}[i] = ${primitive!.read('o')};`);
    }
    cursor.dynamic(size, ...statements);
  }

  /** Strings and messages one by one, so that garbage ends the loop as soon as its bytes run out. */
  private elements(message: MessageModel | undefined, local: string, count: string): string[] {
    const trim = `if (${local}.length > ${count}) ${local}.length = ${count};`;
    if (message) {
      const { identifier } = message;
      return [
        `for (let i = 0; i < ${count}; i++) {`,
        `  if (i === ${local}.length) ${local}.push(create${identifier}());`,
        `  o = decode${identifier}(view, o, base, end, little, ${local}[i]);`,
        '}',
        trim,
      ];
    }
    return [
      `for (let i = 0; i < ${count}; i++) {`,
      `  ${alignment(4)}`,
      `  ${this.need('4')}`,
      '  const size = view.getUint32(o, little);',
      '  o += 4;',
      `  ${this.need('size')}`,
      `  ${local}[i] = readText(view, o, size, i < ${local}.length ? ${local}[i] : '');`,
      '  o += size;',
      '}',
      trim,
    ];
  }
}

/** The fewest bytes a message can take, padding aside. */
function leastSize(model: MessageModel): number {
  return model.fields.reduce((sum, { primitive, message, array }) => {
    if (array === true) return sum + 4;
    return sum + (array ?? 1) * (message ? leastSize(message) : primitive!.size);
  }, 0);
}
