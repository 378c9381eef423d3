/**
 * `skidpad check`: reads a scenario, says what is wrong with it, or shows its dataflow as one table. What is wrong with a module of one's
 * own can only be known by loading it, which is said; an earlier run is read from its recording, and nothing of it is loaded.
 */
import { oneLine } from '../../core/one-line.ts';
import type { DataflowRow } from '../../scenario/dataflow.ts';
import { dataflow, dataflowDot } from '../../scenario/dataflow.ts';
import { placeOnThreads, threadsWorth } from '../../scenario/threads.ts';
import type { ScenarioOptions } from '../load-scenario.ts';
import { loadToCheck } from '../load-scenario.ts';
import { threadsOption } from '../number-option.ts';
import { formatDuration, formatTable } from '../table.ts';

const LONGEST_DESCRIPTION = 2000;

export interface CheckOptions extends ScenarioOptions {
  readonly dot?: boolean;
  readonly json?: boolean;
  readonly threads?: string;
}

/** How often it steps, and how often it publishes where that is less. */
const periodText = ({ period, publishEvery }: DataflowRow): string =>
  publishEvery === 1
    ? formatDuration(period)
    : `${formatDuration(period)} (publishes every ${formatDuration(period * publishEvery)})`;

export async function check(file: string | undefined, options: CheckOptions): Promise<void> {
  const threads = threadsOption(options.threads);
  const loaded = await loadToCheck(file, options);
  const scenario = placeOnThreads(loaded, threadsWorth(loaded, threads));
  const { document } = scenario;
  if (options.dot) return void process.stdout.write(dataflowDot(scenario));
  const rows = dataflow(scenario);
  if (options.json)
    return void console.log(
      JSON.stringify(
        { name: document.name, duration: document.duration, tick: document.tick, notes: scenario.notes, blocks: rows },
        null,
        2,
      ),
    );

  console.log(
    `${oneLine(document.name)}: ${document.duration} s in ticks of ${formatDuration(document.tick)}, seed ${document.seed}, clock ${scenario.clock.kind.label?.(scenario.clock.params) ?? scenario.clock.kind.kind}`,
  );
  if (document.description !== '') console.log(paragraph(document.description));
  console.log();
  const lines = rows.flatMap((row) => {
    const height = Math.max(1, row.inputs.length, row.outputs.length);
    return Array.from({ length: height }, (_, i) => [
      ...(i === 0
        ? [row.block, row.type, row.host, periodText(row), formatDuration(row.latency)]
        : ['', '', '', '', '']),
      row.inputs[i] ?? '',
      row.outputs[i] ?? '',
    ]);
  });
  console.log(formatTable(['block', 'type', 'host', 'period', 'latency', 'inputs', 'outputs'], lines));
}

/** As it was written, line by line. */
const paragraph = (text: string): string =>
  text
    .trim()
    .slice(0, LONGEST_DESCRIPTION)
    .split('\n')
    .map((line) => oneLine(line))
    .join('\n');
