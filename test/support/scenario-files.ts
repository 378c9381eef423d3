/** Every scenario file of the project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFiles } from '../../src/node/files.ts';
import { packageFile } from '../../src/node/package-files.ts';
import { inOneThread } from '../../src/scenario/in-one-thread.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export const projectRoot = packageFile('');

export const scenarioFiles = (): string[] =>
  readdirSync(join(projectRoot, 'scenarios'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('scenarios', name))
    .sort();

/** A scenario file with every block in this thread, for its own duration or another [s]. */
export const localScenario = (file: string, duration?: number): Promise<Scenario> =>
  loadScenario(nodeFiles, join(projectRoot, file), { edit: inOneThread, ...(duration !== undefined && { duration }) });
