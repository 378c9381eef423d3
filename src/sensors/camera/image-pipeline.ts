/**
 * What happens to a picture behind the lens: blur by the glass, gain, read noise. A picture to be worked on is made in a buffer of
 * whole words and copied out when it is done; without any of the three there is nothing to do and no buffer.
 */
import type { RandomStream } from '../../math/random.ts';
import { Blur } from './blur.ts';
import { ReadNoise } from './noise.ts';

export interface Effects {
  /** Factor on all grey levels. */
  readonly gain: number;
  /** Standard deviation of the noise as a fraction of full scale. */
  readonly noise: number;
  /** Standard deviation of the blur [px]. */
  readonly blur: number;
}

export class ImagePipeline {
  /** Where pictures are to be made. */
  readonly buffer: Uint8Array;
  private readonly words: Int32Array;
  private readonly blur: Blur | undefined;
  private readonly gainTable: Uint8Array | undefined;
  private readonly noise: ReadNoise | undefined;

  constructor({ gain, noise, blur }: Effects, width: number, height: number, channels: number) {
    const size = width * height * channels;
    this.words = new Int32Array((size + 3) >> 2);
    this.buffer = new Uint8Array(this.words.buffer, 0, size);
    this.blur = blur > 0 ? new Blur(blur, width, height, channels) : undefined;
    this.gainTable =
      gain === 1 ? undefined : Uint8Array.from({ length: 256 }, (_, level) => Math.min(255, Math.round(gain * level)));
    this.noise = noise > 0 ? new ReadNoise(noise) : undefined;
  }

  /** Finishes the picture in the buffer and copies it out. */
  process(pixels: Uint8Array, stream: RandomStream): void {
    const { buffer, gainTable } = this;
    this.blur?.apply(buffer);
    if (gainTable !== undefined) for (let i = 0; i < buffer.length; i++) buffer[i] = gainTable[buffer[i]];
    this.noise?.apply(this.words, stream);
    pixels.set(buffer);
  }
}

export const hasEffects = ({ gain, noise, blur }: Effects): boolean => gain !== 1 || noise > 0 || blur > 0;
