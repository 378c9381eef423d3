import { expect, it } from 'vitest';
import { featured, filterEntries, groupsOf, titleOf } from './gallery-filter.ts';

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

it('names scenarios for people', () => {
  expect(titleOf({ name: 'apa-worn-paint', group: 'apa' })).toBe('Worn paint');
  expect(titleOf({ name: 'monosim-mpc-released', group: 'monosim' })).toBe('MPC released');
  expect(titleOf({ name: 'lab6-overtaking', group: 'course' })).toBe('Lab 6: overtaking');
  expect(titleOf({ name: 'rosdrive-avoidance', group: 'rosdrive' })).toBe('Past five parked pickups');
});

it('features what is there, in its order', () => {
  const paths = ['scenarios/manual/prius.yaml', 'x.yaml', 'scenarios/monosim/mpc.yaml'].map((path) => ({ path }));
  expect(featured(paths)).toEqual([paths[2], paths[0]]);
});

it('keeps to a group', () => expect(names('lap', 'dynamics')).toEqual([]));

it('puts groups in the order of the page, and unknown ones last', () =>
  expect(groupsOf(entries)).toEqual(['monosim', 'dynamics', 'other']));
