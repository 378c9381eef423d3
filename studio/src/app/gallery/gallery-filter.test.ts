import { expect, it } from 'vitest';
import { filterEntries, groupsOf } from './gallery-filter.ts';

const entry = (group: string, name: string, description: string) => ({
  group,
  name,
  description,
  path: `scenarios/${group}/${name}.yaml`,
});
const entries = [
  entry('dynamics', 'forklift', 'A forklift turns on the spot'),
  entry('monosim', 'mpc', 'One lap by camera alone'),
  entry('monosim', 'glare', 'The lap against the sun, by camera'),
  entry('other', 'mine', ''),
];
const names = (words: string, group?: string) => filterEntries(entries, words, group).map(({ name }) => name);

it('finds all words in any order and case', () => {
  expect(names('Camera LAP')).toEqual(['mpc', 'glare']);
  expect(names('sun camera')).toEqual(['glare']);
  expect(names('  ')).toHaveLength(4);
  expect(names('lane keeping')).toEqual(['mpc', 'glare']);
  expect(names('zebra')).toEqual([]);
});

it('keeps to a group', () => expect(names('lap', 'dynamics')).toEqual([]));

it('puts groups in the order of the page, and unknown ones last', () =>
  expect(groupsOf(entries)).toEqual(['monosim', 'dynamics', 'other']));
