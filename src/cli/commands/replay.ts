/** `skidpad replay`: runs again with recorded outputs in place of whatever ran elsewhere. */
import { InputError, quote } from '../../core/input-error.ts';
import type { BlockSpec } from '../../core/scenario.ts';
import type { RecordedPort, ReplayHostOptions } from '../../hosts/index.ts';
import type { Provenance } from '../../msgs/index.ts';
import { OWN_TOPICS } from '../../record/mcap/format.ts';
import { compareRuns } from '../compare-runs.ts';
import { ExitCode } from '../exit-code.ts';
import { hostOptions } from '../hosts.ts';
import type { EarlierRun } from '../open-run.ts';
import { openRun, requireComplete } from '../open-run.ts';

export async function replay(
  path: string,
  options: { block: string[]; json?: boolean; partial?: boolean },
): Promise<void> {
  const replayed: string[] = [];
  const earlier = await openRun(path, (document) => {
    document.clock = 'free';
    for (const name of options.block)
      if (!Object.hasOwn(document.blocks, name)) throw new InputError('--block', `there is no block ${quote(name)}`);
    for (const [name, entry] of Object.entries<any>(document.blocks)) {
      if ((entry.host === undefined || entry.host.kind === 'local') && !options.block.includes(name)) continue;
      entry.host = { kind: 'replay' };
      replayed.push(name);
    }
  });
  requireComplete(earlier, path, options.partial);
  const result = await compareRuns(
    earlier,
    await hostOptions(earlier.scenario, { replay: (spec) => recordedOutputs(earlier, spec) }),
  );
  earlier.recording.close();
  if (options.json) console.log(JSON.stringify({ ...result, replayed }));
  else {
    console.log(
      replayed.length === 0
        ? 'no block ran elsewhere: every block computed again'
        : `replayed from the recording: ${replayed.join(', ')}`,
    );
    console.log(
      result.identical
        ? `identical: ${result.compared} messages, hash ${result.hash}`
        : `differs${result.first === undefined ? '' : ` at tick ${result.first.tick}`}: ${result.first?.problem ?? `hash ${result.hash} now, ${result.recordedHash} then`}`,
    );
  }
  process.exitCode = result.identical ? ExitCode.good : ExitCode.failed;
}

/** Everything a block published, and when each of its releases came to be published. */
function recordedOutputs({ recording, scenario }: EarlierRun, spec: BlockSpec): ReplayHostOptions {
  const ports = Object.fromEntries(
    Object.keys(spec.definition.outputs).map((port): [string, RecordedPort] => {
      const channel = recording.channel(`${spec.name}.${port}`);
      if (channel === undefined)
        throw new InputError(`blocks.${spec.name}`, `output ${port} was not recorded, so the block cannot be replayed`);
      if (channel.thinned)
        throw new InputError(
          `blocks.${spec.name}`,
          `only some messages of output ${port} were recorded, so the block cannot be replayed`,
        );
      const messages = [...recording.messages({ channels: [channel] })];
      return [
        port,
        {
          ticks: Float64Array.from(messages, (message) => message.logTimeNs / scenario.tickNs),
          messages: messages.map((message) => message.data),
        },
      ];
    }),
  );
  return { ports, latencyTicks: spec.latencyTicks, publicationTicks: publicationTicks({ recording, scenario }, spec) };
}

function publicationTicks(
  { recording, scenario }: Pick<EarlierRun, 'recording' | 'scenario'>,
  spec: BlockSpec,
): Map<number, number> {
  const index = scenario.blocks.indexOf(spec);
  const channel = recording.channel(OWN_TOPICS.provenance)!;
  const ticks = new Map<number, number>();
  for (const { data } of recording.messages({ channels: [channel] })) {
    const record = recording.decode(channel, data) as Provenance;
    if (record.block === index) ticks.set(record.release_tick, record.publish_tick);
  }
  return ticks;
}
