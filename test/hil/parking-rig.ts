/** The parking microcontroller on a rig: SPI bytes in, CAN frames out as slcan text, wherever it runs. */
import { LONGEST_SLCAN, writeSlcanFrame } from '../../src/bus/can/slcan.ts';
import { parkingEcu } from '../../src/control/parking/parking-ecu.ts';
import { storeF32, storeU16, storeU32, storeU64 } from '../../src/control/parking/byte-numbers.ts';
import type { Host, HostedBlock } from '../../src/core/host.ts';
import type { QueueSignal } from '../../src/core/signal.ts';
import { hosted } from '../../src/hosts/fixtures/test-rig.ts';
import { crc16Ccitt } from '../../src/math/crc16-ccitt.ts';
import type { CanFrame } from '../../src/msgs/index.ts';
import { SerialBytes } from '../../src/msgs/index.ts';

export const parkingNode = (params: Readonly<Record<string, unknown>> = {}): HostedBlock =>
  hosted(parkingEcu, { params });

function message(type: number, length: number, write: (data: Uint8Array) => void): Uint8Array {
  const data = new Uint8Array(length);
  write(data);
  const bytes = Uint8Array.from([0x5a, type, 0, length, ...data, 0, 0]);
  storeU16(bytes, bytes.length - 2, crc16Ccitt(bytes, 1, bytes.length - 2));
  return bytes;
}

export interface Seen {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly speed: number;
  readonly hostUs: number;
  readonly ageUs?: number;
  readonly hold?: boolean;
}

export const odometryBytes = ({ x, y, yaw, speed, hostUs, ageUs = 0, hold = false }: Seen): Uint8Array =>
  message(1, 37, (data) => {
    storeU64(data, 0, hostUs - ageUs);
    storeU64(data, 8, hostUs);
    [x, y, yaw, speed, 0].forEach((value, i) => storeF32(data, 16 + 4 * i, value));
    data[36] = hold ? 1 : 0;
  });

export type Point = readonly [x: number, y: number, yaw: number, curvature: number, speed: number];

/** In parts of ten. */
export function trajectoryBytes(id: number, points: readonly Point[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let first = 0; first < Math.max(1, points.length); first += 10) {
    const here = points.slice(first, first + 10);
    parts.push(
      message(2, 9 + 20 * here.length, (data) => {
        storeU32(data, 0, id);
        storeU16(data, 4, points.length);
        storeU16(data, 6, first);
        data[8] = here.length;
        here.flat().forEach((value, i) => storeF32(data, 9 + 4 * i, value));
      }),
    );
  }
  return parts;
}

export const mapBytes = (stampUs: number, hostUs = stampUs): Uint8Array =>
  message(3, 24, (data) => {
    storeU64(data, 0, stampUs);
    storeU64(data, 8, hostUs);
  });

/** What it sends in a step of 20 ms, as slcan text. */
async function stepParking(
  host: Host,
  block: HostedBlock,
  activation: number,
  bytes: readonly Uint8Array[],
): Promise<string[]> {
  const input = block.inputs.bytes as QueueSignal<SerialBytes>;
  for (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += 256) {
      const part = chunk.subarray(at, at + 256);
      SerialBytes.copy(input.value, { ...SerialBytes.create(), length: part.length });
      input.value.data.set(part);
      input.enqueue();
    }
  const tick = activation * 20;
  const answered = host.start({ now: tick / 1000, nowNs: tick * 1e6, tick, dt: 0.02, elapsed: 0.02, activation });
  input.clear();
  if (!answered) await host.finish();
  return takeSent(block);
}

function takeSent({ outputs: { frames: port } }: HostedBlock): string[] {
  const said: string[] = [];
  for (; port.sent > 0; port.sent--) {
    port.latchNext();
    const target = new Uint8Array(LONGEST_SLCAN);
    const length = writeSlcanFrame(port.signal.value as CanFrame, target, 0) - 1;
    said.push(String.fromCharCode(...target.subarray(0, length)));
  }
  return said;
}

export async function runParking(
  host: Host,
  block: HostedBlock,
  steps: readonly (readonly Uint8Array[])[],
): Promise<string[][]> {
  const said: string[][] = [];
  for (const [activation, bytes] of steps.entries()) said.push(await stepParking(host, block, activation, bytes));
  return said;
}

/** Signals of a step's three frames. */
export function readStep(said: readonly string[]) {
  const [first, second, third] = said.map((line) =>
    Uint8Array.from((line.slice(5).match(/../g) ?? []) as string[], (pair) => Number.parseInt(pair, 16)),
  );
  const signed = (low: number, high: number) => ((low | (high << 8)) << 16) >> 16;
  return {
    ids: said.map((line) => line.slice(0, 5)),
    gear: first[1] >> 4,
    counter: first[1] & 15,
    throttle: (first[2] | (first[3] << 8)) / 1e4,
    brake: (first[4] | (first[5] << 8)) / 1e4,
    phase: first[6] & 15,
    reason: first[6] >> 4,
    steering: signed(second[2], second[3]) / 1e4,
    hostUs: third[0] + third[1] * 2 ** 8 + third[2] * 2 ** 16 + third[3] * 2 ** 24 + (third[4] & 15) * 2 ** 32,
    ageUs: (third[4] >> 4) | (third[5] << 4) | (third[6] << 12),
  };
}
