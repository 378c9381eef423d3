import { describe, expect, it } from 'vitest';
import { digest, pattern, readFixture } from '../../test/fixtures/vision/pictures.ts';
import { FrameMemory } from '../math/frame-memory.ts';
import type { Interpolation } from './resizer.ts';
import { interpolations, Resizer } from './resizer.ts';

interface Case extends Readonly<Record<Interpolation, string>> {
  readonly source: readonly [number, number];
  readonly target: readonly [number, number];
  readonly channels: number;
}
const cases: readonly Case[] = readFixture('resize');

const open = ({ source, target, channels }: Case, interpolation: Interpolation, frames?: FrameMemory) =>
  new Resizer(
    {
      source: { width: source[0], height: source[1] },
      target: { width: target[0], height: target[1] },
      channels,
      interpolation,
    },
    frames,
  );

describe.each(interpolations)('pictures resized by %s', (interpolation) => {
  it.each(cases.map((each) => [`${each.source} to ${each.target}, ${each.channels} channels`, each] as const))(
    "are OpenCV's, every byte: %s",
    (_name, each) => {
      const { source, target, channels } = each;
      const picture = pattern(source[0] * source[1] * channels);
      const out = new Uint8Array(target[0] * target[1] * channels);
      const resizer = open(each, interpolation);
      resizer.resize(picture, source[0] * channels, out);
      expect(digest(out, target[0] * channels, target[0] * channels, target[1])).toBe(each[interpolation]);
      // rows with gaps between them, and what was there before, change nothing
      const step = source[0] * channels + 7;
      const padded = new Uint8Array(step * source[1]).fill(99);
      for (let y = 0; y < source[1]; y++)
        padded.set(picture.subarray(y * source[0] * channels, (y + 1) * source[0] * channels), y * step);
      const again = new Uint8Array(out.length);
      resizer.resize(padded, step, again);
      expect(again).toEqual(out);
    },
  );

  it('lie where they are wanted, in the memory of the frames, and nothing beside them is written', () => {
    for (const each of cases) {
      const frames = new FrameMemory();
      const { source, target, channels } = each;
      const picture = frames.allocate(source[0] * source[1] * channels);
      picture.set(pattern(picture.length));
      const size = target[0] * target[1] * channels;
      const room = frames.allocate(size + 64).fill(170);
      open(each, interpolation, frames).resize(picture, source[0] * channels, room.subarray(32, 32 + size));
      const row = target[0] * channels;
      expect(digest(room.subarray(32), row, row, target[1])).toBe(each[interpolation]);
      expect([...room.subarray(0, 32), ...room.subarray(32 + size)].every((byte) => byte === 170)).toBe(true);
      expect(picture).toEqual(pattern(picture.length));
    }
  });
});
