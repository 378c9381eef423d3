/**
 * Pixels of sensor_msgs/Image as RGBA bytes for a canvas, and as text for people.
 *
 *   8-bit colour and grey   shown as they are, or stretched so that `low` is black and `high` is white
 *   mono16, 16UC1           grey from `low` to `high`
 *   32FC1                   a depth [m], near to far in the colours of Turbo; not finite or not measured (0) is black
 *
 * Turbo: A. Mikhailov, Google AI Blog 2019, in the polynomials of R. Garg (degree 5).
 */
export interface ImageMessage {
  readonly width: number;
  readonly height: number;
  readonly encoding: string;
  readonly is_bigendian: number | boolean;
  readonly step: number;
  readonly data: Uint8Array;
}

/** What is black and what is white, in units of the image. */
export interface Levels {
  readonly low: number;
  readonly high: number;
}

interface Format {
  /** Bytes of a pixel. */
  readonly bytes: number;
  /** Where red, green and blue are, in bytes; grey has one. */
  readonly channels: readonly number[];
  readonly sample: 'uint8' | 'uint16' | 'float32';
}

const FORMATS: Readonly<Record<string, Format>> = {
  rgb8: { bytes: 3, channels: [0, 1, 2], sample: 'uint8' },
  bgr8: { bytes: 3, channels: [2, 1, 0], sample: 'uint8' },
  rgba8: { bytes: 4, channels: [0, 1, 2], sample: 'uint8' },
  bgra8: { bytes: 4, channels: [2, 1, 0], sample: 'uint8' },
  mono8: { bytes: 1, channels: [0], sample: 'uint8' },
  '8UC1': { bytes: 1, channels: [0], sample: 'uint8' },
  '8UC3': { bytes: 3, channels: [2, 1, 0], sample: 'uint8' },
  mono16: { bytes: 2, channels: [0], sample: 'uint16' },
  '16UC1': { bytes: 2, channels: [0], sample: 'uint16' },
  '32FC1': { bytes: 4, channels: [0], sample: 'float32' },
};

/** Whether colours or grey levels only mean something between levels that somebody chooses. */
export const needsLevels = (encoding: string): boolean =>
  FORMATS[encoding] !== undefined && FORMATS[encoding].sample !== 'uint8';

/** A sentence when a image cannot be shown. */
export function imageProblem({ width, height, encoding, step, data }: ImageMessage): string | undefined {
  const format = FORMATS[encoding];
  if (format === undefined)
    return `Images encoded as ${encoding === '' ? 'nothing' : encoding} cannot be shown; ${Object.keys(FORMATS).join(', ')} can.`;
  if (width === 0 || height === 0) return 'The image is empty.';
  if (step < width * format.bytes || data.length < step * (height - 1) + width * format.bytes) {
    return `The image says ${width} × ${height} pixels, but holds ${data.length} bytes in rows of ${step}.`;
  }
  return undefined;
}

const viewOf = ({ data }: ImageMessage): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

function sampleAt(image: ImageMessage, format: Format, view: DataView, at: number): number {
  if (format.sample === 'uint8') return image.data[at];
  return format.sample === 'uint16'
    ? view.getUint16(at, !image.is_bigendian)
    : view.getFloat32(at, !image.is_bigendian);
}

/** The least and the largest sample that is measured; every `stride`-th row and column. */
export function levelsOf(image: ImageMessage, stride = 4): Levels {
  const format = FORMATS[image.encoding];
  const view = viewOf(image);
  let low = Infinity;
  let high = -Infinity;
  for (let row = 0; row < image.height; row += stride) {
    for (let column = 0; column < image.width; column += stride) {
      for (const channel of format.channels) {
        const value = sampleAt(image, format, view, row * image.step + column * format.bytes + channel);
        if (!Number.isFinite(value) || (format.sample === 'float32' && value === 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  if (!(low <= high)) return { low: 0, high: 1 };
  return { low, high: high > low ? high : low + 1 };
}

/** Writes a image without problems into RGBA bytes. Without levels, 8-bit images are copied as they are. */
export function toRgba(image: ImageMessage, out: Uint8ClampedArray, levels?: Levels): void {
  const format = FORMATS[image.encoding];
  if (format.sample === 'uint8') copyBytes(image, format, out, levels);
  else scaleSamples(image, format, out, levels ?? levelsOf(image));
}

/** Whole pixels are written at once, in the byte order of all machines that browsers run on: little-endian. */
function copyBytes(
  image: ImageMessage,
  { bytes, channels }: Format,
  out: Uint8ClampedArray,
  levels: Levels | undefined,
): void {
  const { width, height, step, data } = image;
  const [red, green, blue] = channels.length === 1 ? [0, 0, 0] : channels;
  const table = levels === undefined ? IDENTITY : levelTable(levels);
  const pixels = new Uint32Array(out.buffer, out.byteOffset, width * height);
  for (let row = 0, to = 0; row < height; row++) {
    for (let from = row * step, end = from + width * bytes; from < end; from += bytes) {
      pixels[to++] =
        0xff000000 | (table[data[from + blue]] << 16) | (table[data[from + green]] << 8) | table[data[from + red]];
    }
  }
}

const IDENTITY = Uint8ClampedArray.from({ length: 256 }, (_, value) => value);

function levelTable({ low, high }: Levels): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => (255 * (value - low)) / (high - low));
}

function scaleSamples(image: ImageMessage, format: Format, out: Uint8ClampedArray, { low, high }: Levels): void {
  const view = viewOf(image);
  const isDepth = format.sample === 'float32';
  const scale = 255 / (high - low);
  for (let row = 0, to = 0; row < image.height; row++) {
    for (let column = 0; column < image.width; column++, to += 4) {
      const value = sampleAt(image, format, view, row * image.step + column * format.bytes);
      const level = Math.round(Math.min(255, Math.max(0, (value - low) * scale)));
      out[to + 3] = 255;
      if (!isDepth) {
        out[to] = out[to + 1] = out[to + 2] = level;
      } else if (Number.isFinite(value) && value !== 0) {
        out[to] = TURBO[3 * level];
        out[to + 1] = TURBO[3 * level + 1];
        out[to + 2] = TURBO[3 * level + 2];
      } else {
        out[to] = out[to + 1] = out[to + 2] = 0;
      }
    }
  }
}

const RED = [0.13572138, 4.6153926, -42.66032258, 132.13108234, -152.94239396, 59.28637943];
const GREEN = [0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604];
const BLUE = [0.1066733, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973];

/** Three bytes for each of 256 levels; near is red, far is blue. */
const TURBO = Uint8ClampedArray.from({ length: 768 }, (_, i) => {
  const x = 1 - Math.floor(i / 3) / 255;
  return 255 * [RED, GREEN, BLUE][i % 3].reduceRight((sum, c) => sum * x + c, 0);
});

/** What a pixel says, such as `R 12  G 200  B 31` or `2.31 m`; empty outside. */
export function pixelText(image: ImageMessage, column: number, row: number): string {
  const format = FORMATS[image.encoding];
  if (format === undefined || column < 0 || row < 0 || column >= image.width || row >= image.height) return '';
  const view = viewOf(image);
  const values = format.channels.map((channel) =>
    sampleAt(image, format, view, row * image.step + column * format.bytes + channel),
  );
  if (format.sample === 'float32')
    return values[0] === 0 || !Number.isFinite(values[0]) ? 'not measured' : `${values[0].toFixed(3)} m`;
  return values.length === 1 ? `grey ${values[0]}` : `R ${values[0]}  G ${values[1]}  B ${values[2]}`;
}
