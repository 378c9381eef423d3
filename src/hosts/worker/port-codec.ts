/**
 * How one port's message crosses shared memory: its fields as CDR, its frames as references.
 *
 * A frame is a field `uint8[]` at the top of the message, such as `sensor_msgs/msg/Image.data`. If its bytes lie in
 * the shared frames, only (offset, length) cross, and their digest where the writer has found it; other bytes are copied behind the CDR. Layout, from an offset that
 * is a multiple of 8:
 *
 *   u32      length of the CDR
 *   u32      one bit per frame field whose digest is there
 *   per frame field: f64 offset in the frames, −1 when the bytes follow below; f64 length; i32, i32 digest
 *   bytes    CDR, then the copied frames in order; padded to a multiple of 8
 */
import type { MessageType } from '../../msgs/message-type.ts';
import type { FrameMemory } from '../../math/frame-memory.ts';
import { createHash, digestBytes } from '../../math/hash.ts';
import type { SlotBuffer } from './shared-mailbox.ts';

const COPIED = -1;
const REFERENCE_BYTES = 24;
const NO_BYTES = new Uint8Array(0);

export const align8 = (offset: number): number => (offset + 7) & ~7;

type Message = Record<string, unknown>;

export class PortCodec {
  private readonly frameFields: readonly string[];
  /** Stands in for a message with frames, so that these can be left out of the CDR. */
  private readonly withoutFrames: Message;
  private readonly digest = createHash();

  constructor(
    private readonly type: MessageType<any>,
    private readonly frames: FrameMemory,
    /** Finds the digests of frames that it writes, so that the other side need not. */
    private readonly digests = false,
  ) {
    this.frameFields = type.fields
      .filter((field) => field.wireType === 'uint8' && field.array === true)
      .map((field) => field.name);
    this.withoutFrames = type.create();
  }

  /** Writes the message; returns the offset behind it. */
  write(buffer: SlotBuffer, offset: number, message: Message): number {
    const { type, frameFields } = this;
    if (frameFields.length === 0) return this.writeFields(buffer, offset, offset + 8, message, 0);
    type.copy(this.withoutFrames, message);
    // references first
    let view = buffer.reserve(offset + 8 + REFERENCE_BYTES * frameFields.length);
    let copiedBytes = 0;
    let digested = 0;
    for (let i = 0; i < frameFields.length; i++) {
      const bytes = message[frameFields[i]] as Uint8Array;
      const shared = this.frames.holds(bytes);
      if (!shared) copiedBytes += bytes.length;
      const at = offset + 8 + REFERENCE_BYTES * i;
      view.setFloat64(at, shared ? bytes.byteOffset : COPIED, true);
      view.setFloat64(at + 8, bytes.length, true);
      if (shared && this.digests) {
        this.writeDigest(view, at + 16, bytes);
        digested |= 1 << i;
      }
      this.withoutFrames[frameFields[i]] = NO_BYTES;
    }
    view.setUint32(offset + 4, digested, true);
    const fieldsAt = offset + 8 + REFERENCE_BYTES * frameFields.length;
    let end = this.writeFields(buffer, offset, fieldsAt, this.withoutFrames, copiedBytes);
    if (copiedBytes === 0) return end;
    // then the bytes that are not shared
    view = buffer.view;
    for (const field of frameFields) {
      const bytes = message[field] as Uint8Array;
      if (this.frames.holds(bytes)) continue;
      new Uint8Array(view.buffer, end, bytes.length).set(bytes);
      end = align8(end + bytes.length);
    }
    return end;
  }

  private writeDigest(view: DataView, at: number, bytes: Uint8Array): void {
    digestBytes(bytes, this.digest);
    view.setInt32(at, this.digest.low, true);
    view.setInt32(at + 4, this.digest.high, true);
  }

  private writeFields(buffer: SlotBuffer, offset: number, at: number, message: Message, extra: number): number {
    const { type } = this;
    const view = buffer.reserve(at + type.maxSize(message) + extra + 8 * (this.frameFields.length + 1));
    const end = type.encode(message, view, at);
    view.setUint32(offset, end - at, true);
    return align8(end);
  }

  /** Reads a message; returns the offset behind it. */
  read(buffer: SlotBuffer, offset: number, message: Message): number {
    const { type, frameFields } = this;
    const { view } = buffer;
    const at = offset + 8 + REFERENCE_BYTES * frameFields.length;
    const length = view.getUint32(offset, true);
    type.decode(view, at, length, message);
    let end = align8(at + length);
    const digested = frameFields.length === 0 ? 0 : view.getUint32(offset + 4, true);
    for (let i = 0; i < frameFields.length; i++) {
      const reference = offset + 8 + REFERENCE_BYTES * i;
      const place = view.getFloat64(reference, true);
      const size = view.getFloat64(reference + 8, true);
      if (place === COPIED) {
        message[frameFields[i]] = size === 0 ? NO_BYTES : new Uint8Array(view.buffer, end, size).slice();
        end = align8(end + size);
        continue;
      }
      const frame = this.frames.view(place, size);
      message[frameFields[i]] = frame;
      if ((digested >>> i) & 1)
        this.frames.noteDigest(frame, view.getInt32(reference + 16, true), view.getInt32(reference + 20, true));
    }
    return end;
  }

  /** A copy with frames of its own, to be kept after the rings have moved on. */
  independentCopy(message: Message): Message {
    const copy = this.type.create() as Message;
    this.type.copy(copy, message);
    for (const field of this.frameFields) copy[field] = new Uint8Array(message[field] as Uint8Array);
    return copy;
  }
}
