/** One published message, written once in each form that somebody wants: JSON, a picture, CBOR, or its bytes in CBOR. */
import type { MessageType } from '../msgs/message-type.ts';
import { CborWriter } from './cbor-write.ts';
import type { Dialect } from './dialect.ts';
import type { RosTime, Values } from './message-values.ts';
import { messageValues } from './message-values.ts';
import type { Compression } from './operations.ts';
import { textToPng } from './png.ts';
import { encodeRos1 } from './ros1-serialization.ts';

export interface OutgoingSetup {
  readonly type: MessageType;
  readonly dialect: Dialect;
  /** Which message of its topic it is. */
  readonly seq: number;
  /** When it was published. */
  readonly time: RosTime;
}

export class OutgoingMessage {
  private readonly written = new Map<string, string | Uint8Array>();

  constructor(
    private readonly message: unknown,
    private readonly setup: OutgoingSetup,
  ) {}

  /** The frame for a subscriber that writes the topic so. Texts are JSON, bytes CBOR. */
  frame(topic: string, compression: Compression): string | Uint8Array {
    const key = `${compression} ${topic}`;
    let frame = this.written.get(key);
    if (frame === undefined) this.written.set(key, (frame = this.write(topic, compression)));
    return frame;
  }

  private write(topic: string, compression: Compression): string | Uint8Array {
    const { type, dialect, seq } = this.setup;
    switch (compression) {
      case 'none':
        return JSON.stringify({ op: 'publish', topic, msg: messageValues(type, this.message, dialect, seq) });
      case 'png':
        return JSON.stringify({ op: 'png', data: textToPng(this.frame(topic, 'none') as string) });
      default: {
        const writer = new CborWriter();
        writer.map(3);
        writer.text('op');
        writer.text('publish');
        writer.text('topic');
        writer.text(topic);
        writer.text('msg');
        if (compression === 'cbor') writer.message(type, this.message as Values, dialect, seq);
        else this.writeRaw(writer);
        return writer.finish();
      }
    }
  }

  private writeRaw(writer: CborWriter): void {
    const { time } = this.setup;
    writer.map(3);
    writer.text('secs');
    writer.integer(time.sec);
    writer.text('nsecs');
    writer.integer(time.nanosec);
    writer.text('bytes');
    writer.byteString(this.bytes());
  }

  /** As nodes send it to one another. */
  private bytes(): Uint8Array {
    const { type, dialect, seq } = this.setup;
    if (dialect === 'ros1') return encodeRos1(type, this.message, seq);
    const view = new DataView(new ArrayBuffer(type.maxSize(this.message)));
    return new Uint8Array(view.buffer, 0, type.encode(this.message, view, 0));
  }
}
