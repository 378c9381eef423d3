/**
 * What happens to a picture behind the lens: blur by the glass, gain, tone curve, read noise. Kernels do it where the picture lies, gain and noise
 * in one pass, or gain and curve in one and noise in another:
 *
 *   p ← 255 min(1, gain p / 255)^(1/gamma),   p ← p + n
 *
 * Noise comes last, so that its size is as given in the picture. A picture from elsewhere than a frame memory is copied in and out.
 */
import type { FrameMemory } from '../../math/frame-memory.ts';
import { pow } from '../../math/exponential.ts';
import type { RandomStream } from '../../math/random.ts';
import { nextUint32 } from '../../math/random.ts';
import type { CameraKernels } from '../../pixels/kernels/camera-kernels.ts';
import { kernelsIn } from '../../pixels/kernels/kernels.ts';
import type { Layout } from '../../pixels/layout.ts';
import { bringIn, layOut } from '../../pixels/layout.ts';
import { PerMemory } from '../../pixels/per-memory.ts';
import { blurRoom, gaussianWeights } from './blur.ts';
import { NOISE_TABLE_LENGTH, tabulateNoise } from './noise.ts';

export interface Effects {
  /** Factor on all grey levels. */
  readonly gain: number;
  /** Of the tone curve; 1 leaves levels as they are. */
  readonly gamma: number;
  /** Standard deviation of the noise as a fraction of full scale. */
  readonly noise: number;
  /** Standard deviation of the blur [px]. */
  readonly blur: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

export class ImagePipeline {
  private readonly made: PerMemory<PipelineInMemory>;

  constructor(effects: Effects, size: PictureSize) {
    this.made = new PerMemory((frames) => new PipelineInMemory(effects, size, frames));
  }

  /** Spoils a picture in place. */
  process(pixels: Uint8Array, stream: RandomStream): void {
    this.made.for(pixels).process(pixels, stream);
  }
}

export const hasEffects = ({ gain, gamma, noise, blur }: Effects): boolean =>
  gain !== 1 || gamma !== 1 || noise > 0 || blur > 0;

class PipelineInMemory {
  private readonly kernels: CameraKernels;
  private readonly layout: Layout<'table' | 'curve' | 'weights' | 'room'>;
  private readonly radius: number;
  private readonly gain: FixedPoint;

  constructor(
    private readonly effects: Effects,
    private readonly size: PictureSize,
    frames: FrameMemory | undefined,
  ) {
    const { width, height, channels } = size;
    const weights = effects.blur > 0 ? gaussianWeights(effects.blur) : new Uint16Array(0);
    this.radius = weights.length - 1;
    const sizes = {
      table: effects.noise > 0 ? 2 * NOISE_TABLE_LENGTH : 0,
      curve: effects.gamma === 1 ? 0 : LEVELS,
      weights: weights.byteLength,
      room: effects.blur > 0 ? blurRoom(this.radius, width * channels, channels) : 16,
    };
    this.layout = layOut(frames, sizes, width * height * channels);
    const { memory, buffer, at } = this.layout;
    this.kernels = kernelsIn(memory);
    new Uint16Array(buffer, at.weights, weights.length).set(weights);
    if (effects.noise > 0) tabulateNoise(effects.noise, new Int16Array(buffer, at.table, NOISE_TABLE_LENGTH));
    if (effects.gamma !== 1) new Uint8Array(buffer, at.curve, LEVELS).set(toneCurve(effects));
    this.gain = fixedPoint(effects.gain);
  }

  process(pixels: Uint8Array, stream: RandomStream): void {
    const { layout, size, effects, kernels } = this;
    const { at, frame } = layout;
    const rowSize = size.width * size.channels;
    const address = bringIn(layout, pixels, rowSize, { rowSize, firstRow: 0, rows: size.height });
    if (effects.blur > 0)
      kernels.lensBlur(address, rowSize, size.height, size.channels, at.weights, this.radius, at.room);
    this.develop(address, rowSize * size.height, stream);
    if (frame !== undefined) pixels.set(frame);
  }

  /** Gain, curve and noise. */
  private develop(address: number, length: number, stream: RandomStream): void {
    const { effects, kernels, gain } = this;
    const { table, curve, room } = this.layout.at;
    const isCurved = effects.gamma !== 1;
    if (isCurved) kernels.applyCurve(address, length, curve, room);
    const amplifies = effects.gain !== 1 && !isCurved;
    if (effects.noise === 0) {
      if (amplifies) kernels.amplify(address, length, gain.factor, gain.shift, room);
      return;
    }
    const low = nextUint32(stream);
    const high = nextUint32(stream);
    if (amplifies) kernels.amplifyAndAddNoise(address, length, gain.factor, gain.shift, table, low, high, room);
    else kernels.addNoise(address, length, table, low, high, room);
  }
}

const LEVELS = 256;

/** What each level becomes by gain and gamma. */
const toneCurve = ({ gain, gamma }: Effects): Uint8Array =>
  Uint8Array.from({ length: LEVELS }, (_, p) => Math.round(255 * pow(Math.min(1, (gain * p) / 255), 1 / gamma)));

const LARGEST_FACTOR = 65_535;

/** factor / 2^shift, the factor in 16 bits. */
interface FixedPoint {
  readonly factor: number;
  readonly shift: number;
}

function fixedPoint(value: number): FixedPoint {
  let shift = 16;
  while (shift > 0 && Math.round(value * (1 << shift)) > LARGEST_FACTOR) shift--;
  return { factor: Math.min(LARGEST_FACTOR, Math.round(value * (1 << shift))), shift };
}
