/** BA_DEF_, BA_DEF_DEF_ and BA_: attributes, which tools define as they need them. */
import { suggestion } from '../../core/input-error.ts';
import type { DbcAttributeDefinition, DbcAttributeKind, DbcAttributeOwner, DbcAttributeValue } from './database.ts';
import type { Reader } from './read-dbc.ts';
import { readOwner } from './read-notes.ts';
import type { DbcScanner } from './scanner.ts';

const OWNERS: readonly DbcAttributeOwner[] = ['BU_', 'BO_', 'SG_', 'EV_'];
const KINDS: readonly DbcAttributeKind[] = ['INT', 'HEX', 'FLOAT', 'STRING', 'ENUM'];

export function readAttributeDefinition({ scanner, database }: Reader): void {
  const owner = OWNERS.find((candidate) => scanner.skip(candidate)) ?? '';
  const name = scanner.string('the name of the attribute, a text in quotes');
  const kind = KINDS.find((candidate) => scanner.skip(candidate));
  if (kind === undefined) return scanner.fail(`expected ${KINDS.join(', ')}${suggestion(scanner.text, KINDS)}`);
  const definition: DbcAttributeDefinition = {
    owner,
    name,
    kind,
    options: kind === 'ENUM' ? readOptions(scanner) : [],
  };
  if (kind !== 'ENUM' && kind !== 'STRING' && !scanner.is(';')) {
    definition.minimum = scanner.number('the minimum');
    definition.maximum = scanner.number('the maximum');
  }
  scanner.mark(';');
  database.attributeDefinitions.push(definition);
}

function readOptions(scanner: DbcScanner): string[] {
  if (scanner.is(';')) return [];
  const options = [scanner.string('an option, a text in quotes')];
  while (scanner.skip(',')) options.push(scanner.string('an option, a text in quotes'));
  return options;
}

const readValue = (scanner: DbcScanner): DbcAttributeValue =>
  scanner.kind === 'text' ? scanner.string('a value') : scanner.number('the value, a text in quotes or');

export function readAttributeDefault({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const name = scanner.string('the name of the attribute, a text in quotes');
  const value = readValue(scanner);
  scanner.mark(';');
  later.push(({ definitions }) => {
    const found = definitions.get(name);
    if (found === undefined) notes.add(line, `there is no attribute ${name}`);
    else for (const definition of found) definition.fallback = value;
  });
}

export function readAttribute({ scanner, database, notes, later }: Reader): void {
  const { line } = scanner;
  const name = scanner.string('the name of the attribute, a text in quotes');
  const owner = readOwner(scanner);
  const value = readValue(scanner);
  scanner.mark(';');
  if (owner === undefined) return void database.attributes.set(name, value);
  later.push((index) => {
    const found = owner.find(index);
    if (found === undefined) notes.add(line, `there is no ${owner.what}`);
    else found.attributes.set(name, value);
  });
}
