/** Video injection as a person would run it: the same hash with a program at the other end, one sentence and exit code 3 where it fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const SCENARIO = 'scenarios/hil/injection.yaml';
const golden: string = JSON.parse(readFileSync(join(projectRoot, 'test/golden/hashes.json'), 'utf8'))[SCENARIO];
const python = 'injection=video:python3 examples/injection/receiver.py';

describe('a scenario whose pictures go to a program', () => {
  it.each(['socket', 'shared-memory'])('has the hash of the model over %s', async (transport) => {
    const set = ['--set', `blocks.injection.host.transport=${transport}`];
    const run = await skidpad(['run', SCENARIO, '--host', python, ...set, '--no-record', '--json']);
    expect(run.stderr).toMatch(/injection: 99 sets came back/);
    expect(JSON.parse(run.stdout)).toMatchObject({ hash: golden, passed: true });
    expect(run.code).toBe(0);
  });

  it('is replayed without it', async () => {
    const out = join(temporaryFolder(), 'run');
    const run = await skidpad(['run', SCENARIO, '--host', python, '--duration', '1', '--out', out]);
    expect(run.stdout).toMatch(/hash/);
    const replay = await skidpad(['replay', out, '--json']);
    expect(JSON.parse(replay.stdout)).toMatchObject({ identical: true, replayed: ['injection'] });
  });

  it.each([
    ['injection=video:false', /blocks\.injection: its program ended with exit code 1 before it connected/, 3],
    ['injection=video', /injection=video: command: expected either a command/, 2],
    ['controller=video:true', /a video host stands in for bus\/video-injection only, not for control\/lane-pid/, 3],
  ])('says what is wrong with %s', async (host, sentence, code) => {
    const run = await skidpad(['run', SCENARIO, '--host', host, '--no-record']);
    expect(run.stderr).toMatch(sentence);
    expect(run.code).toBe(code);
  });
});
