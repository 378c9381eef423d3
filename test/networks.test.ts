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
  // some 250 marks: three standard deviations of a share of 0.95 are 0.04
  for (const what of ['points', 'slots'] as const)
    for (const how of ['published', 'narrow'] as const) {
      expect(all[what][how].precision).toBeGreaterThan(promised[what][how].precision - 0.08);
      expect(all[what][how].recall).toBeGreaterThan(promised[what][how].recall - 0.08);
    }
  expect(all.occupancy.accuracy).toBeGreaterThan(promised.occupancy.accuracy - 0.05);
  expect(all.cornerError.median).toBeLessThan(1.5 * promised.cornerError.median);
  expect(all.cornerError.count).toBeGreaterThan(100);
  // a network that finds nothing would be as good as its card
  expect(promised.points.published.recall).toBeGreaterThan(0.9);
});
