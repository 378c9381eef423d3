/** `skidpad replay`: runs again with recorded outputs in place of whatever is not deterministic. */
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { BlockSpec } from '../../core/loop-spec.ts';
import { LOCAL } from '../../core/local-host.ts';
import { replayHost } from '../../hosts/replay/replay-host.ts';
import { openRunAgain, requireComplete } from '../../node/open-run.ts';
import { isSeam } from '../../record/wanted-signals.ts';
import { recordedOutputs } from '../../run/recorded-outputs.ts';
import { repeatRun } from '../../run/repeat-run.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { RulesOptions } from '../comparison-rules.ts';
import { comparisonRules } from '../comparison-rules.ts';
import { ExitCode } from '../exit-code.ts';
import { verdict } from './verify.ts';

export interface ReplayOptions extends RulesOptions {
  readonly block: readonly string[];
  readonly json?: boolean;
  readonly partial?: boolean;
  readonly trust?: boolean;
}

export async function replay(path: string, options: ReplayOptions): Promise<void> {
  const earlier = await openRunAgain(path, {
    edit: (document) => ({ ...document, clock: 'free' }),
    trust: options.trust,
    replayed: (scenario) => replayedBlocks(scenario, options.block),
  });
  const { recording } = earlier;
  requireComplete(earlier, path, options.partial);
  const replayed = replayedBlocks(earlier.scenario, options.block);
  const kind = replayHost((block) => recordedOutputs(recording, earlier.scenario, block));
  const blocks = earlier.scenario.blocks.map(
    (block): BlockSpec => (replayed.includes(block.name) ? { ...block, host: { ...LOCAL, kind } } : block),
  );
  // nothing outside is touched
  const result = await repeatRun({ ...earlier.scenario, blocks, links: [] }, recording, comparisonRules(options));
  recording.close();
  if (options.json) console.log(JSON.stringify({ ...result, replayed }));
  else {
    console.log(
      replayed.length === 0
        ? 'every block is deterministic: all of them computed again'
        : `replayed from the recording: ${replayed.join(', ')}`,
    );
    console.log(verdict(result));
  }
  process.exitCode = result.identical ? ExitCode.success : ExitCode.failed;
}

/** Every block that something outside answered for, and those that were asked for. */
function replayedBlocks({ blocks }: Scenario, asked: readonly string[]): string[] {
  const names = blocks.map(({ name }) => name);
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new InputError('--block', `there is no block ${quote(unknown)}${suggestion(unknown, names)}`);
  }
  return blocks.filter((block) => isSeam(block) || asked.includes(block.name)).map(({ name }) => name);
}
