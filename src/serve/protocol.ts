/**
 * The Foxglove WebSocket protocol, version 1, as far as a server that only shows needs it: text frames are JSON objects with
 * a field `op`, binary frames begin with an opcode; integers are little-endian.
 *
 *   message data   0x01  subscription u32  log time u64 [ns]  payload
 *   time           0x02  time u64 [ns]
 *
 * Reference: github.com/foxglove/ws-protocol, docs/spec.md; github.com/foxglove/foxglove-sdk, rust/foxglove/src/protocol/v1.
 */
import type { StatusLevel } from './protocol-constants.ts';
import { MESSAGE_HEADER, Opcode } from './protocol-constants.ts';

export interface Channel {
  readonly id: number;
  readonly topic: string;
  readonly encoding: 'cdr';
  readonly schemaName: string;
  readonly schemaEncoding: 'ros2msg';
  readonly schema: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export type ParameterValue = number | boolean | string | readonly ParameterValue[];

export interface Parameter {
  readonly name: string;
  readonly value: ParameterValue;
  /** Numbers say that they are floating-point, so that 2 is not taken for an integer. */
  readonly type?: 'float64' | 'float64_array';
}

export interface ServerInfo {
  readonly op: 'serverInfo';
  readonly name: string;
  readonly capabilities: readonly ('time' | 'parameters')[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Another one for every run, so that a client notices that it watches a new one. */
  readonly sessionId: string;
}

/** Text frames that the server sends. */
export type ServerMessage =
  | ServerInfo
  | { readonly op: 'status'; readonly level: StatusLevel; readonly message: string; readonly id?: string }
  | { readonly op: 'removeStatus'; readonly statusIds: readonly string[] }
  | { readonly op: 'advertise'; readonly channels: readonly Channel[] }
  | { readonly op: 'unadvertise'; readonly channelIds: readonly number[] }
  | { readonly op: 'parameterValues'; readonly parameters: readonly Parameter[]; readonly id?: string };

const TWO_32 = 4294967296;

export function messageFrame(subscriptionId: number, timeNs: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(MESSAGE_HEADER + payload.length);
  frame.writeUInt8(Opcode.message, 0);
  frame.writeUInt32LE(subscriptionId, 1);
  writeTime(frame, timeNs, 5);
  frame.set(payload, MESSAGE_HEADER);
  return frame;
}

export function timeFrame(timeNs: number): Buffer {
  const frame = Buffer.allocUnsafe(1 + 8);
  frame.writeUInt8(Opcode.time, 0);
  writeTime(frame, timeNs, 1);
  return frame;
}

function writeTime(frame: Buffer, timeNs: number, at: number): void {
  frame.writeUInt32LE(timeNs % TWO_32, at);
  frame.writeUInt32LE(Math.floor(timeNs / TWO_32), at + 4);
}
