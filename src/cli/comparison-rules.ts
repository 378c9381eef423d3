/** The options of `verify` and `replay` that say what counts as equal. */
import type { Command } from 'commander';
import { InputError, quote } from '../core/input-error.ts';
import type { ComparisonRules } from '../record/run-comparison.ts';

export interface RulesOptions {
  readonly tolerance?: readonly string[];
  readonly ignore?: readonly string[];
}

const collect = (value: string, previous: string[]) => [...previous, value];

export const withRulesOptions = (command: Command): Command =>
  command
    .option(
      '--tolerance <name=number>',
      'numbers of a signal or field may differ by this much, such as car.state.x=0.01 (repeatable)',
      collect,
      [],
    )
    .option(
      '--ignore <name>',
      'a signal or field that is not compared, such as robot.odom.header.stamp (repeatable)',
      collect,
      [],
    );

export const comparisonRules = ({ tolerance = [], ignore = [] }: RulesOptions): ComparisonRules => ({
  tolerance: Object.fromEntries(tolerance.map(parseTolerance)),
  ignore,
});

function parseTolerance(text: string): [string, number] {
  const [, name, value] = /^([^=]+\.[^=]+)=(.+)$/.exec(text) ?? [];
  const number = Number(value);
  if (name === undefined || !(number >= 0)) {
    throw new InputError('--tolerance', `expected block.port=number or block.port.field=number, got ${quote(text)}`);
  }
  return [name, number];
}
