/** One CAN node on a rig: frames in, frames out as slcan text, wherever it runs. */
import { LONGEST_SLCAN, writeSlcanFrame } from '../../src/bus/can/slcan.ts';
import { crc8J1850 } from '../../src/math/crc8-j1850.ts';
import { cruiseEcu } from '../../src/control/ecu/cruise-ecu.ts';
import type { Host, HostedBlock } from '../../src/core/host.ts';
import { QueueSignal } from '../../src/core/signal.ts';
import { hosted } from '../../src/hosts/fixtures/test-rig.ts';
import { CanFrame } from '../../src/msgs/index.ts';

const PERIOD = 0.01;
const TICKS_PER_PERIOD = 10;

export interface StepInput {
  readonly frames: readonly CanFrame[];
  /** Since the step before [s]; one period when absent. */
  readonly elapsed?: number;
}

export const cruiseNode = (params: Readonly<Record<string, unknown>> = {}): HostedBlock =>
  hosted(cruiseEcu, { params });

/** What it sends in a step, as slcan text with its stamp. */
export async function stepNode(
  host: Host,
  block: HostedBlock,
  activation: number,
  input: StepInput,
): Promise<string[]> {
  feed(block, input.frames);
  const tick = activation * TICKS_PER_PERIOD;
  const { elapsed = PERIOD } = input;
  const time = { now: tick / 1000, nowNs: tick * 1e6, tick, dt: PERIOD, elapsed, activation };
  const answered = host.start(time);
  (block.inputs.frames as QueueSignal).clear();
  if (!answered) await host.finish();
  return takeSent(block);
}

function feed(block: HostedBlock, frames: readonly CanFrame[]): void {
  const input = block.inputs.frames as QueueSignal<CanFrame>;
  for (const frame of frames) {
    CanFrame.copy(input.value, frame);
    input.enqueue();
  }
}

export function takeSent({ outputs: { frames: port } }: HostedBlock): string[] {
  const said: string[] = [];
  for (; port.sent > 0; port.sent--) {
    port.latchNext();
    const { stamp, sender } = port.signal.value as CanFrame;
    said.push(`${stamp.sec}.${stamp.nanosec} ${sender} ${slcanText(port.signal.value as CanFrame)}`);
  }
  return said;
}

function slcanText(frame: CanFrame): string {
  const target = new Uint8Array(LONGEST_SLCAN);
  return String.fromCharCode(...target.subarray(0, writeSlcanFrame(frame, target, 0) - 1));
}

export async function runNode(host: Host, block: HostedBlock, inputs: readonly StepInput[]): Promise<string[][]> {
  const said: string[][] = [];
  for (const [activation, input] of inputs.entries()) said.push(await stepNode(host, block, activation, input));
  return said;
}

export function frameOf(id: number, bytes: readonly number[], fields: Partial<CanFrame> = {}): CanFrame {
  const frame = { ...CanFrame.create(), id, length: bytes.length, ...fields };
  frame.data.set(bytes);
  return frame;
}

/** VehicleSpeed, with its speed in m/s. */
export function speedFrame(speed: number, counter: number): CanFrame {
  const raw = Math.round(speed / 0.005) & 0xffff;
  const frame = frameOf(0x100, [0, counter & 15, raw & 255, raw >> 8]);
  frame.data[0] = crc8J1850(frame.data, 1, 4);
  return frame;
}

/** DriverInput, with its set speed in m/s. */
export function driverFrame(setSpeed: number, isEnabled = true): CanFrame {
  const raw = Math.round(setSpeed / 0.01);
  return frameOf(0x110, [raw & 255, raw >> 8, isEnabled ? 1 : 0]);
}

/** The signals of a CruiseCommand. */
export function readCommand(said: readonly string[]): { counter: number; throttle: number; brake: number } {
  const bytes = bytesOf(said, 't0C06');
  return { counter: bytes[1], throttle: (bytes[2] | (bytes[3] << 8)) / 1e4, brake: (bytes[4] | (bytes[5] << 8)) / 1e4 };
}

/** The signals of a CruiseStatus; undefined in a step without one. */
export function readStatus(said: readonly string[]): { state: number; error: number; speedError: number } | undefined {
  const bytes = bytesOf(said, 't3004');
  if (bytes.length === 0) return undefined;
  const raw = bytes[2] | (bytes[3] << 8);
  return { state: bytes[0] & 7, error: bytes[0] >> 4, speedError: (raw < 0x8000 ? raw : raw - 0x10000) / 100 };
}

function bytesOf(said: readonly string[], beginning: string): number[] {
  const text = said.map((line) => line.split(' ')[2]).find((line) => line.startsWith(beginning));
  return (text?.slice(beginning.length).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
