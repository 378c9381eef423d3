import type { FieldModel, MessageModel } from './definition-model.ts';

/** One step of src/math/hash.ts on local lanes. */
const foldInto = (low: string, high: string) => [
  `low = Math.imul(low ^ ${low}, 0x9e3779b1);`,
  `high = Math.imul(high ^ ${high}, 0x85ebca77);`,
  'low ^= low >>> 15;',
  'high ^= high >>> 15;',
];

/**
 * `foldX(hash, m)`: the steps of src/math/hash.ts over every field in order, with both lanes kept in local
 * variables and nested messages unrolled. Floats and 64-bit integers fold as doubles, other integers and
 * booleans into both lanes, arrays with variable length after their length.
 */
export function emitFold(model: MessageModel): string[] {
  const emitter = new FoldEmitter();
  emitter.message(model, 'm');
  emitter.spill();
  return [
    `export function fold${model.identifier}(hash: Hash64, m: ${model.identifier}): void {`,
    // engines keep local variables in registers; module variables may be looked up each time
    ...(emitter.usesScratch ? ['  const float64 = scratch;', '  const words = scratchWords;'] : []),
    ...emitter.lines.map((line) => `  ${line}`),
    '}',
  ];
}

class FoldEmitter {
  readonly lines: string[] = [];
  usesScratch = false;
  private lanes: 'undeclared' | 'local' | 'stored' = 'undeclared';

  message(model: MessageModel, object: string): void {
    for (const field of model.fields) this.field(field, object);
  }

  /** Brings the lanes back into the hash before a function that folds by itself. */
  spill(): void {
    if (this.lanes !== 'local') return;
    this.lines.push('hash.low = low;', 'hash.high = high;');
    this.lanes = 'stored';
  }

  private local(): void {
    if (this.lanes === 'undeclared') this.lines.push('let low = hash.low;', 'let high = hash.high;');
    if (this.lanes === 'stored') this.lines.push('low = hash.low;', 'high = hash.high;');
    this.lanes = 'local';
  }

  private field(field: FieldModel, object: string): void {
    const { name, primitive, message, array } = field;
    const value = `${object}.${name}`;
    const local = `${object}_${name}`;
    if (array === undefined && primitive) {
      this.scalar(field, value);
      return;
    }
    if (array === undefined) {
      this.lines.push(`const ${local} = ${value};`);
      this.message(message!, local);
      return;
    }
    if (field.wireType === 'uint8') {
      this.spill();
      this.lines.push(`foldBytes(hash, ${value});`);
      return;
    }

    this.lines.push(`const ${local} = ${value};`);
    if (array === true) {
      this.local();
      this.lines.push(...foldInto(`${local}.length`, `${local}.length`));
    }
    const loop = `for (let i = 0; i < ${array === true ? `${local}.length` : array}; i++)`;
    if (message || primitive!.kind === 'string') {
      this.spill();
      this.lines.push(`${loop} fold${message?.identifier ?? 'String'}(hash, ${local}[i]);`);
    } else {
      this.local();
      this.lines.push(`${loop} {`);
      this.scalar(field, `${local}[i]`, '  ');
      this.lines.push('}');
    }
  }

  private scalar({ primitive, wireType }: FieldModel, value: string, indent = ''): void {
    if (primitive!.kind === 'string') {
      this.spill();
      this.lines.push(`foldString(hash, ${value});`);
      return;
    }
    this.local();
    const statements: string[] = [];
    if (primitive!.kind === 'boolean') {
      statements.push(...foldInto(`(${value} ? 1 : 0)`, `(${value} ? 1 : 0)`));
    } else if (primitive!.kind === 'integer' && !wireType.endsWith('64')) {
      statements.push(...foldInto(value, value));
    } else {
      this.usesScratch = true;
      statements.push(`float64[0] = ${value};`);
      // all NaNs fold alike; a 64-bit integer is never NaN
      if (primitive!.kind === 'number') statements.push(`if (${value} !== ${value}) storeCanonicalNan();`);
      statements.push(...foldInto('words[0]', 'words[1]'));
    }
    this.lines.push(...statements.map((statement) => indent + statement));
  }
}
