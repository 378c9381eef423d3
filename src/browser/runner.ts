/** Runs scenarios in a page or a web worker: the same loop, the same bits. */
import { catalog } from '../catalog.ts';
import { buildLoop } from '../core/build.ts';
import { parseScenario } from '../core/scenario.ts';
import { mathSweepHash } from './math-sweep.ts';

export { mathSweepHash };

export interface ScenarioHash {
  readonly name: string;
  readonly ticks: number;
  readonly hash: string;
}

/** Runs a scenario to its end with every block in this thread. */
export async function runToHash(document: unknown): Promise<ScenarioHash> {
  const scenario = parseScenario(document, catalog);
  const loop = await buildLoop(scenario);
  await loop.run(scenario.ticks);
  return { name: scenario.document.name, ticks: loop.tick, hash: loop.hash() };
}

/** `runner.js` loaded with `?post`: fetches the scenarios beside it, runs them, and posts the results back. */
async function serve(): Promise<void> {
  const documents = (await (await fetch('./scenarios.json')).json()) as Record<string, unknown>;
  const results: Record<string, Pick<ScenarioHash, 'hash'> | { error: string }> = { math: { hash: mathSweepHash() } };
  for (const [file, document] of Object.entries(documents)) {
    try {
      results[file] = await runToHash(document);
    } catch (error) {
      results[file] = { error: String(error) };
    }
  }
  await fetch('./results', { method: 'POST', body: JSON.stringify(results) });
}

if (new URL(import.meta.url).searchParams.has('post')) void serve();
