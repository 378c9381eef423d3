import type { Hash64 } from '../math/hash.ts';

/**
 * What the loop needs to know about a kind of message. One value per ROS 2 message type, generated as
 * straight-line code from its .msg definition (see generated/), so that no field is looked up at run time.
 *
 * A message is a plain object with the definition's own snake_case fields. It holds only what its wire type can
 * hold: `copy` rounds float32 fields, wraps integers and turns −0 into 0, so that a message that has crossed a
 * process, a worker or a recording is bit for bit the message that has not.
 *
 * Field types in TypeScript: every integer and float is `number` (64-bit integers too, exact below 2⁵³),
 * arrays of numbers are typed arrays, `uint8[]` is `Uint8Array`, arrays of messages are `T[]`.
 */
export interface MessageType<T = unknown> {
  /** Full ROS 2 name, such as `nav_msgs/msg/Odometry`. */
  readonly name: string;
  /** Concatenated ROS 2 definition text (ros2msg), for recordings. */
  readonly definition: string;
  /** The fields in order, for tables, CSV columns and JSON. */
  readonly fields: readonly Field[];

  /** A new message with every field zero, empty or at the definition's default. */
  create(): T;
  /**
   * Makes `target` equal to `source`, reusing target's storage. Byte arrays (`uint8[]`) are frames: they are
   * taken over by reference, never copied, and are immutable once published.
   */
  copy(target: T, source: T): void;
  /** Folds every field into the hash. */
  hash(hash: Hash64, message: T): void;

  /** An upper bound of the encoded size in bytes, CDR header included. */
  maxSize(message: T): number;
  /** Writes CDR little-endian (with its 4-byte header) at `offset`; returns the offset after the last byte. */
  encode(message: T, view: DataView, offset: number): number;
  /** Reads CDR (either endianness) from `offset` into `message`; throws RangeError when the bytes run out. */
  decode(view: DataView, offset: number, length: number, message: T): void;
}

export type FieldKind = 'number' | 'integer' | 'boolean' | 'string' | 'message';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The primitive of the definition, such as `float64`, or the message name. */
  readonly wireType: string;
  /** Absent: a scalar. A number: fixed length. `true`: variable length. */
  readonly array?: number | true;
  /** SI unit where one applies, such as `m/s`; '' for none. */
  readonly unit: string;
  /** For messages: the type of the elements. */
  readonly message?: MessageType;
  /** For integers: the inclusive range the wire type holds. */
  readonly range?: readonly [number, number];
}

/** The message behind a type: `MessageOf<typeof Odometry>` is `Odometry`. */
export type MessageOf<M> = M extends MessageType<infer T> ? T : never;
