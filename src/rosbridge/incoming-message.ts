/** The `msg` of a publication as a message: values of JSON or CBOR, or the bytes that `cbor-raw` carries. */
import type { MessageType } from '../msgs/message-type.ts';
import type { Dialect } from './dialect.ts';
import type { Reading } from './read-values.ts';
import { readValues } from './read-values.ts';
import { decodeRos1 } from './ros1-serialization.ts';

/** A new message; an Error says why the values are none. `isRaw` is whether `cbor-raw` was asked for. */
export function readIncoming(
  type: MessageType,
  msg: unknown,
  { dialect, isRaw, reading }: { readonly dialect: Dialect; readonly isRaw: boolean; readonly reading: Reading },
): unknown {
  const bytes = isRaw ? (msg as { readonly bytes?: unknown } | null)?.bytes : undefined;
  if (!(bytes instanceof Uint8Array)) return readValues(type, msg, reading);
  if (dialect === 'ros1') return decodeRos1(type, bytes);
  const message = type.create();
  type.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length, message);
  return message;
}
