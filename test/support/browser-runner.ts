/** What the page of the golden tests runs: fetches scenarios, runs them, and posts their hashes back. The same loop, the same bits. */
import { catalog } from '../../src/catalog.ts';
import { fromBase64 } from '../../src/math/base64.ts';
import { run } from '../../src/run/run.ts';
import { checkScenario } from '../../src/scenario/check.ts';
import { mathSweepHash } from './math-sweep.ts';

/** A resolved scenario, and the files it names in base 64. */
interface Posted {
  readonly document: unknown;
  readonly files: readonly { readonly name: string; readonly base64: string }[];
}

const posted = (await (await fetch('./scenarios.json')).json()) as Record<string, Posted>;
const results: Record<string, { hash: string } | { error: string }> = { math: { hash: mathSweepHash() } };
for (const [file, { document, files }] of Object.entries(posted)) {
  try {
    const named = {
      files: files.map(({ name, base64 }) => ({ name, bytes: fromBase64(base64)! })),
      moduleNames: new Map(),
    };
    results[file] = { hash: (await run({ scenario: checkScenario(document, catalog, named) })).hash };
  } catch (error) {
    results[file] = { error: String(error) };
  }
}
await fetch('./results', { method: 'POST', body: JSON.stringify(results) });
