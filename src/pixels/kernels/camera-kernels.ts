/** The kernels behind a lens: what spoils a picture, and the encodings it may leave in. */

/** Addresses are bytes in the memory; what each kernel wants is said in its source. */
export interface CameraKernels {
  lensBlur(
    pixels: number,
    rowSize: number,
    rows: number,
    channels: number,
    weights: number,
    radius: number,
    room: number,
  ): void;
  amplify(pixels: number, length: number, gain: number, shift: number, room: number): void;
  addNoise(pixels: number, length: number, table: number, low: number, high: number, room: number): void;
  amplifyAndAddNoise(
    pixels: number,
    length: number,
    gain: number,
    shift: number,
    table: number,
    low: number,
    high: number,
    room: number,
  ): void;
  applyCurve(pixels: number, length: number, table: number, room: number): void;
  rgbToRgba(src: number, dst: number, pixels: number): void;
  rgbToYuv422(src: number, dst: number, pixels: number, chromaFirst: boolean): void;
  rgbToNv12(src: number, dst: number, width: number, height: number): void;
}
