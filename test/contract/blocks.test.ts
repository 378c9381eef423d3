/** What every block promises, checked over all of them. */
import { describe, expect, it } from 'vitest';
import { blocks } from '../../src/catalog.ts';
import { portType } from '../../src/core/block.ts';
import type { Fields, Schema } from '../../src/core/schema.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';
import { unitEntries } from '../../src/msgs/units.ts';
import { Bench } from './bench.ts';
import { examplesOf } from './examples.ts';
import { notFinite } from './finite-messages.ts';
import { typedArraysMade } from './typed-arrays-made.ts';

const parameterNames = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]: [string, Schema]) => [name, ...namesWithin(field)]);

function namesWithin(schema: Schema): string[] {
  if (schema.kind === 'group') return parameterNames(schema.fields);
  if (schema.kind === 'list') return namesWithin(schema.items);
  return schema.kind === 'optional' ? namesWithin(schema.of) : [];
}

const declaredUnits = new Set(unitEntries().map(([message, field]) => `${message}.${field}`));

/** Fields of a message that have no unit of their own, not even '', and are in none that has. */
const withoutUnit = (type: MessageType): string[] =>
  type.fields.flatMap((field) => {
    const name = `${type.name.replace('/msg/', '/')}.${field.name}`;
    if (declaredUnits.has(name) || field.kind === 'string') return [];
    return field.message === undefined ? [name] : withoutUnit(field.message);
  });

const undocumented = (fields: Fields, path: string): string[] =>
  Object.entries(fields).flatMap(([name, field]: [string, Schema]) => {
    const own = field.doc.trim() === '' ? [`${path}.${name}`] : [];
    if (field.kind === 'group') return [...own, ...undocumented(field.fields, `${path}.${name}`)];
    if (field.kind === 'list' && field.items.kind === 'group')
      return [...own, ...undocumented(field.items.fields, `${path}.${name}`)];
    return own;
  });

/** Blocks that have a step of their own. */
const stepping = blocks.filter(({ external }) => external !== true);

describe.each(stepping.map((block) => [block.type, block] as const))('%s', (_type, block) => {
  const [example] = examplesOf(block);

  it('gives the same outputs for the same inputs', () => {
    expect(new Bench(block, example).run(300).hash()).toBe(new Bench(block, example).run(300).hash());
  });

  it('goes on from a restored snapshot as if nothing had happened', () => {
    const straight = new Bench(block, example).run(137);
    const saved = structuredClone(straight.save());
    const resumed = new Bench(block, example).restore(saved);
    expect(resumed.run(200).hash()).toBe(straight.run(200).hash());
  });

  it('shares nothing between two instances', () => {
    const alone = new Bench(block, example).run(200).hash();
    const [first, second] = [new Bench(block, example), new Bench(block, example, undefined, 'other', 2)];
    for (let i = 0; i < 200; i++) {
      first.run(1);
      second.run(1);
    }
    expect(first.hash()).toBe(alone);
  });

  it('publishes only finite numbers', () => {
    const bench = new Bench(block, example).run(500);
    expect(Object.values(bench.outputs).flatMap((port) => notFinite(port.type, port.signal.value, port.name))).toEqual(
      [],
    );
  });

  it('publishes on every output that is not occasional', () => {
    const bench = new Bench(block, example).run(500);
    const silent = Object.values(bench.outputs)
      .filter((port) => port.signal.sequence === 0)
      .map((port) => port.name);
    expect(silent.filter((name) => !bench.outputs[name].occasional)).toEqual([]);
  });

  it.skipIf(example.isPlanner === true)('makes no typed array per step', () => {
    const bench = new Bench(block, example).run(100);
    expect(typedArraysMade(() => bench.run(200))).toBeLessThan(20);
  });
});

describe.each(blocks.map((block) => [block.type, block] as const))('%s, wherever it runs,', (_type, block) => {
  it('names its parameters in camelCase', () => {
    expect(parameterNames(block.params).filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
  });

  it('publishes numbers whose units are declared', () => {
    const strays = Object.values(block.outputs).flatMap((port) => ('map' in port ? [] : withoutUnit(portType(port))));
    expect([...new Set(strays)]).toEqual([]);
  });

  it('says what it is, and documents every parameter', () => {
    expect(block.type).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    expect(block.doc).not.toBe('');
    expect(undocumented(block.params, 'params')).toEqual([]);
  });
});
