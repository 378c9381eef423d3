import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FrameMemory } from '../math/frame-memory.ts';
import { createStream, integerBelow } from '../math/random.ts';
import { runNaively } from './naive-network.ts';
import { multiplications } from './network.ts';
import { NetworkRunner } from './network-runner.ts';
import { randomNetwork } from './random-network.ts';

const picture = (seed: number, size: number): Uint8Array => {
  const stream = createStream(seed, 'picture');
  return Uint8Array.from({ length: size }, () => integerBelow(stream, 256));
};

const layer = (name: string, from: string, [kernel, stride, outputs]: readonly [1 | 3, 1 | 2, number], relu = true) =>
  ({ name, from, kernel, stride, outputs, relu }) as const;

/** Every kind of layer, odd numbers of channels, two branches. */
const branched = (seed: number) =>
  randomNetwork(seed, 32, 20, [
    layer('a', 'input', [3, 2, 13]),
    layer('b', 'a', [3, 1, 24]),
    layer('c', 'b', [3, 2, 9]),
    layer('d', 'c', [1, 1, 7], false),
    layer('e', 'b', [1, 1, 16]),
    layer('f', 'e', [3, 1, 5], false),
  ]);

describe('a network at work', () => {
  it('is what its sources compile to today', async () => {
    const { modules, generateKernels } = await import(
      new URL('../../scripts/generate-kernels.mjs', import.meta.url).href
    );
    const own = modules.find(({ folder }: { folder: string }) => folder === 'src/inference/kernels');
    expect(readFileSync(own.output, 'utf8')).toBe(await generateKernels(own));
  });

  it.each([1, 2, 3, 4, 5])('gives every number of the plain sums, for random networks (%i)', (seed) => {
    const network = branched(seed);
    const rgb = picture(seed, 3 * 32 * 20);
    const expected = runNaively(network, rgb);
    const answers = new NetworkRunner(network, ['d', 'f']).run(rgb, 96);
    for (const [i, name] of ['d', 'f'].entries()) {
      expect([...answers[i].values]).toEqual([...Array.from(expected.get(name)!.values)]);
      expect(answers[i].values.some((value) => value !== 0)).toBe(true);
    }
  });

  it('gives the same on frames of a run, on bytes from elsewhere and on rows with gaps, again and again', () => {
    const network = branched(7);
    const rgb = picture(7, 3 * 32 * 20);
    const frames = new FrameMemory();
    const frame = frames.allocate(rgb.length);
    frame.set(rgb);
    const gappy = new Uint8Array(100 * 20);
    for (let y = 0; y < 20; y++) gappy.set(rgb.subarray(96 * y, 96 * y + 96), 100 * y);
    const there = new NetworkRunner(network, ['f'], frames);
    const elsewhere = new NetworkRunner(network, ['f']);
    const first = there.run(frame, 96)[0].values.slice();
    frame.fill(3);
    expect(there.run(frame, 96)[0].values).not.toEqual(first);
    frame.set(rgb);
    expect(there.run(frame, 96)[0].values).toEqual(first);
    expect(elsewhere.run(rgb, 96)[0].values).toEqual(first);
    expect(elsewhere.run(gappy, 100)[0].values).toEqual(first);
  });

  it('computes only what the wanted outputs need', () => {
    const network = branched(1);
    const all = multiplications(network, ['d', 'f']);
    expect(multiplications(network, ['a'])).toBe(16 * 10 * 9 * 3 * 13);
    expect(multiplications(network, ['d'])).toBeLessThan(all);
    expect(new NetworkRunner(network, ['d']).run(picture(1, 1920), 96)[0].values.length).toBe(8 * 5 * 7);
  });
});
