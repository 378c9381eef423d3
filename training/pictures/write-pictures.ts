/** Writes pictures and labels for training: `write-pictures FOLDER COUNT SEED`. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { pictures } from './picture.ts';

const [folder, count, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
mkdirSync(folder, { recursive: true });
const views = openSync(`${folder}/pictures-${seed}.rgb`, 'w');
const labels = openSync(`${folder}/labels-${seed}.jsonl`, 'w');
for (const picture of pictures(count, seed)) {
  writeSync(views, picture.view);
  writeSync(labels, `${JSON.stringify(picture.labels)}\n`);
}
closeSync(views);
closeSync(labels);
