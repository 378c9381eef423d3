import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waypointFollower } from '../control/waypoint-follower.ts';
import type { Host, HostedBlock } from '../core/host.ts';
import { buildController, buildWorker, pythonController, temporaryFolder } from './fixtures/test-builds.ts';
import { atHome, drive, fetch, hosted, release, step, wander } from './fixtures/test-rig.ts';
import { openProcessHost } from './process/process-host.ts';
import { openWorkerHost } from './worker/worker-host.ts';

const params = {
  waypoints: [
    { x: 1.5, y: 0.3 },
    { x: 4, y: 3 },
    { x: 0.1, y: 5.7 },
    { x: 3, y: 3 },
  ],
  speed: 1.3,
  gain: 1.7,
  maxYawRate: 0.9,
  reach: 1.1,
  slowRadius: 6.1,
};
const STEPS = 300;
const folder = temporaryFolder();
let worker: { workerUrl: URL; catalog: URL };
let controller: string | undefined;

beforeAll(async () => {
  worker = await buildWorker(folder.path);
  controller = buildController(folder.path);
  if (controller === undefined) console.log('no C compiler here: the binary process protocol is not tested with C');
});
afterAll(() => folder.remove());

interface Placement {
  readonly name: string;
  available(): boolean;
  open(block: HostedBlock): Promise<Host>;
}

const placements: Placement[] = [
  { name: 'local', available: () => true, open: atHome },
  { name: 'worker', available: () => true, open: (block) => openWorkerHost(block, worker) },
  {
    name: 'Python',
    available: () => true,
    open: (block) => openProcessHost(block, { command: ['python3', pythonController] }),
  },
  {
    name: 'C',
    available: () => controller !== undefined,
    open: (block) => openProcessHost(block, { command: [controller!], format: 'cdr' }),
  },
];

async function run(placement: Placement): Promise<string[][]> {
  const block = hosted(waypointFollower, { params });
  const host = await placement.open(block);
  try {
    return await drive(host, block, 0, STEPS);
  } finally {
    await host.close();
  }
}

describe.each(placements)('a block on the host $name', (placement) => {
  it('gives bit for bit what it gives at home', async (context) => {
    if (!placement.available()) return context.skip('no C compiler');
    const answers = await run(placement);
    expect(answers).toEqual(await run(placements[0]));
    // the drive is worth comparing: it begins without input, turns both ways and arrives
    expect(answers[0]).toEqual(['']);
    expect(new Set(answers.flat()).size).toBeGreaterThan(50);
    expect(answers.at(-1)![0]).toMatch(/^00010000(00){48}$/);
  });

  it('answers in order when several steps are under way', async (context) => {
    if (!placement.available()) return context.skip('no C compiler');
    if (placement.name === 'local') return;
    const home = hosted(waypointFollower, { params });
    const expected = await drive(await atHome(home), home, 0, 40);
    const block = hosted(waypointFollower, { params, depth: 8 });
    const host = await placement.open(block);
    const answers: string[][] = [];
    for (let activation = 0; activation < 48; activation++) {
      if (activation >= 8) answers.push(await fetch(host, block));
      if (activation >= 40) continue;
      if (activation % 3 !== 0) wander(block, activation);
      expect(release(host, block, activation)).toBe(false);
    }
    await host.close();
    expect(answers).toEqual(expected);
  });

  it('can be closed twice and in the middle of a step', async (context) => {
    if (!placement.available()) return context.skip('no C compiler');
    const block = hosted(waypointFollower, { params });
    const host = await placement.open(block);
    await step(host, block, 0);
    release(host, block, 1);
    await host.close();
    await host.close();
  });
});

it('the documentation shows the Python client as it is', () => {
  const page = readFileSync(new URL('../../docs/process-protocol.md', import.meta.url), 'utf8');
  expect(page).toContain(readFileSync(pythonController, 'utf8'));
});
