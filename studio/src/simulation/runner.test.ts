import { describe, expect, it } from 'vitest';
import { openRecording } from '../../../src/record/mcap/recording-reader.ts';
import { run } from '../../../src/run/run.ts';
import { Session } from '../../../src/run/session.ts';
import { loadScenario } from '../../../src/scenario/load.ts';
import { parseYaml } from '../../../src/scenario/yaml.ts';
import { pageCatalog } from '../library/page-catalog.ts';
import { projectFiles, projectPaths } from '../library/project-files.ts';
import type { FromWorker } from './protocol.ts';
import { recordSession } from './record-session.ts';
import { Runner } from './runner.ts';

const PATH = 'scenarios/dynamics/waypoints.yaml';
const load = (path = PATH) => loadScenario(projectFiles, path, { catalog: pageCatalog });

describe('files of the project', () => {
  it('are all there, and names are relative to the file that says them', () => {
    expect(projectPaths()).toEqual(
      expect.arrayContaining([PATH, 'scenarios/monosim/mpc.yaml', 'worlds/rosdrive.yaml', 'vehicles/prius.yaml']),
    );
    expect(projectFiles.resolve('scenarios/rosdrive/cruise.yaml', '../../vehicles/prius.yaml')).toBe(
      'vehicles/prius.yaml',
    );
  });
});

describe('the scenarios of the project', () => {
  it.each(projectPaths().filter((path) => /^scenarios\/.*\.yaml$/.test(path)))(
    '%s has all its files here',
    async (path) => {
      await expect(load(path)).resolves.toBeDefined();
    },
  );
});

describe('a session in the page', () => {
  it('records itself as far as it has come, with what was changed in it', async () => {
    const session = await Session.open(await load(), { keepsSnapshots: true });
    await session.seek(1_000);
    session.change('controller', { speed: 0.7 });
    await session.seek(2_000);
    const recording = openRecording(await recordSession(session, () => {}));
    expect(recording.complete).toBe(true);
    expect([...recording.messages()].length).toBeGreaterThan(100);
    expect(recording.metadata.get('skidpad.result')?.hash).toBe(session.loop.hash());
    expect(parseYaml(recording.scenarioYaml!, 'scenario.yaml')).toMatchObject({
      name: 'waypoints',
      changes: [{ at: 1, block: 'controller', params: { speed: 0.7 } }],
    });
    await session.close();
  });

  it('runs here what would have a thread of its own elsewhere, and says what needs the command line', async () => {
    const scenario = await loadScenario(projectFiles, PATH, { catalog: pageCatalog, host: ['controller=worker'] });
    expect((await run({ scenario, ticks: 500 })).hash).toBe((await run({ scenario: await load(), ticks: 500 })).hash);
    const python = await load('scenarios/hosts/waypoints-python.yaml');
    await expect(Session.open(python)).rejects.toThrow('needs the command line');
  });
});

describe('the runner', () => {
  it('plays, pauses, seeks, steps and changes as it is told', async () => {
    const posted: FromWorker[] = [];
    const runner: Runner = new Runner(
      (message) => {
        posted.push(structuredClone(message));
        if (message.kind === 'frame') queueMicrotask(() => runner.frameDrawn());
      },
      (work, delay) => void setTimeout(work, delay),
    );
    const status = () => posted.findLast((message) => message.kind === 'frame')!.status;
    await runner.open(await load(), { source: '' });
    expect(posted[0]).toMatchObject({ kind: 'opened', duration: expect.any(Number) });
    runner.setSpeed(Infinity);
    runner.play();
    await expect.poll(() => status().time, { timeout: 300_000 }).toBeGreaterThan(2);
    runner.pause();
    await runner.seek(1);
    expect(status()).toMatchObject({ state: 'paused', time: 1, tick: 1000 });
    await runner.step();
    expect(status().time).toBeCloseTo(1.02, 9);
    await runner.respond({ what: 'change', block: 'controller', path: 'speed', value: 0.5 }, () => {});
    expect(posted.some((message) => message.kind === 'forget')).toBe(true);
    await expect(
      runner.respond({ what: 'change', block: 'controller', path: 'speed', value: -5 }, () => {}),
    ).rejects.toThrow();
    runner.play();
    await expect.poll(() => status().state, { timeout: 300_000 }).toBe('ended');
    expect(status().hash).toMatch(/^[0-9a-f]{16}$/);
  });
});
