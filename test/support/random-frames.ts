/** CAN frames of every kind, drawn from a stream. */
import { chance, integerBelow, nextUint32 } from '../../src/math/random.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { CanFrame } from '../../src/msgs/index.ts';
import { FD_LENGTHS, resetFrame } from '../../src/bus/can/log/frame-text.ts';

export interface FrameKinds {
  readonly fd?: boolean;
  readonly errors?: boolean;
  readonly remote?: boolean;
}

/** Fills all but the stamp. */
export function randomFrame(draws: RandomStream, frame: CanFrame, kinds: FrameKinds = {}): CanFrame {
  resetFrame(frame);
  frame.is_error = kinds.errors === true && chance(draws, 0.05);
  if (frame.is_error) return frame;
  frame.is_extended = chance(draws, 0.5);
  frame.id = nextUint32(draws) & (frame.is_extended ? 0x1fff_ffff : 0x7ff);
  frame.is_fd = kinds.fd === true && chance(draws, 0.4);
  frame.is_bit_rate_switch = frame.is_fd && chance(draws, 0.5);
  frame.is_error_passive = frame.is_fd && chance(draws, 0.5);
  frame.is_remote = kinds.remote !== false && !frame.is_fd && chance(draws, 0.1);
  frame.length = FD_LENGTHS[integerBelow(draws, frame.is_fd ? FD_LENGTHS.length : 9)];
  if (!frame.is_remote) for (let i = 0; i < frame.length; i++) frame.data[i] = nextUint32(draws) & 255;
  return frame;
}

/** So many, with stamps that go on in whole microseconds. */
export function randomFrames(draws: RandomStream, count: number, kinds: FrameKinds = {}): CanFrame[] {
  let micros = 1_000_000 * integerBelow(draws, 1_000_000);
  return Array.from({ length: count }, () => {
    const frame = randomFrame(draws, CanFrame.create(), kinds);
    micros += integerBelow(draws, 700_000);
    frame.stamp.sec = Math.floor(micros / 1e6);
    frame.stamp.nanosec = (micros % 1_000_000) * 1000;
    return frame;
  });
}

/** What one frame says, in a line: `x123 r 2`, `123 0A0B fd brs`. */
export function spelled(frame: CanFrame): string {
  if (frame.is_error) return 'error';
  const id = `${frame.is_extended ? 'x' : ''}${frame.id.toString(16)}`;
  if (frame.is_remote) return `${id} r ${frame.length}`;
  const flags = `${frame.is_fd ? ' fd' : ''}${frame.is_bit_rate_switch ? ' brs' : ''}${frame.is_error_passive ? ' esi' : ''}`;
  return `${id} ${Buffer.from(frame.data.subarray(0, frame.length)).toString('hex')}${flags}`;
}
