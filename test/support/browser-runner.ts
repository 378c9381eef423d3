/** What the page of the golden tests runs: fetches scenarios, runs them, and posts their hashes back. The same loop, the same bits. */
import { catalog } from '../../src/catalog.ts';
import { run } from '../../src/run/run.ts';
import { checkScenario } from '../../src/scenario/check.ts';
import { mathSweepHash } from './math-sweep.ts';

const documents = (await (await fetch('./scenarios.json')).json()) as Record<string, unknown>;
const results: Record<string, { hash: string } | { error: string }> = { math: { hash: mathSweepHash() } };
for (const [file, document] of Object.entries(documents)) {
  try {
    results[file] = { hash: (await run({ scenario: checkScenario(document, catalog) })).hash };
  } catch (error) {
    results[file] = { error: String(error) };
  }
}
await fetch('./results', { method: 'POST', body: JSON.stringify(results) });
