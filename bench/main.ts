/** What Skidpad costs, measured in one run on one machine: `npm run bench -- --help`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES } from './cases/index.ts';
import { growthsOf } from './cases/growing.ts';
import { plainArithmetic } from './cases/yardstick.ts';
import { compareResults, comparisonLines } from './figures/comparison.ts';
import type { Figure, Results } from './figures/figure.ts';
import { line } from './figures/figure.ts';
import { growthLines } from './figures/growth.ts';
import { growthSvg } from './figures/growth-svg.ts';
import type { Options } from './options.ts';
import { HELP, parseOptions } from './options.ts';
import { measureCase, measureHere } from './repeat.ts';
import { whereTimeGoes } from './where-time-goes.ts';

declare const SKIDPAD_VERSION: string;

const isGrowth = ({ name }: { readonly name: string }): boolean => name.startsWith('growth/');

const chosen = ({ only, long }: Options) =>
  CASES.filter(
    ({ name, isLong }) => (long || !isLong) && (only.length === 0 || only.some((pattern) => pattern.test(name))),
  );

function measureAll(options: Options): Figure[] {
  console.log(`yardstick: 100 chained multiply-adds and divisions in ${plainArithmetic().toFixed(0)} ns\n`);
  return chosen(options).flatMap((each) => {
    const figures = measureCase(each, options.repeat);
    if (typeof figures === 'string') {
      console.log(`${each.name.padEnd(76)} not measured: ${figures}`);
      return [];
    }
    if (!isGrowth(each)) for (const figure of figures) console.log(line(figure));
    return figures;
  });
}

function section(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n${lines.join('\n')}`);
}

function reportGrowth(figures: readonly Figure[], folder: string): void {
  const growths = growthsOf(figures);
  if (growths.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'growth.svg');
  writeFileSync(file, growthSvg(growths));
  section('How cost grows', [...growths.flatMap(growthLines), `Drawn in ${file}`]);
}

function bench(options: Options): void {
  const before =
    options.against === undefined ? undefined : (JSON.parse(readFileSync(options.against, 'utf8')) as Results);
  const figures = measureAll(options);
  const results: Results = { version: SKIDPAD_VERSION, node: process.version, figures };
  section('Where the time of a run goes', whereTimeGoes(figures));
  reportGrowth(figures, options.out);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 1)}\n`);
  if (before !== undefined)
    section('Against the other commit: more than 1 is better, ▲ and ▼ by more than the noise', [
      ...comparisonLines(compareResults(before, results)),
    ]);
}

async function obey(options: Options): Promise<void> {
  const measured = CASES.find(({ name }) => name === options.measure);
  if (measured !== undefined) await measureHere(measured);
  else if (options.help) console.log(HELP);
  else if (options.list) for (const { name } of CASES) console.log(name);
  else bench(options);
}

try {
  await obey(parseOptions(process.argv.slice(2)));
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 2;
}
