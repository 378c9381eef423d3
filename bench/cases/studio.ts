/** The studio as figures, beside the same lap here. */
import type { Case } from './case.ts';
import { milliseconds, ratio, times } from './case.ts';
import { bareFactor } from './run-path.ts';
import { studioFigures } from './studio-page.ts';

const mega = (bytes: number): number => bytes / 1e6;

export const studio: readonly Case[] = [
  {
    name: 'studio',
    repeat: 1,
    async measure() {
      const figures = await studioFigures();
      if (figures === undefined) return 'no chromium here';
      const { opening, sent, monosim, early, late } = figures;
      const here = await bareFactor('scenarios/monosim/mpc.yaml', 60);
      return [
        milliseconds('the studio from its address to a car that drives', opening, 3000),
        ratio('  sent until then, compressed', mega(sent), { unit: 'MB', target: 2.5 }),
        ratio('  MonoSIM in the page, as a share of the same in Node', monosim / here, { better: 'more', target: 0.5 }),
        times('  MonoSIM in the page', monosim),
        ratio('  memory after an hour over memory after ten minutes', late / early, { target: 1.2 }),
      ];
    },
  },
];
