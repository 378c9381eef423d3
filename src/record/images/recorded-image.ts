/** The messages of a signal as they were published, also where its images were recorded compressed. */
import { InputError } from '../../core/input-error.ts';
import type { CompressedImage, Image } from '../../msgs/index.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import type { RecordedChannel, RecordedMessage, Recording } from '../mcap/recording-reader.ts';
import { restoreImage } from './compressed-image.ts';

/** Whether a channel holds images that were compressed when they were recorded. */
export const isCompressed = ({ metadata }: RecordedChannel): boolean => metadata.as !== undefined;

/** The bytes that were published; undefined where the compression lost some of them. `type` is that of the signal. */
export function publishedBytes(
  recording: Recording,
  { channel, data }: Pick<RecordedMessage, 'channel' | 'data'>,
  type: MessageType,
): DataView | undefined {
  if (!isCompressed(channel)) return data;
  const image = restored(recording, channel, data);
  if (image === undefined) return undefined;
  const bytes = new DataView(new ArrayBuffer(type.maxSize(image)));
  return new DataView(bytes.buffer, 0, type.encode(image, bytes, 0));
}

function restored(recording: Recording, channel: RecordedChannel, data: DataView): Image | undefined {
  const compressed = recording.decode(channel, data) as CompressedImage;
  try {
    return restoreImage(compressed);
  } catch (error) {
    throw new InputError(recording.name, `an image on ${channel.topic} cannot be decoded: ${(error as Error).message}`);
  }
}
