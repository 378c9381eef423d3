/** `evaluate NETWORKS (PICTURES | COUNT) SEED [CARD]`: scores the networks in a folder on pictures of a folder, or on new ones, and writes the card's figures. */
import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import type { Labels } from '../pictures/picture.ts';
import { pictures } from '../pictures/picture.ts';
import { SIZE } from '../pictures/surround-rig.ts';
import { evaluate, networksOf, threshold } from './evaluate.ts';

const [folder, source, seed, card] = process.argv.slice(2);

function* stored(path: string, part: number): Generator<{ view: Uint8Array; labels: Labels }> {
  const views = openSync(`${path}/pictures-${part}.rgb`, 'r');
  for (const line of readFileSync(`${path}/labels-${part}.jsonl`, 'utf8').split('\n').slice(0, -1)) {
    const view = new Uint8Array(3 * SIZE * SIZE);
    if (readSync(views, view) < view.length) break;
    yield { view, labels: JSON.parse(line) };
  }
  closeSync(views);
}

const corner = `${folder}/corner.net`;
const networks = networksOf(
  readFileSync(`${folder}/surround.net`),
  existsSync(corner) ? readFileSync(corner) : undefined,
);
const isFolder = Number.isNaN(Number(source));
const rows = evaluate(networks, isFolder ? stored(source, Number(seed)) : pictures(Number(source), Number(seed)));
const percent = (value: number) => (100 * value).toFixed(2).padStart(6);
console.log(
  'group       n      points P/R        within 6 cm      slots P/R         within 6 cm      occupancy  corner mean/median/p99 cm  things P/R     edges mean/p99 cm',
);
for (const { group, pictures: n, points, slots, occupancy, things, cornerError: e, edgeError: d } of rows)
  console.log(
    [
      group.padEnd(10),
      String(n).padStart(5),
      ...[points.published, points.narrow, slots.published, slots.narrow].map(
        (r) => `${percent(r.precision)} ${percent(r.recall)}  `,
      ),
      percent(occupancy.accuracy),
      `(${occupancy.unknown})`,
      [e.mean, e.median, e.p99].map((v) => (100 * v).toFixed(2)).join(' '),
      `${percent(things.precision)} ${percent(things.recall)}`,
      [d.mean, d.p99].map((v) => (100 * v).toFixed(1)).join(' '),
    ].join('  '),
  );
if (card !== undefined)
  writeFileSync(card, `${JSON.stringify({ seed: Number(seed), threshold, rows }, undefined, 1)}\n`);
