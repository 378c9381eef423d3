/** Writes pictures and labels for training: `write-pictures FOLDER COUNT SEED`. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { Chance } from './chance.ts';
import { marksIn, thingsAlone, thingsIn } from './labels.ts';
import { conditions, randomLot } from './random-lot.ts';
import type { Rig } from './surround-rig.ts';
import { makeRig, viewOf } from './surround-rig.ts';

const [folder, count, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
mkdirSync(folder, { recursive: true });
const pictures = openSync(`${folder}/pictures-${seed}.rgb`, 'w');
const labels = openSync(`${folder}/labels-${seed}.jsonl`, 'w');
let rig: Rig | undefined;
const chance = new Chance(seed, 'rigs');
for (let i = 0; i < count; i++) {
  if (i % 20 === 0)
    rig = makeRig(i % 40 === 0 ? 'fisheye' : 'pinhole', chance.one([640, 640, 640, 960, 1280]), 1, chance);
  const condition = conditions[i % conditions.length];
  const lot = randomLot(condition, seed * 1_000_000 + i);
  const view = viewOf(rig!, lot.scene, lot.sun);
  const mask = viewOf(rig!, thingsAlone(lot), lot.sun, false);
  writeSync(pictures, view);
  writeSync(
    labels,
    `${JSON.stringify({ condition, marks: marksIn(lot, mask), things: thingsIn(lot, mask), slots: lot.slots })}\n`,
  );
}
closeSync(pictures);
closeSync(labels);
