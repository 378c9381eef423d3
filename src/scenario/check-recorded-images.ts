/** Only images can be recorded as such, and what a replay plays again must come back to the bit. */
import type { BlockSpec } from '../core/loop-spec.ts';
import { InputError } from '../core/input-error.ts';
import type { ValueOf } from '../core/schema.ts';
import type { scenarioSchema } from './schema.ts';

type Document = Pick<ValueOf<typeof scenarioSchema>, 'record' | 'recordImages'>;

/** Signals of `record` are known to exist. */
export function checkRecordedImages(document: Document, blocks: readonly BlockSpec[]): void {
  document.record?.forEach(({ signal, as, quality }, i) => {
    if (quality !== undefined) checkQuality(as ?? document.recordImages?.as, `record[${i}].quality`);
    if (as === undefined) return;
    const { name, host, outputPorts } = blocks.find((block) => signal.startsWith(`${block.name}.`))!;
    const { type } = outputPorts.find((port) => signal === `${name}.${port.name}`)!;
    if (type.name !== 'sensor_msgs/msg/Image')
      throw new InputError(`record[${i}].as`, `expected a sensor_msgs/msg/Image, but ${signal} is a ${type.name}`);
    if (as === 'jpeg' && !host.kind.traits.deterministic)
      throw new InputError(
        `record[${i}].as`,
        `expected png or raw: ${name} runs where it may answer differently the next time, and a replay needs what it answered`,
      );
  });
  if (document.recordImages?.quality !== undefined) checkQuality(document.recordImages.as, 'recordImages.quality');
}

function checkQuality(as: string | undefined, path: string): void {
  if (as !== 'jpeg') throw new InputError(path, `is of jpeg, and images are kept as ${as ?? 'raw'} here`);
}
