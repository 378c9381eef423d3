/**
 * Pictures that leave in another encoding than they are painted in: painted and spoilt as rgb8 in a room beside the frame, then converted into
 * it in one pass (encodings.as of the kernels).
 * Checked against: cv2.cvtColor, every byte equal.
 */
import type { Encoding, SentEncoding } from '../../camera-model/encoding.ts';
import { encodings, imageBytes } from '../../camera-model/encoding.ts';
import type { FrameMemory } from '../../math/frame-memory.ts';
import type { CameraKernels } from '../../pixels/kernels/camera-kernels.ts';
import { kernelsIn } from '../../pixels/kernels/kernels.ts';
import type { Layout } from '../../pixels/layout.ts';
import { layOut } from '../../pixels/layout.ts';
import { PerMemory } from '../../pixels/per-memory.ts';

/** The channels in which such a picture is painted. */
export const drawnAs = (encoding: SentEncoding): Encoding => encodings.find((each) => each === encoding) ?? 'rgb8';

export class ColourConversion {
  private readonly made: PerMemory<ConversionInMemory>;

  constructor(encoding: SentEncoding, width: number, height: number) {
    this.made = new PerMemory((frames) => new ConversionInMemory(encoding, width, height, frames));
  }

  /** Where to paint what is to go into this frame. */
  sourceFor(frame: Uint8Array): Uint8Array {
    return this.made.for(frame).source;
  }

  /** Converts what was painted. */
  convertTo(frame: Uint8Array): void {
    this.made.for(frame).convertTo(frame);
  }
}

class ConversionInMemory {
  readonly source: Uint8Array;
  private readonly layout: Layout<'source'>;
  private readonly kernels: CameraKernels;

  constructor(
    private readonly encoding: SentEncoding,
    private readonly width: number,
    private readonly height: number,
    frames: FrameMemory | undefined,
  ) {
    const size = 3 * width * height;
    this.layout = layOut(frames, { source: size }, imageBytes(encoding, width, height).size);
    const { memory, buffer, at } = this.layout;
    this.kernels = kernelsIn(memory);
    this.source = new Uint8Array(buffer, at.source, size);
  }

  convertTo(frame: Uint8Array): void {
    const { kernels, encoding, width, height, layout } = this;
    const from = layout.at.source;
    const to = layout.frame ?? frame;
    if (encoding === 'rgba8') kernels.rgbToRgba(from, to.byteOffset, width * height);
    else if (encoding === 'nv12') kernels.rgbToNv12(from, to.byteOffset, width, height);
    else kernels.rgbToYuv422(from, to.byteOffset, width * height, encoding === 'yuv422');
    if (to !== frame) frame.set(to);
  }
}
