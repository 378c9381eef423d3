/** The expectations of a run as JUnit XML, which continuous integration systems show as tests. */
import type { ExpectationResult } from '../metrics/metrics.ts';
import { xmlText } from './xml-text.ts';

export interface JunitRun {
  /** The scenario. */
  readonly name: string;
  /** Wall time [s]. */
  readonly time: number;
  readonly expectations: readonly ExpectationResult[];
}

export function junitXml({ name, time, expectations }: JunitRun): string {
  const failures = expectations.filter(({ pass }) => !pass).length;
  const counts = `tests="${expectations.length}" failures="${failures}" errors="0" time="${time.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xmlText(name)}" ${counts}>`,
    ...expectations.map((expectation) => testCase(name, expectation)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(suite: string, { name, metric, problem }: ExpectationResult): string {
  const attributes = `classname="${xmlText(suite)}.${xmlText(metric)}" name="${xmlText(name)}" time="0"`;
  if (problem === undefined) return `    <testcase ${attributes}/>`;
  return [
    `    <testcase ${attributes}>`,
    `      <failure type="expectation" message="${xmlText(problem)}">${xmlText(problem)}</failure>`,
    '    </testcase>',
  ].join('\n');
}
