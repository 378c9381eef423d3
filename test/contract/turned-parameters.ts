/**
 * What becomes of a block when a parameter is turned while it runs.
 *
 *   A   the other value from the start          B   the value of the example          C   B, turned to the other value midway
 *
 * A parameter matters where A and B publish different things. It is then *followed* if C and B do too from the turn on, and
 * *ignored* otherwise: a parameter that is ignored has to be called fixed.
 */
import type { AnyBlock } from '../../src/core/block.ts';
import { parseFields } from '../../src/core/schema.ts';
import type { Params } from './bench.ts';
import { Bench, exampleParams } from './bench.ts';
import type { Example } from './examples.ts';
import { examplesOf, OTHER_WORLD } from './examples.ts';
import { notFinite } from './finite-messages.ts';
import type { Parameter } from './other-values.ts';
import { otherValues, parametersOf, pathOf, withValue } from './other-values.ts';
import { typedArraysMade } from './typed-arrays-made.ts';

interface Pace {
  /** Steps before the turn. */
  readonly before: number;
  /** Steps after it in which what follows from the parameters may be made again, and those that are looked at. */
  readonly settling: number;
  readonly rest: number;
  /** Other values of a parameter that are tried until one matters. */
  readonly values: number;
}
const USUAL: Pace = { before: 60, settling: 10, rest: 50, values: 3 };
const BRIEF: Pace = { before: 24, settling: 8, rest: 16, values: 1 };
const paceOf = ({ isSlow }: Example): Pace => (isSlow === true ? BRIEF : USUAL);

/** Other messages that are tried before a parameter is said to be ignored. */
const OTHER_FEEDS = [2, 3, 4];

export interface Verdict {
  isFixed: boolean;
  /** Another value that is allowed was found, and the block went on with it. */
  wasTurned: boolean;
  /** It matters in some example. */
  matters: boolean;
  /** Examples in which it matters and is not followed. */
  ignoredIn: number[];
  /** Promises that were broken, as sentences. */
  broken: string[];
}

/** B, and how it was midway. */
interface Trial {
  readonly block: AnyBlock;
  readonly example: Example;
  readonly params: Params;
  readonly feedSeed: number;
  readonly midway: unknown;
  readonly hash: string;
}

const benchOf = ({ block, example, feedSeed }: Pick<Trial, 'block' | 'example' | 'feedSeed'>, params: Params): Bench =>
  new Bench(block, example, params, 'subject', feedSeed);

function trialOf(block: AnyBlock, example: Example, feedSeed: number): Trial {
  const params = exampleParams(block, example);
  const { before, settling, rest } = paceOf(example);
  const bench = benchOf({ block, example, feedSeed }, params).run(before);
  const midway = structuredClone(bench.save());
  return { block, example, params, feedSeed, midway, hash: bench.run(settling + rest).hash() };
}

/** The verdict on every parameter of a block, by path. */
export function turnAll(block: AnyBlock): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  examplesOf(block).forEach((example, i) => {
    const trial = trialOf(block, example, 1);
    const others = OTHER_FEEDS.map((seed) => lazily(() => trialOf(block, example, seed)));
    for (const parameter of parametersOf(block.params, trial.params, example.turnsWorld === true ? [] : ['world'])) {
      const path = pathOf(parameter);
      const { turnsOnly } = example;
      if (turnsOnly !== undefined && path !== turnsOnly && !path.startsWith(`${turnsOnly}.`)) continue;
      const verdict = verdicts.get(path) ?? newVerdict(parameter);
      verdicts.set(path, verdict);
      if (parameter.isFixed) continue;
      if (turnOne(trial, parameter, verdict) && others.every((other) => turnOne(other(), parameter, verdict)))
        verdict.ignoredIn.push(i);
    }
  });
  return verdicts;
}

const newVerdict = ({ isFixed }: Parameter): Verdict => ({
  isFixed,
  wasTurned: false,
  matters: false,
  ignoredIn: [],
  broken: [],
});

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Turns a parameter to a few other values; whether it matters and is ignored. */
function turnOne(trial: Trial, parameter: Parameter, verdict: Verdict): boolean {
  const { block, params } = trial;
  const { before, settling, rest, values } = paceOf(trial.example);
  let isIgnored = false;
  let tried = 0;
  for (const value of candidates(parameter)) {
    const turned = legalParams(block, withValue(params, parameter.keys, value));
    if (turned === undefined || tried === values) continue;
    tried++;
    verdict.wasTurned = true;
    const hash = turnMidway(trial, turned, verdict.broken, `${pathOf(parameter)} = ${JSON.stringify(value)}`);
    if (hash === undefined) return false;
    if (hash !== trial.hash) {
      verdict.matters = true;
      return false;
    }
    if (
      benchOf(trial, turned)
        .run(before + settling + rest)
        .hash() !== trial.hash
    )
      isIgnored = true;
  }
  if (isIgnored) verdict.matters = true;
  return isIgnored;
}

const candidates = ({ keys, schema, value }: Parameter): unknown[] =>
  keys[0] === 'world' && keys.length === 1 ? [OTHER_WORLD] : otherValues(schema, value);

/** Parsed parameters, as a change makes them; undefined where the schema or the block does not allow them. */
function legalParams(block: AnyBlock, values: Params): Params | undefined {
  try {
    const params = parseFields(block.params, values, 'params');
    return block.check?.(params) === undefined ? params : undefined;
  } catch {
    return undefined;
  }
}

/** Runs on with other parameters; the hash at the end, or undefined after something went wrong. */
function turnMidway(trial: Trial, turned: Params, broken: string[], what: string): string | undefined {
  const { settling, rest } = paceOf(trial.example);
  try {
    const bench = benchOf(trial, trial.params).restore(trial.midway).turn(turned).run(settling);
    const saved = structuredClone(bench.save());
    const made = typedArraysMade(() => bench.run(rest));
    if (made >= 20 && trial.example.isPlanner !== true)
      broken.push(`${what}: makes ${made} typed arrays in ${rest} steps`);
    const strays = Object.values(bench.outputs).flatMap((port) => notFinite(port.type, port.signal.value, port.name));
    if (strays.length > 0) broken.push(`${what}: publishes ${strays.join(', ')} that is not finite`);
    const resumed = benchOf(trial, trial.params).restore(saved).turn(turned).run(rest);
    if (resumed.hash() !== bench.hash())
      broken.push(`${what}: does not go on from a snapshot as if nothing had happened`);
    return bench.hash();
  } catch (error) {
    broken.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
