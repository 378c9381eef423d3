/** A image as a canvas of its own size, converted once per message into memory that is kept, to be drawn at any zoom. */
import type { Levels, ImageMessage } from './pixels.ts';
import { pixelText, imageProblem, toRgba } from './pixels.ts';

/** sensor_msgs/CompressedImage. */
export interface CompressedImage {
  readonly format: string;
  readonly data: Uint8Array;
}

export class ImageBuffer {
  readonly canvas = document.createElement('canvas');
  /** A sentence when the last image could not be shown. */
  problem: string | undefined;
  /** How the image is encoded, for people. */
  encoding = '';
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true })!;
  private pixels: ImageData | undefined;
  private shown: ImageMessage | undefined;
  private isDecoding = false;

  constructor() {
    this.canvas.width = this.canvas.height = 0;
  }

  get width(): number {
    return this.canvas.width;
  }

  get height(): number {
    return this.canvas.height;
  }

  show(image: ImageMessage, levels: Levels | undefined): void {
    this.problem = imageProblem(image);
    if (this.problem !== undefined) return;
    const { width, height } = image;
    if (this.pixels?.width !== width || this.pixels.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.pixels = this.context.createImageData(width, height);
    }
    toRgba(image, this.pixels.data, levels);
    this.context.putImageData(this.pixels, 0, 0);
    this.encoding = image.encoding;
    this.shown = image;
  }

  /** Images that come while another is being decoded are left out; `done` is called when there is something new. */
  decode({ format, data }: CompressedImage, done: () => void): void {
    if (this.isDecoding) return;
    this.isDecoding = true;
    const bytes = new Blob([data.slice()], { type: /png/i.test(format) ? 'image/png' : 'image/jpeg' });
    createImageBitmap(bytes)
      .then(
        (bitmap) => {
          this.problem = undefined;
          this.shown = undefined;
          this.pixels = undefined;
          this.encoding = format;
          this.canvas.width = bitmap.width;
          this.canvas.height = bitmap.height;
          this.context.drawImage(bitmap, 0, 0);
          bitmap.close();
        },
        () => {
          this.problem = `The compressed image (${format}) cannot be decoded.`;
        },
      )
      .finally(() => {
        this.isDecoding = false;
        done();
      });
  }

  /** What a pixel says; empty outside. */
  textAt(column: number, row: number): string {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return '';
    if (this.shown !== undefined) return pixelText(this.shown, column, row);
    const [red, green, blue] = this.context.getImageData(column, row, 1, 1).data;
    return `R ${red}  G ${green}  B ${blue}`;
  }
}
