/** The shipped networks on pictures that they were not trained on; the figures that count, of two thousand, are on their card. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { evaluate, networksOf } from '../training/evaluation/evaluate.ts';
import { pictures } from '../training/pictures/picture.ts';

const file = (name: string) => readFileSync(new URL(`../networks/${name}`, import.meta.url));
const card = JSON.parse(file('card.json').toString());

it('find marks, slots and what stands in them about as well as their card says', () => {
  const networks = networksOf(file('surround.net'), file('corner.net'));
  const all = evaluate(networks, pictures(56, 77)).find(({ group }) => group === 'all')!;
  const promised = card.rows.find(({ group }: { group: string }) => group === 'all');
  // some 180 marks and 80 slots: three standard deviations of a share of 0.98 are 0.03 and 0.05
  for (const how of ['published', 'narrow'] as const) {
    for (const [what, margin] of [
      ['points', 0.03],
      ['slots', 0.05],
    ] as const) {
      expect(all[what][how].precision).toBeGreaterThan(promised[what][how].precision - margin);
      expect(all[what][how].recall).toBeGreaterThan(promised[what][how].recall - margin);
    }
  }
  expect(all.occupancy.accuracy).toBeGreaterThan(promised.occupancy.accuracy - 0.03);
  expect(all.cornerError.mean).toBeLessThan(1.5 * promised.cornerError.mean);
  expect(all.edgeError.mean).toBeLessThan(1.3 * promised.edgeError.mean);
  expect(all.cornerError.count).toBeGreaterThan(100);
  // a network that finds nothing would be as good as its card
  expect(promised.points.published.recall).toBeGreaterThan(0.97);
  expect(promised.edgeError.mean).toBeLessThan(0.08);
});
