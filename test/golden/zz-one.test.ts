import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findBrowser, hashesInBrowser } from '../support/browsers.ts';
import { localScenario } from '../support/scenario-files.ts';
const file = 'scenarios/dynamics/bicycle.yaml';
const golden = JSON.parse(readFileSync(new URL('./hashes.json', import.meta.url), 'utf8'));
it.skipIf(!findBrowser('chromium'))('one', async () => {
  const { document } = await localScenario(file);
  expect(await hashesInBrowser('chromium', findBrowser('chromium')!, { [file]: document })).toEqual({ math: golden.math, [file]: golden[file] });
}, 100_000);
