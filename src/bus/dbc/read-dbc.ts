/**
 * Reads DBC files. Statements may come in any order; what is said of something that is not there (a comment on a message that was
 * taken out, say) is passed over with a note, as real files have such leftovers. Anything else that is wrong is one sentence with line
 * and column. Takes time in proportion to the length of the file.
 */
import type { Place } from '../../core/places.ts';
import type { DbcDatabase } from './database.ts';
import { DatabaseIndex } from './database-index.ts';
import { NoteList } from './notes.ts';
import { readAttribute, readAttributeDefault, readAttributeDefinition } from './read-attributes.ts';
import { readEnvironmentVariable, readMessage, readOtherSenders, readSignalGroup } from './read-message.ts';
import { checkMultiplexing, readMultiplexing } from './read-multiplexing.ts';
import { readComment, readSignalEncoding, readValues, readValueTable } from './read-notes.ts';
import { DbcScanner } from './scanner.ts';

export interface DbcReading {
  readonly database: DbcDatabase;
  /** What was passed over, one sentence each; of very many, the first. */
  readonly notes: readonly string[];
}

/** What the readers of statements share. */
export interface Reader {
  readonly scanner: DbcScanner;
  readonly database: DbcDatabase;
  readonly notes: NoteList;
  /** By their identifiers, where the messages so far stand in the file. */
  readonly places: Map<number, Place>;
  /** What can only be done when every message is known. */
  readonly later: ((index: DatabaseIndex) => void)[];
}

/** Bytes are UTF-8 where they can be, else Windows-1252, which older tools write. */
export function readDbc(source: string | Uint8Array, file: string): DbcReading {
  const text = typeof source === 'string' ? source : decodeText(source);
  const scanner = new DbcScanner(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), file);
  const reader: Reader = { scanner, database: emptyDatabase(), notes: new NoteList(), places: new Map(), later: [] };
  while (scanner.kind !== 'end') readStatement(reader);
  const index = new DatabaseIndex(reader.database);
  for (const finish of reader.later) finish(index);
  for (const [file, place] of reader.places) checkMultiplexing(index.messages.get(file)!, place);
  return { database: reader.database, notes: reader.notes.sentences };
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const emptyDatabase = (): DbcDatabase => ({
  version: '',
  newSymbols: [],
  bitTiming: '',
  nodes: [],
  valueTables: [],
  messages: [],
  environmentVariables: [],
  attributeDefinitions: [],
  attributes: new Map(),
  kept: [],
});

const STATEMENTS: ReadonlyMap<string, (reader: Reader) => void> = new Map([
  ['VERSION', ({ scanner, database }) => void (database.version = scanner.string('the version, a text in quotes'))],
  ['NS_', readNewSymbols],
  ['BS_', readBitTiming],
  ['BU_', readNodes],
  ['VAL_TABLE_', readValueTable],
  ['BO_', readMessage],
  ['BO_TX_BU_', readOtherSenders],
  ['EV_', readEnvironmentVariable],
  ['ENVVAR_DATA_', readEnvironmentData],
  ['CM_', readComment],
  ['BA_DEF_', readAttributeDefinition],
  ['BA_DEF_DEF_', readAttributeDefault],
  ['BA_', readAttribute],
  ['VAL_', readValues],
  ['SIG_GROUP_', readSignalGroup],
  ['SIG_VALTYPE_', readSignalEncoding],
  ['SG_MUL_VAL_', readMultiplexing],
]);

/** Statements whose contents nobody here needs: they are kept, word by word. */
const KEPT = new Set(
  (
    'SGTYPE_ SIG_TYPE_REF_ SIGTYPE_VALTYPE_ SGTYPE_VAL_ BA_DEF_SGTYPE_ BA_SGTYPE_ BA_DEF_REL_ BA_DEF_DEF_REL_ BA_REL_ ' +
    'BU_SG_REL_ BU_EV_REL_ BU_BO_REL_ EV_DATA_ CAT_DEF_ CAT_ FILTER'
  ).split(' '),
);

function readStatement(reader: Reader): void {
  const { scanner } = reader;
  const keyword = scanner.text;
  if (scanner.kind === 'word' && KEPT.has(keyword)) return keep(reader);
  const read = scanner.kind === 'word' ? STATEMENTS.get(keyword) : undefined;
  if (read === undefined) return scanner.fail('expected a statement such as BO_, CM_ or BA_');
  scanner.advance();
  read(reader);
}

function keep({ scanner, database }: Reader): void {
  const words: string[] = [];
  while (!scanner.is(';')) {
    if (scanner.kind === 'end') scanner.fail('expected ";" after this statement');
    words.push(scanner.written());
    scanner.advance();
  }
  scanner.advance();
  database.kept.push(words.join(' '));
}

/** Keywords, which stand on a line each. */
function readNewSymbols({ scanner, database }: Reader): void {
  scanner.mark(':');
  const first = scanner.lastLine;
  while (scanner.kind === 'word' && scanner.text !== 'BS_' && (scanner.line === first || scanner.isLastOnLine))
    database.newSymbols.push(scanner.word('a keyword'));
}

function readBitTiming({ scanner, database }: Reader): void {
  const { line } = scanner;
  scanner.mark(':');
  const words: string[] = [];
  while (scanner.kind !== 'end' && scanner.line === line) {
    words.push(scanner.written());
    scanner.advance();
  }
  database.bitTiming = words.join(' ').replace(/;$/, '').trim();
}

function readNodes({ scanner, database, notes }: Reader): void {
  scanner.mark(':');
  const known = new Set(database.nodes.map(({ name }) => name));
  while (scanner.kind === 'word' && !STATEMENTS.has(scanner.text) && !KEPT.has(scanner.text)) {
    const { line } = scanner;
    const name = scanner.word('the name of a node');
    scanner.skip(',');
    if (known.has(name)) notes.add(line, `the node ${name} is there already`);
    else database.nodes.push({ name, attributes: new Map() });
    known.add(name);
  }
  scanner.skip(';');
}

function readEnvironmentData({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const name = scanner.word('the name of an environment variable');
  scanner.mark(':');
  const size = scanner.integer('a size in bytes', 0, 0x1_0000_0000);
  scanner.mark(';');
  later.push(({ variables }) => {
    const variable = variables.get(name);
    if (variable === undefined) notes.add(line, `there is no environment variable ${name}`);
    else variable.dataSize = size;
  });
}
