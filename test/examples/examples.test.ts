/** What lies in examples/ does what it says, run as a person would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

/** Starts the controller behind a socket, and waits until it says where it listens. */
async function startController(): Promise<string> {
  const child = spawn('python3', [join(projectRoot, 'examples/udp/controller.py'), '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return port;
}

describe('a kind of host in a file', () => {
  it('drives a robot from behind a UDP socket, and is replayed without it', async () => {
    const out = join(temporaryFolder(), 'run');
    const port = await startController();
    const run = await skidpad([
      'run',
      'examples/udp/scenario.yaml',
      '--clock',
      'free',
      '--set',
      `links.rig.peerPort=${port}`,
      '--out',
      out,
    ]);
    expect(run.stderr).toBe('');
    expect(run.stdout).toContain('all 3 expectations hold');
    expect(run.code).toBe(0);

    // the recording alone is enough: it holds the module of the host too
    const lone = temporaryFolder();
    cpSync(join(out, 'recording.mcap'), join(lone, 'recording.mcap'));
    const replay = await skidpad(['replay', join(lone, 'recording.mcap'), '--json']);
    expect(JSON.parse(replay.stdout)).toMatchObject({ identical: true, replayed: ['controller'] });
  });

  it('is lost when nobody answers, and the robot stays where it is', async () => {
    const port = await startController();
    const silent = ['--set', `links.rig.peerPort=${port}`, '--set', 'links.rig.peerAddress=127.0.0.2'];
    const args = ['run', 'examples/udp/scenario.yaml', ...silent, '--speed', '20', '--no-record', '--json'];
    const run = await skidpad(args);
    const { lost, metrics } = JSON.parse(run.stdout);
    expect(lost).toEqual([{ block: 'controller', from: expect.closeTo(0.5, 1) }]);
    expect(metrics.x).toBe(0);
    expect(run.code).toBe(1);
  });

  it.each([
    ['links.rig.kind=carrier-pigeon', 'there is no kind "carrier-pigeon"; there is udp', 2],
    ['blocks.controller.host.link=rigg', 'there is no link "rigg" (did you mean "rig"?)', 2],
    ['blocks.controller.host=process', 'command: expected a string, got no value', 2],
    ['links.rig.address=192.0.2.7', 'links.rig: cannot listen on 192.0.2.7:0', 3],
  ])('says what is wrong with %s', async (assignment, sentence, code) => {
    const run = await skidpad(['run', 'examples/udp/scenario.yaml', '--set', assignment, '--no-record']);
    expect(run.stderr).toContain(sentence);
    expect(run.code).toBe(code);
  });
});

describe('waypoints from a file', () => {
  const hashOf = async (scenario: string): Promise<string> =>
    JSON.parse((await skidpad(['run', scenario, '--no-record', '--json'])).stdout).hash;

  it('are those of the scenario that lists them', async () => {
    const [listed, read] = await Promise.all(
      ['scenarios/dynamics/waypoints.yaml', 'examples/waypoints/course.yaml'].map(hashOf),
    );
    expect(read).toBe(listed);
  });

  it('are kept with the run, by their contents', async () => {
    const folder = temporaryFolder();
    for (const part of ['examples/waypoints', 'scenarios/dynamics']) {
      cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
    }
    const [scenario, csv] = ['course.yaml', 'course.csv'].map((name) => join(folder, 'examples/waypoints', name));
    const out = join(folder, 'run');
    expect((await skidpad(['run', scenario, '--duration', '5', '--set', 'expect=[]', '--out', out])).code).toBe(0);
    const [kept] = readdirSync(join(out, 'assets'));
    expect(kept).toMatch(/^[0-9a-f]{16}-course\.csv$/);
    expect(readFileSync(join(out, 'assets', kept), 'utf8')).toBe(readFileSync(csv, 'utf8'));

    rmSync(csv);
    expect((await skidpad(['verify', join(out, 'recording.mcap')])).stdout).toMatch(/^identical/);
    expect((await skidpad(['run', scenario, '--no-record'])).stderr).toContain(
      'course.yaml:9:32: blocks.controller.params.file: course.csv: there is no such file',
    );
    writeFileSync(csv, 'x,y\n1,2\n3,north\n');
    const broken = await skidpad(['run', scenario, '--no-record']);
    expect(broken.stderr).toMatch(/course\.csv:3: expected x,y in metres, got "3,north"/);
    expect(broken.code).toBe(2);
  });
});
