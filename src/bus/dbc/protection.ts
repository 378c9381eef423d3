/** Counter and checksum of a message: how senders protect it, and how receivers see that something went wrong on the way. */
import { InputError } from '../../core/input-error.ts';
import type { ValueOf } from '../../core/schema.ts';
import { choice, group, optional, text } from '../../core/schema.ts';
import { powerOfTwo } from '../../math/float-bits.ts';
import type { ChecksumKind } from './checksums.ts';
import { CHECKSUM_KINDS, checksum } from './checksums.ts';
import type { MessageCodec } from './message-codec.ts';
import type { SignalCodec } from './signal-codec.ts';

/** Parameters of whoever sends or checks a message. */
export const protectionFields = {
  counter: optional(text(undefined, 'signal that goes up by one with every frame, and from its largest value to 0')),
  checksum: optional(
    group(
      {
        signal: text(undefined, 'signal of one whole byte that holds the checksum'),
        kind: choice('crc8-sae-j1850', CHECKSUM_KINDS, 'how it follows from all other bytes of the frame'),
      },
      'the checksum of the message',
    ),
  ),
} as const;

export interface ProtectionParams {
  readonly counter?: string;
  readonly checksum?: ValueOf<typeof protectionFields.checksum>;
}

export class Protection {
  readonly counter: SignalCodec | undefined;
  /** How many values the counter has. */
  readonly modulus: number;
  private readonly kind: ChecksumKind | undefined;
  /** Byte that holds the checksum. */
  private readonly byte: number;
  private readonly length: number;

  constructor(codec: MessageCodec, params: ProtectionParams, path: string) {
    this.length = codec.message.length;
    this.counter =
      params.counter === undefined ? undefined : codec.signals[codec.place(params.counter, `${path}.counter`)];
    this.modulus = this.counter === undefined ? 1 : powerOfTwo(Math.min(this.counter.signal.length, 32));
    this.kind = params.checksum?.kind;
    this.byte =
      params.checksum === undefined ? -1 : checksumByte(codec, params.checksum.signal, `${path}.checksum.signal`);
  }

  get hasChecksum(): boolean {
    return this.kind !== undefined;
  }

  /** Puts the checksum in; all else is in already. */
  sign(data: Uint8Array): void {
    if (this.kind !== undefined) data[this.byte] = checksum(this.kind, data, this.length, this.byte);
  }

  /** Makes the checksum wrong. */
  spoil(data: Uint8Array): void {
    if (this.kind !== undefined) data[this.byte] ^= 0xff;
  }

  isSigned(data: Uint8Array): boolean {
    return this.kind === undefined || data[this.byte] === checksum(this.kind, data, this.length, this.byte);
  }
}

function checksumByte(codec: MessageCodec, name: string, path: string): number {
  const { signal } = codec.signals[codec.place(name, path)];
  const first = signal.byteOrder === 'intel' ? 0 : 7;
  if (signal.length !== 8 || signal.start % 8 !== first)
    throw new InputError(path, `expected a signal that is one whole byte, but ${name} is not`);
  return Math.floor(signal.start / 8);
}
