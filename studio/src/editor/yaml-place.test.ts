/** Sentences about parameters find their line. */
import { describe, expect, it } from 'vitest';
import { placeInYaml, yamlProblem } from './yaml-place.ts';

const TEXT = '# gains\nkp: 1\ngains:\n  kp: 2\n  "ki": 3\n';

describe('the place of a sentence', () => {
  it.each([
    ['gains.yaml:2:5: unreadable YAML: x', { line: 2, column: 5 }],
    ['blocks.student.params.kp: expected a number', { line: 2, column: 1 }],
    ['blocks.student.params.gains.kp: expected a number', { line: 4, column: 3 }],
    ['blocks.student.params.gains.ki: expected a number', { line: 5, column: 3 }],
    ['blocks.student.params.gains.missing: expected a number', { line: 3, column: 1 }],
    ['blocks.student.params.missing: expected a number', undefined],
    ['gains.yaml: expected parameters by name, got no value', undefined],
  ])('%s', (sentence, place) => {
    expect(placeInYaml(sentence, TEXT)).toEqual(place);
  });
});

it('text that is not YAML is told with its place', () => {
  expect(yamlProblem(TEXT, 'gains.yaml')).toBeUndefined();
  const sentence = yamlProblem('a: 1\na: 2\n', 'gains.yaml')!;
  expect(placeInYaml(sentence, 'a: 1\na: 2\n')?.line).toBe(2);
});
