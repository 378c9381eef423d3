import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waypointFollower } from '../control/waypoint-follower.ts';
import type { Host, HostedBlock } from '../core/host.ts';
import {
  buildController,
  buildWorker,
  openWorkerHost,
  pythonController,
  temporaryFolder,
} from './fixtures/test-builds.ts';
import { atHome, CONTEXT, drive, fetch, hosted, release, step, wander } from './fixtures/test-rig.ts';
import { openSandbox } from '../node/sandbox.ts';
import { projectRoot } from '../../test/support/scenario-files.ts';
import { openOnComputers } from './computer/computer-host.ts';
import { openProcessHost } from './process/process-host.ts';
import { onSteppingRobot } from './rosbridge/fixtures/stepping-robot.ts';
import { sandboxedBlock } from './sandbox/sandboxed-block.ts';

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

/** The follower as somebody's own module. */
const MODULE = `import { findBlock } from "skidpad"; export default findBlock('control/waypoint-follower');`;
const sandboxProgram = join(projectRoot, 'dist/sandbox-main.js');

async function inSandbox(block: HostedBlock): Promise<Host> {
  const open = (log: (line: string) => void) => openSandbox(log, sandboxProgram);
  const sandboxed = await sandboxedBlock(MODULE, 'follower.ts', '', open);
  await sandboxed.close();
  return sandboxed.block.host!.open(block, {}, CONTEXT);
}

const computerProgram = join(projectRoot, 'dist/computer-main.js');

async function onComputer(block: HostedBlock): Promise<Host> {
  const request = { block, params: { name: 'box' }, context: CONTEXT };
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  return (await openOnComputers([request], { words: [process.execPath, computerProgram], version }))[0];
}

const placements: Placement[] = [
  { name: 'local', available: () => true, open: atHome },
  { name: 'worker', available: () => true, open: (block) => openWorkerHost(block, worker) },
  { name: 'sandbox', available: () => true, open: inSandbox },
  { name: 'computer', available: () => true, open: onComputer },
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
  {
    name: 'rosbridge',
    available: () => true,
    open: (block) => onSteppingRobot(block, waypointFollower, params),
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

const savable = placements.filter(({ name }) => ['local', 'worker', 'sandbox'].includes(name));

describe.each(savable)('the state of a block on the host $name', (placement) => {
  it('is saved with what is under way, and restored again and again to the same answers', async () => {
    const block = hosted(waypointFollower, { params });
    const host = await placement.open(block);
    const first = await drive(host, block, 0, 40);
    const saved = host.save();
    const then = await drive(host, block, 40, 120);
    for (let again = 0; again < 2; again++) {
      host.restore(saved);
      expect(await drive(host, block, 40, 120)).toEqual(then);
    }
    await host.close();
    expect(first[39]).not.toEqual(then.at(-1));
  });
});

describe('a sandbox', () => {
  it('keeps the answers that were not fetched when its state was saved', async () => {
    const block = hosted(waypointFollower, { params, depth: 8 });
    const host = await inSandbox(block);
    const release3 = (from: number) => {
      for (let activation = from; activation < from + 3; activation++) {
        wander(block, activation);
        release(host, block, activation);
      }
    };
    const fetch3 = async () => [await fetch(host, block), await fetch(host, block), await fetch(host, block)];
    await drive(host, block, 0, 20);
    release3(20);
    const saved = host.save();
    const answers = await fetch3();
    release3(23);
    const later = await fetch3();
    // with others under way, which then count for nothing
    release3(26);
    host.restore(saved);
    expect(await fetch3()).toEqual(answers);
    release3(23);
    expect(await fetch3()).toEqual(later);
    await host.close();
  });
});

it('the documentation shows the Python client as it is', () => {
  const page = readFileSync(new URL('../../docs/process-protocol.md', import.meta.url), 'utf8');
  expect(page).toContain(readFileSync(pythonController, 'utf8'));
});
