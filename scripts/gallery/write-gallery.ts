/** Runs everything the gallery shows and writes studio/public/gallery.json, one entry per line. */
import { writeFileSync } from 'node:fs';
import { measureEntry } from './measure-entry.ts';
import { gallerySources } from './scenario-sources.ts';

const lines: string[] = [];
for await (const source of gallerySources()) lines.push(JSON.stringify(await measureEntry(source)));
writeFileSync('studio/public/gallery.json', `[\n${lines.join(',\n')}\n]\n`);
