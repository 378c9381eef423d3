/** Blocks on another computer: several in one program, pictures and changed parameters on their way, and what can go wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../test/support/scenario-files.ts';
import { waypointFollower } from '../../control/waypoint-follower.ts';
import type { AnyBlock } from '../../core/block.ts';
import { defineBlock } from '../../core/block.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { Twist } from '../../msgs/index.ts';
import { resize } from '../../vision/resize.ts';
import { atHome, CONTEXT, drive, hosted, problemOf, publish, step } from '../fixtures/test-rig.ts';
import { openOnComputers } from './computer-host.ts';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
const PROGRAM = { words: [process.execPath, join(projectRoot, 'dist/computer-main.js')], version };
const opened: Host[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close();
});

interface Place {
  readonly name?: string;
  readonly command?: string;
  readonly timeLimit?: number;
}

async function open(blocks: readonly HostedBlock[], { name = 'box', command, timeLimit = 60 }: Place = {}) {
  const requests = blocks.map((block) => ({
    block,
    params: { name, command },
    context: { ...CONTEXT, timeLimit },
  }));
  const hosts = await openOnComputers(requests, PROGRAM);
  opened.push(...hosts);
  return hosts;
}

const waypoints = [
  { x: 5, y: 0 },
  { x: 5, y: 5 },
];
const follower = () => hosted(waypointFollower as AnyBlock, { params: { waypoints } });
const script = (code: string): string => `${process.execPath} -e "${code}"`;

describe('a computer', () => {
  it('steps several blocks in one program, each by itself', async () => {
    const [first, second] = [follower(), follower()];
    const [firstHost, secondHost] = await open([first, second]);
    const home = follower();
    const expected = await drive(await atHome(home), home, 0, 20);
    expect(await drive(firstHost, first, 0, 20)).toEqual(expected);
    expect(await drive(secondHost, second, 0, 20)).toEqual(expected);
  });

  it('gets pictures and gives some back, to the byte', async () => {
    const show = (block: HostedBlock, activation: number) =>
      publish(block, 'image', activation, (image) => {
        Object.assign(image, { width: 64, height: 48, step: 192, encoding: 'rgb8' });
        image.data = Uint8Array.from({ length: 64 * 48 * 3 }, (_, i) => (i * 7 + activation * 31) & 255);
      });
    const run = async (block: HostedBlock, host: Host) => {
      const said: string[][] = [];
      for (let activation = 0; activation < 4; activation++) {
        show(block, activation);
        said.push((await step(host, block, activation)).slice(0, 1));
      }
      return said;
    };
    const make = () => hosted(resize as AnyBlock, { params: { width: 16, height: 12 } });
    const [home, away] = [make(), make()];
    const expected = await run(home, await atHome(home));
    expect(expected[0][0].length).toBeGreaterThan(2 * 16 * 12 * 3);
    expect(await run(away, (await open([away]))[0])).toEqual(expected);
  });

  it('steps with other parameters once they have changed', async () => {
    const [home, away] = [follower(), follower()];
    const hosts = [await atHome(home), (await open([away]))[0]];
    for (const host of hosts) host.setParams!({ ...home.params, speed: 0.4 });
    expect(await drive(hosts[1], away, 0, 10)).toEqual(await drive(hosts[0], home, 0, 10));
  });

  it('is refused where it does not know the block', async () => {
    const unknown = defineBlock({
      type: 'test/unknown',
      doc: 'Unknown elsewhere.',
      params: {},
      inputs: {},
      outputs: { twist: Twist },
      init: () => ({}),
      step() {},
    });
    expect(await problemOf(() => open([hosted(unknown as AnyBlock)]))).toBe(
      'blocks.bench: there is no block of type "test/unknown" on it',
    );
  });

  it.each([
    [
      'cannot be started',
      'no-such-program-anywhere',
      'cannot start "no-such-program-anywhere": there is no such program',
    ],
    ['ends', script('process.exit(4)'), 'its program ended with exit code 4 before the run ended'],
    [
      'is of another version',
      script("process.stdin.once('data',()=>process.stdout.write(Buffer.from([6,0,0,0,82,0,0,48,46,49])))"),
      `its program is of version 0.1, and this run of ${version}: they may give other bits`,
    ],
    [
      'answers for others',
      script("process.stdin.once('data',()=>process.stdout.write(Buffer.from([3,0,0,0,82,9,0])))"),
      'its program answered for block 9, which is not on it',
    ],
  ])('that %s is an error with a reason', async (_what, command, problem) => {
    expect(await problemOf(() => open([follower()], { command }))).toBe(`blocks.bench: ${problem}`);
  });

  it('that is silent is an error after its time limit', async () => {
    const problem = await problemOf(() =>
      open([follower()], { command: script('process.stdin.resume()'), timeLimit: 0.2 }),
    );
    expect(problem).toBe('blocks.bench: did not answer within 0.2 s');
  });

  it('starts by one command', async () => {
    const requests = [undefined, 'another'].map((command) => ({
      block: follower(),
      params: { name: 'box', command },
      context: CONTEXT,
    }));
    expect(await problemOf(() => openOnComputers(requests, PROGRAM))).toMatch('by another command than bench does');
  });
});
