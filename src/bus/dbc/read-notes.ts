/** CM_, VAL_, VAL_TABLE_ and SIG_VALTYPE_: what is said of messages and signals elsewhere in the file. */
import type { DbcAttributes, DbcSignal, DbcValues } from './database.ts';
import type { DatabaseIndex } from './database-index.ts';
import type { Reader } from './read-dbc.ts';
import { readFileId } from './read-message.ts';
import type { DbcScanner } from './scanner.ts';

/** Who is meant by `BU_ name`, `BO_ id`, `SG_ id name` or `EV_ name`. */
export type OwnerReference = (index: DatabaseIndex) => { comment?: string; attributes: DbcAttributes } | undefined;

/** Undefined where none of these stands there: the whole bus is meant. `what` is for a sentence. */
export function readOwner(scanner: DbcScanner): { find: OwnerReference; what: string } | undefined {
  if (scanner.skip('BU_')) {
    const name = scanner.word('the name of a node');
    return { find: ({ nodes }) => nodes.get(name), what: `node ${name}` };
  }
  if (scanner.skip('BO_')) {
    const file = readFileId(scanner);
    return { find: ({ messages }) => messages.get(file), what: `message ${file}` };
  }
  if (scanner.skip('EV_')) {
    const name = scanner.word('the name of an environment variable');
    return { find: ({ variables }) => variables.get(name), what: `environment variable ${name}` };
  }
  if (!scanner.skip('SG_')) return undefined;
  const file = readFileId(scanner);
  const name = scanner.word('the name of a signal');
  return { find: (index) => signalOf(index, file, name), what: `signal ${name} in a message ${file}` };
}

function signalOf(index: DatabaseIndex, file: number, name: string): DbcSignal | undefined {
  const message = index.messages.get(file);
  return message && index.signal(message, name);
}

export function readComment({ scanner, database, notes, later }: Reader): void {
  const { line } = scanner;
  const owner = readOwner(scanner);
  const comment = scanner.string('the comment, a text in quotes');
  scanner.mark(';');
  if (owner === undefined) return void (database.comment = comment);
  later.push((index) => {
    const found = owner.find(index);
    if (found === undefined) notes.add(line, `there is no ${owner.what}`);
    else found.comment = comment;
  });
}

export function readValueTable({ scanner, database, notes }: Reader): void {
  const name = scanner.word('the name of the table');
  database.valueTables.push({ name, values: readMeanings({ scanner, notes }) });
}

export function readValues({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const file = scanner.kind === 'number' ? readFileId(scanner) : undefined;
  const name = scanner.word('the name of a signal or an environment variable');
  const values = readMeanings({ scanner, notes });
  later.push((index) => {
    const found = file === undefined ? index.variables.get(name) : signalOf(index, file, name);
    if (found === undefined) notes.add(line, `there is no ${name} whose values these could be`);
    else found.values = values;
  });
}

/** `0 "Off" 1 "On" ;`, of which some tools forget the end. */
function readMeanings({ scanner, notes }: Pick<Reader, 'scanner' | 'notes'>): DbcValues {
  const values: DbcValues = [];
  while (scanner.kind !== 'word' && scanner.kind !== 'end' && !scanner.is(';')) {
    const raw = scanner.number('a raw value or ";"');
    values.push([raw, scanner.string('its meaning, a text in quotes')]);
  }
  if (!scanner.skip(';')) notes.add(scanner.lastLine, 'expected ";" after these values');
  return values;
}

const BITS = { float: 32, double: 64 } as const;

export function readSignalEncoding({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const file = readFileId(scanner);
  const name = scanner.word('the name of a signal');
  scanner.skip(':');
  const wrong = scanner.errorHere(`${name} cannot be a floating-point number: 1 takes 32 bits, 2 takes 64`);
  const encoding = (['integer', 'float', 'double'] as const)[scanner.integer('a type of value', 0, 2)];
  scanner.mark(';');
  later.push((index) => {
    const signal = signalOf(index, file, name);
    if (signal === undefined) return notes.add(line, `there is no signal ${name} in a message ${file}`);
    if (encoding !== 'integer' && signal.length !== BITS[encoding]) throw wrong;
    signal.encoding = encoding;
  });
}
