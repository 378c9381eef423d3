/** Opening a run of somebody else executes nothing of it, unless it is said that it may be. */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

/** TypeScript that leaves a file behind as soon as it is loaded; a block is not let. */
const leaving = (marker: string): string =>
  `const name = 'node:fs';\n(await import(name)).appendFileSync(${JSON.stringify(marker)}, 'executed ');\n`;

/** As it is, it loads; with the first of these texts another, it throws. */
const GUARD = 'loads fine';
const BLOCK = `import { defineBlock, Odometry, Twist, param } from 'skidpad';
let guard = '${GUARD}';
if (guard !== 'loads fine') throw new Error('was executed');
export default defineBlock({
  type: 'mine', doc: '', params: { speed: param(1, 'm/s', '') }, inputs: { odom: Odometry }, outputs: { twist: Twist },
  init: () => ({}),
  step({ speed }, state, inputs, { twist }) { twist.value.linear.x = speed; },
});`;

const HOST = `import { defineHost, text } from 'skidpad';
export default defineHost({
  kind: 'mine', doc: '', params: { greeting: text('hello', '') },
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true },
  open: (block) => ({
    start() { block.outputs.twist.value.linear.x = 1; block.outputs.twist.publish = true; return true; },
    ready: () => true, finish() {}, save: () => null, restore() {}, close() {},
  }),
});`;

const LINK = `import { defineLink } from 'skidpad';
export default defineLink({ kind: 'mine', doc: '', params: {}, open: async () => ({ close() {} }) });`;

const program = (marker: string): string => `import json, sys
open(${JSON.stringify(marker)}, 'a').write('executed ')
for line in sys.stdin:
    op = json.loads(line)['op']
    if op == 'init': print(json.dumps({'op': 'ready'}), flush=True)
    if op == 'step': print(json.dumps({'op': 'outputs', 'outputs': {'twist': {'linear': {'x': 1}}}}), flush=True)
`;

const scenario = (controller: string, links = '{}'): string => `name: somebody-elses
duration: 1
links: ${links}
blocks:
  controller: { rateHz: 20, inputs: { odom: localisation.odom }, ${controller} }
  vehicle: { type: vehicle/bicycle, params: { wheelBase: 1.6 }, inputs: { twist: controller.twist } }
  localisation: { type: vehicle/localisation, rateHz: 50, inputs: { state: vehicle.state } }
metrics: { finalX: { of: vehicle.state.x, reduce: final } }
changes: []
`;

const PORTS = 'ports: { inputs: { odom: nav_msgs/msg/Odometry }, outputs: { twist: geometry_msgs/msg/Twist } }';

interface HostileRun {
  readonly run: string;
  /** The recording alone, in a folder of its own. */
  readonly lone: string;
  readonly marker: string;
  /** Where whoever made it keeps their key. */
  readonly maker: string;
}

type Kind = 'module' | 'host' | 'link' | 'program';

/** A run that somebody else made, of which everything that can be executed leaves a file behind. */
async function hostileRun(kind: Kind): Promise<HostileRun> {
  const folder = temporaryFolder();
  const [marker, run, lone] = ['marker', 'run', 'lone.mcap'].map((name) => join(folder, name));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('block.ts', BLOCK);
  write('host.ts', leaving(marker) + HOST);
  write('link.ts', leaving(marker) + LINK);
  write('program.py', program(marker));
  const texts: Record<Kind, string> = {
    module: scenario('type: ./block.ts, params: { speed: 2 }'),
    host: scenario(`type: external, ${PORTS}, host: { kind: ./host.ts, greeting: hi }`),
    link: scenario(`type: external, ${PORTS}, host: { kind: ./host.ts }`, '{ door: { kind: ./link.ts } }'),
    program: scenario(`type: external, ${PORTS}, host: 'process'`).replace(
      "host: 'process'",
      `host: { kind: process, command: ${JSON.stringify(`python3 ${join(folder, 'program.py')}`)} }`,
    ),
  };
  write('scenario.yaml', texts[kind]);
  const maker = temporaryFolder();
  const made = await skidpad(['run', join(folder, 'scenario.yaml'), '--out', run], { stateFolder: maker });
  expect([made.stderr, made.code]).toEqual(['', 0]);
  if (kind !== 'module') {
    expect(readFileSync(marker, 'utf8')).toContain('executed');
    rmSync(marker);
  }
  cpSync(join(run, 'recording.mcap'), lone);
  return { run, lone, marker, maker };
}

/** Makes the module in a file throw when it is loaded. */
function arm(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(GUARD);
  if (at < 0) return;
  bytes.write('would fail', at);
  writeFileSync(file, bytes);
}

describe('a run of somebody else', () => {
  it.each<Kind>(['module', 'host', 'link', 'program'])(
    'that carries a %s is read without executing it',
    async (kind) => {
      const { run, lone, marker } = await hostileRun(kind);
      if (kind === 'module') {
        for (const name of readdirSync(run, { recursive: true, encoding: 'utf8' })) {
          if (statSync(join(run, name)).isFile()) arm(join(run, name));
        }
        arm(lone);
        expect((await skidpad(['verify', lone, '--trust'])).stderr).toMatch(/was executed/);
      }
      const out = temporaryFolder();
      const readings = [
        ['check', run],
        ['check', join(run, 'scenario.yaml')],
        ['check', lone, '--json'],
        ['latency', run],
        ['latency', lone],
        ['report', run],
        ['compare', run, lone, '--out', join(out, 'comparison')],
      ];
      for (const args of readings) {
        const { code, stderr } = await skidpad(args);
        expect([args[0], stderr, code]).toEqual([args[0], '', 0]);
      }
      for (const path of [run, lone]) {
        expect((await skidpad(['verify', path])).code).toBe(4);
        await skidpad(['replay', path]);
      }
      expect(existsSync(marker)).toBe(false);
    },
  );

  it('is replayed where all that is outside is in the recording', async () => {
    for (const kind of ['host', 'link', 'program'] as const) {
      const { lone, marker } = await hostileRun(kind);
      const { stdout, code } = await skidpad(['replay', lone]);
      expect(stdout).toMatch(/^replayed from the recording: controller\nidentical/);
      expect([code, existsSync(marker)]).toEqual([0, false]);
    }
    const { lone, marker } = await hostileRun('module');
    expect((await skidpad(['replay', lone])).code).toBe(4);
    expect((await skidpad(['replay', lone, '--block', 'controller'])).stdout).toMatch(/identical/);
    expect(existsSync(marker)).toBe(false);
  });

  it('says what it would execute: a module by its name and hash, a program by its command line', async () => {
    const module = await hostileRun('module');
    const [kept] = readdirSync(join(module.run, 'assets'));
    const digest = createHash('sha256')
      .update(readFileSync(join(module.run, 'assets', kept)))
      .digest('hex');
    expect((await skidpad(['verify', module.run])).stderr).toBe(
      `skidpad: ${module.run}: this run was not made here, or was changed since; it would execute ` +
        `blocks.controller.type: ./assets/${kept} (sha256 ${digest}); add --trust if you know where it comes from\n`,
    );
    const { run } = await hostileRun('program');
    expect((await skidpad(['verify', run])).stderr).toMatch(
      /it would execute blocks\.controller\.host: process \(python3 \S+program\.py\); add --trust/,
    );
  });

  it('is not executed by a host that leaves its command as it is', async () => {
    const { run, marker } = await hostileRun('program');
    expect((await skidpad(['verify', run, '--host', 'controller=process'])).code).toBe(4);
    expect(existsSync(marker)).toBe(false);
  });

  it.each<Kind>(['module', 'host', 'program'])('that carries a %s is repeated with --trust', async (kind) => {
    const { lone, marker } = await hostileRun(kind);
    const { stdout, stderr, code } = await skidpad(['verify', lone, '--trust']);
    expect([stdout, stderr, code]).toEqual([expect.stringMatching(/^identical/), '', 0]);
    expect(existsSync(marker)).toBe(kind !== 'module');
  });
});

describe('a run of one’s own', () => {
  it('is repeated without being asked, wherever it lies', async () => {
    const { run, lone, maker } = await hostileRun('module');
    for (const path of [run, lone]) {
      const { stdout, code } = await skidpad(['verify', path], { stateFolder: maker });
      expect([stdout, code]).toEqual([expect.stringMatching(/^identical/), 0]);
    }
  });

  it('asks when one byte of what it executes is another', async () => {
    const { lone, marker, maker } = await hostileRun('module');
    const bytes = readFileSync(lone);
    for (const [text, other] of [
      ['linear.x = speed', 'linear.x = spee1'],
      ['speed: 2', 'speed: 3'],
    ]) {
      const changed = Buffer.from(bytes);
      const at = changed.indexOf(text);
      expect(at).toBeGreaterThan(0);
      changed.write(other, at);
      writeFileSync(lone, changed);
      expect((await skidpad(['verify', lone], { stateFolder: maker })).code).toBe(4);
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('is known by a key that nobody else may read; one that others may is replaced, and said', async () => {
    const { lone, maker } = await hostileRun('module');
    const key = join(maker, 'skidpad', 'key');
    expect([statSync(key).mode & 0o777, statSync(join(maker, 'skidpad')).mode & 0o777]).toEqual([0o600, 0o700]);
    const before = readFileSync(key);
    chmodSync(key, 0o644);
    const asked = await skidpad(['verify', lone], { stateFolder: maker });
    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain(`${key} may be read by others (mode 644, expected 600)`);

    const args = ['run', join(projectRoot, 'scenarios/dynamics/bicycle.yaml'), '--duration', '1', '--set', 'expect=[]'];
    const { stderr } = await skidpad([...args, '--out', join(temporaryFolder(), 'run')], { stateFolder: maker });
    expect(stderr).toBe(
      `skidpad: note: ${key} may be read by others (mode 644, expected 600); a new one takes its place\n`,
    );
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(readFileSync(key).equals(before)).toBe(false);
  });
});

describe('a scenario file of one’s own', () => {
  it('has its modules loaded by check, which names them', async () => {
    const { stderr, code } = await skidpad(['check', 'examples/blocks/own-controller.yaml']);
    expect([stderr, code]).toEqual([
      'skidpad: loads examples/blocks/proportional-follower.ts (blocks.controller.type)\n',
      0,
    ]);
  });
});
