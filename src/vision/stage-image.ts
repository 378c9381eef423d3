/** What inspections of image blocks share: stages as images, and drawing blocks that are stepped by hand. */
import type { StepTime } from '../core/block.ts';
import type { StageImage } from '../core/inspection.ts';
import type { Input, Output } from '../core/signal.ts';
import { Image } from '../msgs/index.ts';

/** One channel with rows of `stride` bytes. */
export const greyImage = (data: Uint8Array, width: number, height: number, stride: number): StageImage => ({
  width,
  height,
  encoding: 'mono8',
  is_bigendian: 0,
  step: stride,
  data,
});

/** An input with a message, or with none. */
export const inputOf = <T>(value: T | undefined): Input<T> => ({
  value: value ?? ({} as T),
  sequence: value === undefined ? 0 : 1,
  publishedNs: 0,
});

/** For blocks that do not look at the clock. */
export const NO_TIME: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0, elapsed: 0, activation: 0 };

/** An output for images whose bytes are kept from one to the next. */
export function imageOutput(): Output<Image> {
  let bytes = new Uint8Array(0);
  return {
    value: Image.create(),
    publish: false,
    frame(size: number) {
      if (bytes.length !== size) bytes = new Uint8Array(size);
      return bytes;
    },
  };
}
