/**
 * How the bytes of pictures get to a receiver. Both keep as many sets as can be under way; the place of a set is used again only when
 * it has been answered.
 *
 *   socket          headers and pictures of a set, copied side by side and written at once
 *   shared memory   a file in memory: page-aligned places with the header and the picture of one camera each; only the headers go
 *                   over the socket. Once the receiver is ready the file has no name any more, so that nothing is left, however we end
 */
import { closeSync, existsSync, ftruncateSync, mkdtempSync, openSync, rmSync, writevSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PictureFormat } from '../../bus/video/picture-set.ts';
import { pictureBytes } from '../../bus/video/picture-set.ts';
import { STAMP_BYTES, stampPicture } from '../../bus/video/picture-stamps.ts';
import type { SharedMemory } from './video-protocol.ts';
import { fillHeader, HEADER_BYTES, pictureHeader } from './video-protocol.ts';

/** One picture on its way. */
export interface StampedPicture {
  readonly data: Uint8Array;
  readonly sensorTime: number;
  readonly hostTime: number;
}

export interface PictureTransport {
  /** Where pictures lie, if they are not sent themselves. */
  readonly memory?: SharedMemory;
  /** The receiver has found it. */
  found(): void;
  /** Puts a picture of set number `set` into its place. */
  put(set: number, camera: number, picture: StampedPicture): void;
  /** What the socket is to carry for the set; it stays as it is until the set has been answered. */
  message(set: number): Uint8Array;
  close(): void;
}

export class SocketTransport implements PictureTransport {
  private readonly buffers: (Uint8Array | undefined)[];
  private readonly stride: number;

  constructor(
    private readonly format: PictureFormat,
    places: number,
  ) {
    this.buffers = Array.from({ length: places }, () => undefined);
    this.stride = HEADER_BYTES + pictureBytes(format);
  }

  found(): void {}

  put(set: number, camera: number, { data, sensorTime, hostTime }: StampedPicture): void {
    const bytes = this.message(set).subarray(camera * this.stride, (camera + 1) * this.stride);
    fillHeader(bytes, set, sensorTime, hostTime);
    bytes.set(data, HEADER_BYTES);
    stampPicture(bytes.subarray(HEADER_BYTES), sensorTime, hostTime);
  }

  message(set: number): Uint8Array {
    return (this.buffers[set % this.buffers.length] ??= this.create());
  }

  close(): void {}

  private create(): Uint8Array {
    const { format, stride } = this;
    const bytes = new Uint8Array(format.cameras * stride);
    for (let camera = 0; camera < format.cameras; camera++)
      pictureHeader(bytes.subarray(camera * stride), format, camera, 0);
    return bytes;
  }
}

const PAGE = 4096;
/** Where files are memory. */
const MEMORY_FOLDER = '/dev/shm';

export class SharedMemoryTransport implements PictureTransport {
  readonly memory: SharedMemory;
  private readonly folder: string;
  private readonly file: number;
  private readonly stride: number;
  /** Headers of each set that can be under way. */
  private readonly headers: readonly Uint8Array[];
  private readonly stamps = new Uint8Array(STAMP_BYTES);
  private isOpen = true;

  constructor(
    private readonly format: PictureFormat,
    places: number,
  ) {
    const { cameras } = format;
    this.stride = Math.ceil((HEADER_BYTES + pictureBytes(format)) / PAGE) * PAGE;
    this.headers = Array.from({ length: places }, (_, place) => this.createHeaders(place));
    // for nobody but this user
    this.folder = mkdtempSync(
      join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), `skidpad-video-${process.pid}-`),
    );
    this.memory = { path: join(this.folder, 'pictures'), size: places * cameras * this.stride };
    this.file = openSync(this.memory.path, 'wx+', 0o600);
    ftruncateSync(this.file, this.memory.size);
  }

  found(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  put(set: number, camera: number, { data, sensorTime, hostTime }: StampedPicture): void {
    const header = this.message(set).subarray(camera * HEADER_BYTES, (camera + 1) * HEADER_BYTES);
    fillHeader(header, set, sensorTime, hostTime);
    stampPicture(this.stamps, sensorTime, hostTime);
    const place = this.placeOf(set % this.headers.length, camera);
    const wanted = HEADER_BYTES + data.length;
    const written = writevSync(this.file, [header, this.stamps, data.subarray(STAMP_BYTES)], place);
    if (written !== wanted) throw new Error(`only ${written} of ${wanted} bytes found room in ${MEMORY_FOLDER}`);
  }

  message(set: number): Uint8Array {
    return this.headers[set % this.headers.length];
  }

  close(): void {
    if (this.isOpen) closeSync(this.file);
    this.isOpen = false;
    this.found();
  }

  private placeOf(place: number, camera: number): number {
    return (place * this.format.cameras + camera) * this.stride;
  }

  private createHeaders(place: number): Uint8Array {
    const { format } = this;
    const bytes = new Uint8Array(format.cameras * HEADER_BYTES);
    for (let camera = 0; camera < format.cameras; camera++)
      pictureHeader(bytes.subarray(camera * HEADER_BYTES), format, camera, this.placeOf(place, camera));
    return bytes;
  }
}
