/** What quantisation costs: the shipped network in whole numbers against torch's answers in floating point, kept beside it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readNetwork } from './network-file.ts';
import { NetworkRunner } from './network-runner.ts';

const folder = new URL('../../networks/', import.meta.url);
const floats: Record<string, number[]> = JSON.parse(readFileSync(new URL('float-answers.json', folder), 'utf8'));

/** As training/learning/export.py draws it. */
function sketch(): Uint8Array {
  const picture = new Uint8Array(3 * 256 * 256).fill(90);
  const fill = (rows: readonly [number, number], columns: readonly [number, number], colour: readonly number[]) => {
    for (let y = rows[0]; y < rows[1]; y++)
      for (let x = columns[0]; x < columns[1]; x++) picture.set(colour, 3 * (256 * y + x));
  };
  fill([40, 216], [150, 154], [230, 230, 230]);
  for (const row of [60, 124, 188]) fill([row, row + 4], [150, 250], [230, 230, 230]);
  fill([70, 116], [180, 256], [40, 50, 120]);
  fill([78, 171], [103, 153], [0, 0, 0]);
  return picture;
}

it('the shipped network says what torch said in floating point, within a twentieth of what its answers vary by', () => {
  const network = readNetwork(readFileSync(new URL('surround.net', folder)), 'surround.net');
  const answers = new NetworkRunner(network, ['points', 'things']).run(sketch(), 768);
  for (const [i, name] of ['points', 'things'].entries()) {
    const { values, unit } = answers[i];
    const expected = floats[name];
    expect(values.length).toBe(expected.length);
    const mean = expected.reduce((sum, value) => sum + value, 0) / expected.length;
    const deviation = Math.sqrt(expected.reduce((sum, value) => sum + (value - mean) ** 2, 0) / expected.length);
    const error = Math.sqrt(
      expected.reduce((sum, value, k) => sum + (value - unit * values[k]) ** 2, 0) / expected.length,
    );
    expect(deviation).toBeGreaterThan(0.1);
    expect(error).toBeLessThan(0.05 * deviation);
  }
});
