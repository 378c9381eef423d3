/** Runs of the bench that are wound back and go on end as if they had not been. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../../src/run/session.ts';
import { localScenario, projectRoot } from '../support/scenario-files.ts';

const golden = JSON.parse(readFileSync(join(projectRoot, 'test/golden/hashes.json'), 'utf8')) as Record<string, string>;

describe('a run that was wound back', () => {
  it.each(['cruise', 'cruise-faults', 'gptp', 'injection'])('of scenarios/hil/%s.yaml ends as ever', async (name) => {
    const file = `scenarios/hil/${name}.yaml`;
    const scenario = await localScenario(file);
    const session = await Session.open(scenario, { keepsSnapshots: true });
    const at = (share: number) => Math.round(share * scenario.ticks);
    // to the middle of the faults, back before them, on again, back into them, and to the end
    for (const share of [0.7, 0.1, 0.6, 0.55, 0.2]) await session.seek(at(share));
    await session.seek(scenario.ticks);
    expect(session.loop.hash()).toBe(golden[file]);
    await session.close();
  });
});
