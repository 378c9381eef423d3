/** `skidpad latency`: how old the data behind every command was, hop by hop, beside what is declared and what is allowed. */
import { InputError } from '../../core/input-error.ts';
import { parseQuantity } from '../../core/quantity.ts';
import { openRun } from '../../node/open-run.ts';
import type { ClockLatency } from '../../record/clock-latency.ts';
import { clockLatency } from '../../record/clock-latency.ts';
import { commandLatencies } from '../../record/latency.ts';
import type { LatencyVerdict } from '../../record/latency-verdict.ts';
import { judgeLatencies } from '../../record/latency-verdict.ts';
import type { BudgetSpec } from '../../scenario/schema.ts';
import { ExitCode } from '../exit-code.ts';
import { formatDuration, formatTable } from '../table.ts';

export interface LatencyOptions {
  readonly json?: boolean;
  /** Instead of the limit that the scenario declares, such as `83 ms`. */
  readonly budget?: string;
}

export async function latency(path: string, options: LatencyOptions): Promise<void> {
  const limit = options.budget === undefined ? undefined : parseLimit(options.budget);
  const { recording, scenario } = await openRun(path);
  const declared = scenario.document.budget;
  const budget: BudgetSpec | undefined = limit === undefined ? declared : { hops: {}, ...declared, limit };
  const verdicts = judgeLatencies(commandLatencies(recording, scenario), budget);
  const byClocks = verdicts.map(({ command }) => clockLatency(command, recording, scenario));
  recording.close();
  const isJudged = budget === undefined || verdicts.some((verdict) => verdict.limit !== undefined);
  if (!isJudged || verdicts.some(({ pass }) => !pass)) process.exitCode = ExitCode.failed;
  if (options.json)
    return void console.log(
      JSON.stringify(
        verdicts.map((verdict, i) => ({ ...toJson(verdict), ...(byClocks[i] && { byClocks: byClocks[i] }) })),
        null,
        2,
      ),
    );
  if (verdicts.length === 0) return void console.log('no plant read a command in this run');
  verdicts.forEach((verdict, i) => print(verdict, byClocks[i]));
  if (!isJudged) console.log('✗ no command took the way that the budget is for');
}

function parseLimit(text: string): number {
  const limit = /^[\d.]+$/.test(text) ? Number(text) : parseQuantity(text, 's');
  if (typeof limit === 'number' && limit > 0) return limit;
  throw new InputError('--budget', typeof limit === 'string' ? limit : `expected more than 0 s, got ${text}`);
}

function print({ command, limit, over, shares, pass }: LatencyVerdict, byClocks: ClockLatency | undefined): void {
  const { path, samples, hops, age, bound } = command;
  console.log(`${path}   (${samples} commands)`);
  const rows = [...hops, age].map(({ hop, declared, min, median, p99, max }) => [
    hop,
    declared === undefined ? '' : formatDuration(declared),
    ...[min, median, p99, max].map(formatDuration),
  ]);
  console.log(formatTable(['hop', 'declared', 'min', 'median', 'p99', 'max'], rows));
  if (bound !== undefined)
    console.log(`when the data was true is known by another computer's clock, ± ${formatDuration(bound)}`);
  if (byClocks !== undefined) printByClocks(byClocks);
  for (const { block, most, allowed, pass: isWithin } of shares) {
    if (allowed !== undefined)
      console.log(
        `${isWithin ? '✓' : '✗'} ${block} took at most ${formatDuration(most)} of ${formatDuration(allowed)}`,
      );
  }
  if (limit !== undefined) {
    const age = over === 0 ? `all within` : `${over} of ${samples} commands over`;
    console.log(`${over === 0 ? '✓' : '✗'} ${age} the budget of ${formatDuration(limit)}${pass ? '' : ': fails'}`);
  }
  console.log('');
}

function printByClocks({ from, to, clocks, samples, unbounded, impossible, median, max, bound }: ClockLatency): void {
  const way = `by their own clocks, ${from} (${clocks[0]}) to ${to} (${clocks[1]})`;
  if (samples === 0) return console.log(`${way}: unknown, as they never followed one master`);
  console.log(`${way}: median ${formatDuration(median)}, max ${formatDuration(max)}, ± ${formatDuration(bound)}`);
  if (unbounded > 0) console.log(`  ${unbounded} commands came while the clocks did not follow one master`);
  if (impossible > 0) console.log(`✗ ${impossible} took less than no time: a clock is not what it states`);
}

/** As it was before budgets, and the verdict where there is one. */
const toJson = ({
  command: { times: _times, stack: _stack, ...command },
  limit,
  over,
  shares,
  pass,
}: LatencyVerdict) => (limit === undefined ? command : { ...command, budget: { limit, over, shares, pass } });
