/** One output of a decoder: which of its fields are which signals. */
import type { Output } from '../../core/signal.ts';
import type { Header, Time } from '../../msgs/index.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { setTime } from '../../msgs/time.ts';
import type { FieldWriter } from './field-writer.ts';
import type { ReceiverState } from './frame-receiver.ts';

interface WrittenField {
  readonly write: FieldWriter;
  /** Where in the state its value is. */
  readonly slot: number;
  readonly scale: number;
  readonly offset: number;
}

export class DecodedOutput {
  readonly fields: WrittenField[] = [];
  readonly constants: { readonly write: FieldWriter; readonly value: number }[] = [];
  private readonly stampOf: ((message: unknown) => Time) | undefined;

  constructor(
    readonly name: string,
    readonly type: MessageType,
  ) {
    this.stampOf = stampOf(type);
  }

  /** Whether all its signals have come, none before `oldestNs`. */
  isKnown({ arrivals }: ReceiverState, oldestNs: number): boolean {
    for (let i = 0; i < this.fields.length; i++) {
      const arrival = arrivals[this.fields[i].slot];
      if (arrival < 0 || arrival < oldestNs) return false;
    }
    return true;
  }

  write(output: Output<unknown>, { values }: ReceiverState, stampNs: number): void {
    const { value: message } = output;
    for (let i = 0; i < this.constants.length; i++) this.constants[i].write(message, this.constants[i].value);
    for (let i = 0; i < this.fields.length; i++) {
      const { write, slot, scale, offset } = this.fields[i];
      write(message, values[slot] * scale + offset);
    }
    if (this.stampOf !== undefined) setTime(this.stampOf(message), stampNs);
    output.publish = true;
  }
}

/** Where a message of this type has its stamp, if it has one. */
function stampOf({ fields }: MessageType): ((message: unknown) => Time) | undefined {
  if (fields.some(({ name }) => name === 'header')) return (message) => (message as { header: Header }).header.stamp;
  return fields.some(({ name }) => name === 'stamp') ? (message) => (message as { stamp: Time }).stamp : undefined;
}
