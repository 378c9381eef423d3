/**
 * The frames between a bench and an ECU that is never on a car's bus (firmware/common/bench.h). 29-bit identifiers, little-endian:
 *
 *   1FFFFFF0  → release: u32 activation, u32 time since the one before [µs]
 *   1FFFFFF1  ← done: u32 activation; all that the ECU sent in this step came before
 *   1FFFFFF2  → parameter: u8 place among the block's numbers, three bytes of zero, float32 value
 *   1FFFFFF3  → start: u8 timing (0 free, 1 answered); state anew, answered with done FFFFFFFF
 *   1FFFFFF4  → bytes: up to eight from another computer, in order, as its SPI would have brought them
 */
import type { SerialBytes } from '../../msgs/index.ts';
import { CanFrame } from '../../msgs/index.ts';

const RELEASE = 0x1fff_fff0;
const DONE = 0x1fff_fff1;
const PARAMETER = 0x1fff_fff2;
const START = 0x1fff_fff3;
const BYTES = 0x1fff_fff4;
/** The activation with which a start is answered. */
export const STARTED = 0xffff_ffff;

function benchFrame(id: number, length: number, write: (data: DataView) => void): CanFrame {
  const frame = { ...CanFrame.create(), id, is_extended: true, length };
  write(new DataView(frame.data.buffer));
  return frame;
}

export const releaseFrame = (activation: number, elapsedUs: number): CanFrame =>
  benchFrame(RELEASE, 8, (data) => {
    data.setUint32(0, activation, true);
    data.setUint32(4, elapsedUs, true);
  });

/** One for every number among the parameters, in their order. */
export const parameterFrames = (params: Readonly<Record<string, unknown>>): CanFrame[] =>
  Object.values(params)
    .filter((value) => typeof value === 'number')
    .map((value, index) =>
      benchFrame(PARAMETER, 8, (data) => {
        data.setUint8(0, index);
        data.setFloat32(4, value, true);
      }),
    );

export const startFrame = (): CanFrame => benchFrame(START, 1, (data) => data.setUint8(0, 1));

/** Up to eight bytes of `bytes`, from `at` on. */
export const bytesFrame = ({ data, length }: SerialBytes, at: number): CanFrame =>
  benchFrame(BYTES, Math.min(8, length - at), (target) => {
    for (let i = 0; i < Math.min(8, length - at); i++) target.setUint8(i, data[at + i]);
  });

/** The activation that is done; undefined of any other frame. */
export function doneActivation({ id, is_extended: isExtended, length, data }: CanFrame): number | undefined {
  if (id !== DONE || !isExtended || length !== 4) return undefined;
  return (data[0] | (data[1] << 8) | (data[2] << 16) | (data[3] << 24)) >>> 0;
}
