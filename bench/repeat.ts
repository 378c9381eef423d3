/** A case, several times over, each time in a process of its own: an engine compiles for what it has seen. */
import { spawnSync } from 'node:child_process';
import type { Case } from './cases/case.ts';
import { plainArithmetic, processorMs } from './cases/yardstick.ts';
import type { Figure, Sample } from './figures/figure.ts';

/** What a process says on its last line. */
interface Repetition {
  readonly samples?: readonly Sample[];
  /** Why there are none. */
  readonly skipped?: string;
  readonly yardstick: number;
}

/** One repetition, in this process. */
export async function measureHere({ measure, isProcessorTime }: Case): Promise<void> {
  const outcome = await measure();
  const yardstick = plainArithmetic(isProcessorTime ? processorMs : undefined);
  const said: Repetition =
    typeof outcome === 'string' ? { skipped: outcome, yardstick } : { samples: outcome, yardstick };
  console.log(JSON.stringify(said));
}

function repetition(name: string): Repetition {
  const main = process.argv[1];
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', main, '--measure', name], {
    encoding: 'utf8',
  });
  return status === 0
    ? (JSON.parse(stdout.trim().split('\n').at(-1)!) as Repetition)
    : { skipped: stderr.trim(), yardstick: 0 };
}

/** Figures of the case, or a sentence why there are none. */
export function measureCase({ name, repeat }: Case, usual: number): Figure[] | string {
  const repetitions: Repetition[] = [];
  for (let i = 0; i < Math.min(repeat ?? usual, usual); i++) {
    const one = repetition(name);
    if (one.samples === undefined) return one.skipped!;
    repetitions.push(one);
  }
  const yardstick = Math.min(...repetitions.map((one) => one.yardstick));
  return repetitions[0].samples!.map(({ value: _, ...sample }, i) => ({
    ...sample,
    name: i === 0 ? name : `${name}#${i}`,
    samples: repetitions.map(({ samples }) => samples![i].value),
    yardstick,
  }));
}
