/** Which signals of a run are recorded, how often, and in which form. */
import type { BlockSpec } from '../core/loop-spec.ts';
import type { OutputPort } from '../core/signal.ts';
import { LARGE_MESSAGE_TYPES } from '../msgs/large-messages.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ImageForm } from '../scenario/schema.ts';
import type { Compression } from './images/compressed-image.ts';

export interface Wanted {
  /** Messages per second to keep; Infinity for all of them. */
  readonly rateHz: number;
  /** How images become small; absent: they stay as they are. */
  readonly compression?: Compression;
}

const IMAGE = 'sensor_msgs/msg/Image';
const USUAL_QUALITY = 90;

/** Where something enters a run that only its recording can bring back. */
export const isSeam = ({ host }: BlockSpec): boolean => !host.kind.traits.deterministic;

/**
 * What the scenario asks for, and every output of a block whose host is not deterministic, because those make replay possible; their
 * images are never kept with a loss. Where nothing is said, all; of bulky ones, one a second.
 */
export function wantedSignals({
  document,
  blocks,
}: Pick<Scenario, 'document' | 'blocks'>): (port: OutputPort) => Wanted {
  const named = document.record && new Map(document.record.map((entry) => [entry.signal, entry]));
  const seams = new Set(blocks.filter(isSeam).map((block) => block.name));
  const usual = document.recordImages;
  return ({ path, block, type }) => {
    const entry = named?.get(path);
    const compression =
      type.name === IMAGE ? compressionAs(entry?.as ?? usual?.as, entry?.quality ?? usual?.quality) : undefined;
    if (seams.has(block)) return { rateHz: Infinity, compression: compression?.as === 'png' ? compression : undefined };
    if (entry !== undefined) return { rateHz: entry.rateHz ?? Infinity, compression };
    // who says how images are recorded wants them, also beside a list of signals
    if (type.name === IMAGE && (usual !== undefined || named === undefined))
      return { rateHz: usual?.rateHz ?? 1, compression };
    if (named !== undefined) return { rateHz: 0 };
    return { rateHz: LARGE_MESSAGE_TYPES.has(type.name) ? 1 : Infinity };
  };
}

const compressionAs = (as: ImageForm = 'raw', quality = USUAL_QUALITY): Compression | undefined =>
  as === 'raw' ? undefined : { as, quality };

/** The place in a scenario that first asks for JPEG; undefined when none does. */
export function jpegPlace({ document: { record, recordImages } }: Pick<Scenario, 'document'>): string | undefined {
  if (recordImages?.as === 'jpeg') return 'recordImages.as';
  const index = record?.findIndex(({ as }) => as === 'jpeg') ?? -1;
  return index < 0 ? undefined : `record[${index}].as`;
}
