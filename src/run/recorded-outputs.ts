/** What one block published in an earlier run, and when each of its releases came to be published: what a replay needs. */
import { InputError } from '../core/input-error.ts';
import type { Provenance } from '../msgs/index.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isCompressed, publishedBytes } from '../record/images/recorded-image.ts';
import { isSeam } from '../record/wanted-signals.ts';
import { OWN_TOPICS } from '../record/mcap/format.ts';
import type { RecordedChannel, Recording } from '../record/mcap/recording-reader.ts';
import type { RecordedPort, ReplayHostOptions } from '../hosts/replay/replay-host.ts';

export function recordedOutputs(recording: Recording, { blocks, tickNs }: Scenario, name: string): ReplayHostOptions {
  const index = blocks.findIndex((block) => block.name === name);
  const spec = blocks[index];
  const ports = Object.fromEntries(
    spec.outputPorts.map((port): [string, RecordedPort] => {
      // images that could not be compressed are in a channel of their own
      const channels = recording.channels.filter(({ signal }) => signal === `${name}.${port.name}`);
      const problem = channels.length === 0 ? `output ${port.name} was not recorded` : lossOf(channels, port.name);
      if (problem !== undefined) throw new InputError(`blocks.${name}`, `${problem}, so the block cannot be replayed`);
      const messages = [...recording.messages({ channels })];
      return [
        port.name,
        {
          ticks: Float64Array.from(messages, ({ logTimeNs }) => logTimeNs / tickNs),
          messages: messages.map((message) => publishedBytes(recording, message, port.type)!),
        },
      ];
    }),
  );
  // plants that step here publish on time, and only some of their releases are on record
  const isPunctual = spec.definition.plant === true && !isSeam(spec);
  return { ports, latencyTicks: spec.latencyTicks, tickNs, ...(!isPunctual && readProvenance(recording, index)) };
}

/** Why a recorded output is not what was published. */
function lossOf(channels: readonly RecordedChannel[], port: string): string | undefined {
  if (channels.some(({ thinned }) => thinned)) return `only some messages of output ${port} were recorded`;
  if (channels.some((channel) => isCompressed(channel) && channel.metadata.as !== 'png'))
    return `output ${port} was recorded as jpeg, which is not quite what it was (png and raw are)`;
  return undefined;
}

function readProvenance(
  recording: Recording,
  index: number,
): Pick<ReplayHostOptions, 'publicationTicks' | 'truthTicks'> {
  const channel = recording.channel(OWN_TOPICS.provenance);
  if (channel === undefined)
    throw new InputError(recording.name, `holds no ${OWN_TOPICS.provenance}, so nothing of it can be replayed`);
  const publicationTicks = new Map<number, number>();
  const truthTicks = new Map<number, number>();
  for (const { data } of recording.messages({ channels: [channel] })) {
    const { block, release_tick, publish_tick, capture_ticks } = recording.decode(channel, data) as Provenance;
    // an answer that was given up for lost and came later published nothing any more
    if (block !== index || publicationTicks.has(release_tick)) continue;
    publicationTicks.set(release_tick, publish_tick);
    if (capture_ticks.length === 1 && capture_ticks[0] >= 0) truthTicks.set(release_tick, capture_ticks[0]);
  }
  return { publicationTicks, truthTicks };
}
