/** The pictures of a report: what cameras and detectors saw, at the times the scenario names. */
import type { ImageSpec } from '../../scenario/schema.ts';
import type { CompressedImage, Image } from '../../msgs/index.ts';
import { timeToNs } from '../../msgs/time.ts';
import { toBase64 } from '../../math/base64.ts';
import { pngBytes } from '../images/compressed-image.ts';
import { packedPixels, shrunk } from '../images/image-pixels.ts';
import type { RecordedChannel, RecordedMessage, Recording } from '../mcap/recording-reader.ts';
import type { Surroundings } from './surroundings.ts';
import { NO_SURROUNDINGS } from './surroundings.ts';
import { overlayLegend, viewOverlay } from './view-overlay.ts';
import { xmlText } from './xml-text.ts';

/** A sensible set when a scenario names none: the middle of the run, through every camera. */
const MOST_DEFAULT_PICTURES = 6;
/** Wider pictures are shrunk: a page with four of full size would have tens of megabytes [px]. */
const WIDEST = 960;
const COMPRESSED = 'sensor_msgs/msg/CompressedImage';

type Views = Surroundings['views'];

export function imageFigures(
  recording: Recording,
  specs: readonly ImageSpec[],
  { views }: Surroundings = NO_SURROUNDINGS,
): string {
  const wanted = specs.length > 0 ? specs : defaultImages(recording);
  const figures = wanted.map((spec) => figure(recording, spec, views)).join('');
  return figures === '' ? '' : `<div class="gallery">${figures}</div>`;
}

const defaultImages = ({ channels }: Recording): ImageSpec[] =>
  channels
    .filter(({ typeName }) => typeName === 'sensor_msgs/msg/Image' || typeName === COMPRESSED)
    .slice(0, MOST_DEFAULT_PICTURES)
    .map(({ signal }) => ({ title: signal, of: signal, at: [], overlay: [], doc: '' }));

function figure(recording: Recording, spec: ImageSpec, views: Views): string {
  const { title, of, at, doc } = spec;
  const channel = recording.channel(of);
  if (channel === undefined) return '';
  const square = spec.overlay.length === 0 ? undefined : views.get(of);
  const over = (stampNs: number): string =>
    square === undefined ? '' : viewOverlay(recording, spec.overlay, { ...square, stampNs });
  const times = at.length > 0 ? at : [recording.lastTimeNs / 2e9];
  const pictures = times.flatMap((time) => imageAt(recording, channel, time * 1e9, over) ?? []);
  if (pictures.length === 0) return '';
  return `<figure class="pictures${pictures.length > 1 ? ' wide' : ''}"><figcaption>${xmlText(title)}${doc === '' ? '' : `<span>${xmlText(doc)}</span>`}</figcaption><div>${pictures.join('')}</div>${square === undefined ? '' : overlayLegend(recording, spec.overlay)}</figure>`;
}

/** The latest picture that was published by then, or the first there is. */
function imageAt(
  recording: Recording,
  channel: RecordedChannel,
  timeNs: number,
  over: (stampNs: number) => string,
): string | undefined {
  let latest: RecordedMessage | undefined;
  for (const message of recording.messages({ channels: [channel] })) {
    if (latest !== undefined && message.logTimeNs > timeNs) break;
    latest = message;
  }
  const message = latest && (recording.decode(channel, latest.data) as Image | CompressedImage);
  const source = message && dataUrl(channel, message);
  if (source === undefined) return undefined;
  const seconds = Number((latest!.logTimeNs / 1e9).toPrecision(6));
  const image = `<img alt="${xmlText(`${channel.signal} at ${seconds} s`)}" title="${seconds} s" src="${source}">`;
  const shapes = over(timeToNs(message!.header.stamp));
  return shapes === '' ? image : `<span class="overlaid">${image}${shapes}</span>`;
}

/** Compressed images are pictures already. */
function dataUrl(channel: RecordedChannel, message: Image | CompressedImage): string | undefined {
  if (channel.typeName === COMPRESSED) {
    const { format, data: bytes } = message as CompressedImage;
    return `data:image/${/png/i.test(format) ? 'png' : 'jpeg'};base64,${toBase64(bytes)}`;
  }
  const pixels = packedPixels(message as Image);
  return pixels && `data:image/png;base64,${toBase64(pngBytes(shrunk(pixels, WIDEST)))}`;
}
