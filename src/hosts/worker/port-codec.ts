/**
 * How one port's message crosses shared memory: its fields as CDR, its frames as references.
 *
 * A frame is a field `uint8[]` at the top of the message, such as `sensor_msgs/msg/Image.data`. If its bytes lie in
 * the shared arena, only (offset, length) cross; other bytes are copied behind the CDR. Layout, from an offset that
 * is a multiple of 8:
 *
 *   u32      length of the CDR
 *   u32      0
 *   per frame field: f64 offset in the arena, −1 when the bytes follow below; f64 length
 *   bytes    CDR, then the copied frames in order; padded to a multiple of 8
 */
import type { MessageType } from '../../msgs/message-type.ts';
import type { SharedFrameArena } from './shared-frame-arena.ts';
import type { SlotBuffer } from './shared-mailbox.ts';

const COPIED = -1;
const NO_BYTES = new Uint8Array(0);

export const align8 = (offset: number): number => (offset + 7) & ~7;

type Message = Record<string, unknown>;

export class PortCodec {
  private readonly frameFields: readonly string[];
  /** Stands in for a message with frames, so that these can be left out of the CDR. */
  private readonly withoutFrames: Message;

  constructor(
    private readonly type: MessageType<any>,
    private readonly arena: SharedFrameArena,
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
    let view = buffer.reserve(offset + 8 + 16 * frameFields.length);
    let copiedBytes = 0;
    for (let i = 0; i < frameFields.length; i++) {
      const bytes = message[frameFields[i]] as Uint8Array;
      const shared = this.arena.holds(bytes);
      if (!shared) copiedBytes += bytes.length;
      view.setFloat64(offset + 8 + 16 * i, shared ? bytes.byteOffset : COPIED, true);
      view.setFloat64(offset + 16 + 16 * i, bytes.length, true);
      this.withoutFrames[frameFields[i]] = NO_BYTES;
    }
    let end = this.writeFields(buffer, offset, offset + 8 + 16 * frameFields.length, this.withoutFrames, copiedBytes);
    if (copiedBytes === 0) return end;
    // then the bytes that are not shared
    view = buffer.view;
    for (const field of frameFields) {
      const bytes = message[field] as Uint8Array;
      if (this.arena.holds(bytes)) continue;
      new Uint8Array(view.buffer, end, bytes.length).set(bytes);
      end = align8(end + bytes.length);
    }
    return end;
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
    const at = offset + 8 + 16 * frameFields.length;
    const length = view.getUint32(offset, true);
    type.decode(view, at, length, message);
    let end = align8(at + length);
    for (let i = 0; i < frameFields.length; i++) {
      const place = view.getFloat64(offset + 8 + 16 * i, true);
      const size = view.getFloat64(offset + 16 + 16 * i, true);
      if (place === COPIED) {
        message[frameFields[i]] = size === 0 ? NO_BYTES : new Uint8Array(view.buffer, end, size).slice();
        end = align8(end + size);
      } else {
        message[frameFields[i]] = this.arena.view(place, size);
      }
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
