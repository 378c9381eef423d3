/**
 * TORCS on the same machine, where Debian's package is there: a race without pictures (`torcs -r`), whose physics steps at 500 Hz. Its
 * robots drive too, and loading is in its time; ours are the sixteen Priuses.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './case.ts';
import { times } from './case.ts';

const PROGRAM = '/usr/games/torcs';
/** Robots that come with it. */
const ROBOTS = ['berniw', 'inferno'].flatMap((module) =>
  Array.from({ length: 8 }, (_, i) => ({ module, index: i + 1 })),
);

type Attributes = Readonly<Record<string, string | number>>;

const section = (name: string, attributes: Attributes, ...sections: readonly string[]): string => {
  const entries = Object.entries(attributes).map(
    ([key, value]) => `<att${typeof value === 'number' ? 'num' : 'str'} name="${key}" val="${value}"/>`,
  );
  return `<section name="${name}">${[...entries, ...sections].join('')}</section>`;
};

const GRID = {
  rows: 2,
  'distance to start': 25,
  'distance between columns': 20,
  'offset within a column': 10,
  'initial speed': 0,
  'initial height': 0.2,
};

const race = (cars: number, laps: number): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?><params name="Quick Race" type="param" mode="mw">',
    section('Header', { name: 'Quick Race', description: 'Quick Race', priority: 10 }),
    section('Tracks', { 'maximum number': 1 }, section('1', { name: 'forza', category: 'road' })),
    section('Races', {}, section('1', { name: 'Quick Race' })),
    section(
      'Quick Race',
      {
        distance: 0,
        type: 'race',
        'starting order': 'drivers list',
        restart: 'no',
        'display mode': 'results only',
        laps,
      },
      section('Starting Grid', GRID),
    ),
    section(
      'Drivers',
      { 'maximum number': 40 },
      ...ROBOTS.slice(0, cars).map(({ module, index }, i) => section(String(i + 1), { idx: index, module })),
    ),
    '</params>',
  ].join('\n');

/** Simulated seconds per second. */
function raceFactor(cars: number, laps: number): number | string {
  const home = mkdtempSync(join(tmpdir(), 'skidpad-bench-torcs-'));
  try {
    const file = join(home, 'race.xml');
    writeFileSync(file, race(cars, laps));
    const start = performance.now();
    const { stdout, stderr } = spawnSync(PROGRAM, ['-r', file], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
      timeout: 300_000,
      maxBuffer: 1 << 28,
    });
    const wall = (performance.now() - start) / 1000;
    const simulated = [...`${stdout}${stderr}`.matchAll(/Sim Time:\s*([\d.]+)/g)].at(-1)?.[1];
    return simulated === undefined ? 'torcs said nothing of its time' : Number(simulated) / wall;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const torcsCase = (cars: number, laps: number): Case => ({
  name: `torcs/${cars}`,
  repeat: 3,
  measure() {
    if (!existsSync(PROGRAM)) return 'TORCS is not installed here (apt-get install torcs)';
    const factor = raceFactor(cars, laps);
    return typeof factor === 'string'
      ? factor
      : [times(`  TORCS with ${cars === 1 ? 'one car' : `${cars} cars`}, at 500 Hz`, factor)];
  },
});

export const torcs: readonly Case[] = [torcsCase(16, 2), torcsCase(1, 4)];
