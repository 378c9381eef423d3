import { checkScenario } from '../scenario/check.ts';
import { parseYaml } from '../scenario/yaml.ts';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../src/catalog.ts';
import { buildLoop } from '../../../src/core/build.ts';
import { openRecording } from '../../../src/record/mcap/recording-reader.ts';
import { prepareScenario } from '../../../src/scenario-preparation.ts';
import { expandScenario, projectPaths, projectText, resolvePath } from '../library/project-files.ts';
import { Checkpoints, MOST_CHECKPOINTS } from './checkpoints.ts';
import { Runner } from './runner.ts';
import type { FromWorker } from './protocol.ts';
import { Session } from './session.ts';

const PATH = 'scenarios/dynamics/waypoints.yaml';
const documentOf = (path: string) => expandScenario(projectText(path), path);

async function hashOf(document: unknown): Promise<string> {
  const scenario = checkScenario(prepareScenario(document), catalog);
  const loop = await buildLoop(scenario);
  await loop.run(scenario.ticks);
  return loop.hash();
}

async function run(session: Session, tick: number): Promise<void> {
  session.restoreBefore(tick);
  while (session.loop.tick < tick && !session.isOver) await session.runTo(tick);
}

describe('files of the project', () => {
  it('are all there, and names are relative to the file that says them', () => {
    expect(projectPaths()).toEqual(
      expect.arrayContaining([PATH, 'scenarios/monosim/mpc.yaml', 'worlds/rosdrive.yaml', 'vehicles/prius.yaml']),
    );
    expect(resolvePath('scenarios/rosdrive', '../../vehicles/prius.yaml')).toBe('vehicles/prius.yaml');
  });
});

describe('a session', () => {
  it('gives the hash of a plain run, however it was wound to and fro', async () => {
    const expected = await hashOf(documentOf(PATH));
    const session = await Session.open({ document: documentOf(PATH) });
    await run(session, 12_345);
    await run(session, 300);
    await run(session, 20_000);
    await run(session, 7_001);
    await run(session, session.scenario.ticks);
    expect(session.loop.hash()).toBe(expected);
    const { metrics, expectations } = session.results();
    expect(expectations.every(({ pass }) => pass)).toBe(true);
    await run(session, 100);
    await run(session, session.scenario.ticks);
    expect(session.results().metrics).toEqual(metrics);
  });

  it('is another future after a change, which its document tells anyone', async () => {
    const session = await Session.open({ document: documentOf(PATH) });
    await run(session, 9_000);
    await run(session, 4_000);
    const { isFork } = session.change('controller', { speed: 0.7 });
    expect(isFork).toBe(true);
    expect(session.frontier).toBe(4_000);
    await run(session, session.scenario.ticks);
    const changed = session.loop.hash();
    expect(changed).not.toBe(await hashOf(documentOf(PATH)));
    expect(await hashOf(session.exportDocument())).toBe(changed);
    // and back before the change it is as it was
    await run(session, 3_000);
    await run(session, session.scenario.ticks);
    expect(session.loop.hash()).toBe(changed);
  });

  it('takes several changes at one instant as one', async () => {
    const session = await Session.open({ document: documentOf(PATH) });
    await run(session, 1_000);
    session.change('controller', { speed: 0.7 });
    session.change('controller', { reach: 0.5 });
    session.change('controller', { speed: 0.8 });
    expect(session.changes).toEqual([{ at: 1, block: 'controller', params: { speed: 0.8, reach: 0.5 } }]);
    expect(() => session.change('controller', { speed: 'fast' })).toThrow('speed');
    expect(session.changes).toHaveLength(1);
    await run(session, 3_000);
    const { hash } = { hash: session.loop.hash() };
    const again = await Session.open({ document: documentOf(PATH), changes: session.changes });
    await run(again, 3_000);
    expect(again.loop.hash()).toBe(hash);
  });

  it('records itself', async () => {
    const session = await Session.open({ document: documentOf(PATH) });
    await run(session, 2_000);
    const recording = openRecording(await session.record(() => {}));
    expect(recording.complete).toBe(true);
    expect([...recording.messages()].length).toBeGreaterThan(100);
    expect(parseYaml(recording.scenarioYaml!, 'scenario.yaml')).toMatchObject({ name: 'waypoints' });
  });

  it('says what needs the command line', async () => {
    await expect(Session.open({ document: documentOf('scenarios/hosts/waypoints-python.yaml') })).rejects.toThrow(
      'needs the command line',
    );
  });
});

describe('checkpoints', () => {
  it('stay bounded, keep the first, and find the last before a tick', () => {
    const checkpoints = new Checkpoints(10);
    for (let tick = 0; tick < 100_000; tick++)
      if (checkpoints.isDue(tick)) checkpoints.add({ tick, loop: tick, metrics: [], bytes: 1 });
    expect(checkpoints.count).toBeLessThanOrEqual(MOST_CHECKPOINTS);
    expect(checkpoints.before(5).tick).toBe(0);
    const found = checkpoints.before(54_321).tick;
    expect(found).toBeLessThanOrEqual(54_321);
    expect(54_321 - found).toBeLessThan(100_000 / (MOST_CHECKPOINTS / 4));
  });
});

describe('the runner', () => {
  it('plays, pauses, seeks, steps and changes as it is told', async () => {
    const posted: FromWorker[] = [];
    const runner: Runner = new Runner(
      (message) => {
        posted.push(structuredClone(message));
        if (message.kind === 'frame') queueMicrotask(() => runner.drawn());
      },
      (work, delay) => void setTimeout(work, delay),
    );
    const status = () => posted.findLast((message) => message.kind === 'frame')!.status;
    await runner.open({ document: documentOf(PATH) }, '');
    expect(posted[0]).toMatchObject({ kind: 'opened', duration: expect.any(Number) });
    runner.setSpeed(Infinity);
    runner.play();
    await expect.poll(() => status().time, { timeout: 10_000 }).toBeGreaterThan(2);
    runner.pause();
    await runner.seek(1);
    expect(status()).toMatchObject({ state: 'paused', time: 1, tick: 1000 });
    await runner.step();
    expect(status().time).toBeCloseTo(1.02, 9);
    await runner.answer({ question: 'change', block: 'controller', path: 'speed', value: 0.5 }, () => {});
    expect(posted.some((message) => message.kind === 'forget')).toBe(true);
    await expect(
      runner.answer({ question: 'change', block: 'controller', path: 'speed', value: -5 }, () => {}),
    ).rejects.toThrow();
    runner.play();
    await expect.poll(() => status().state, { timeout: 20_000 }).toBe('ended');
    expect(status().hash).toMatch(/^[0-9a-f]{16}$/);
  });
});
