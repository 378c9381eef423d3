/** The hash of every scenario, in Node and in real browsers. A hash that changes is explained in the CHANGELOG. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../src/math/base64.ts';
import type { RunResult } from '../../src/run/result.ts';
import { run } from '../../src/run/run.ts';
import { findBrowser, hashesInBrowser } from '../support/browsers.ts';
import { mathSweepHash } from '../support/math-sweep.ts';
import { localScenario, projectRoot, scenarioFiles } from '../support/scenario-files.ts';

const GOLDEN = join(projectRoot, 'test/golden/hashes.json');
const files = scenarioFiles();
const scenarios = Object.fromEntries(
  await Promise.all(files.map(async (file) => [file, await localScenario(file)] as const)),
);
/** Scenarios with the pictures of four cameras take long: in browsers their beginnings are compared, which are a golden hash of their own. */
const BEGINNING = 6;
const isLong = (file: string) => scenarios[file].blocks.some(({ definition }) => definition.type === 'vision/surround');
const beginningOf = (file: string) => `${file}, first ${BEGINNING} s`;
const beginnings = Object.fromEntries(
  await Promise.all(
    files.filter(isLong).map(async (file) => [beginningOf(file), await localScenario(file, BEGINNING)] as const),
  ),
);
const inBrowsers = Object.fromEntries(Object.entries(scenarios).filter(([file]) => !isLong(file)));
const documents = Object.fromEntries(
  Object.entries({ ...inBrowsers, ...beginnings }).map(([file, scenario]) => [
    file,
    {
      document: scenario.document,
      files: scenario.files.map(({ name, bytes }) => ({ name, base64: toBase64(bytes) })),
    },
  ]),
);

const results = new Map<string, RunResult>();

async function hashesInNode(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = { math: mathSweepHash() };
  for (const file of files) {
    results.set(file, await run({ scenario: scenarios[file] }));
    hashes[file] = results.get(file)!.hash;
  }
  for (const [name, scenario] of Object.entries(beginnings)) hashes[name] = (await run({ scenario })).hash;
  return hashes;
}

describe('golden hashes', () => {
  if (process.env.UPDATE_GOLDEN !== undefined) {
    it(
      'are written again',
      async () =>
        writeFileSync(
          GOLDEN,
          `${JSON.stringify(await hashesInNode(), null, 2)}
`,
        ),
      3_600_000,
    );
    return;
  }
  const golden: Record<string, string> = existsSync(GOLDEN) ? JSON.parse(readFileSync(GOLDEN, 'utf8')) : {};

  it('exist for every scenario', () =>
    expect(Object.keys(golden)).toEqual(['math', ...files, ...Object.keys(beginnings)]));

  it('hold in Node', async () => expect(await hashesInNode()).toEqual(golden), 3_600_000);

  it('are of runs that meet their expectations', () => {
    expect([...results].filter(([, { passed }]) => !passed).map(([file]) => file)).toEqual([]);
  });

  for (const name of ['chromium', 'firefox'] as const) {
    const browser = findBrowser(name);
    if (browser === undefined) console.log(`skipped: no ${name} on this machine, so hashes are not compared in it`);
    it.skipIf(browser === undefined)(
      `hold in ${name}`,
      async () => {
        const wanted = Object.fromEntries(
          Object.entries(golden).filter(([file]) => !files.includes(file) || !isLong(file)),
        );
        expect(await hashesInBrowser(name, browser!, documents)).toEqual(wanted);
      },
      3_600_000,
    );
  }
});
