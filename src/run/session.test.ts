import { describe, expect, it, onTestFinished } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { localScenario } from '../../test/support/scenario-files.ts';
import { nodeFiles } from '../node/files.ts';
import { openRecording } from '../record/mcap/recording-reader.ts';
import { McapWriter } from '../record/mcap/writer.ts';
import { RunRecorder } from '../record/run-recorder.ts';
import { loadScenario } from '../scenario/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { parseYaml } from '../scenario/yaml.ts';
import { Checkpoints, MOST_CHECKPOINTS } from './checkpoints.ts';
import { run } from './run.ts';
import { Session } from './session.ts';

const waypoints = await localScenario('scenarios/dynamics/waypoints.yaml');

async function open(scenario: Scenario = waypoints): Promise<Session> {
  const session = await Session.open(scenario, { keepsSnapshots: true });
  onTestFinished(() => session.close());
  return session;
}

const hashOf = async (scenario: Scenario): Promise<string> => (await run({ scenario })).hash;

describe('a session', () => {
  it('gives the hash of a plain run, however it was wound to and fro', async () => {
    const session = await open();
    for (const tick of [12_345, 300, 20_000, 7_001, session.scenario.ticks]) await session.seek(tick);
    expect(session.loop.hash()).toBe(await hashOf(waypoints));
    const { metrics, expectations } = session.results();
    expect(expectations.every(({ pass }) => pass)).toBe(true);
    await session.seek(100);
    await session.seek(session.scenario.ticks);
    expect(session.results().metrics).toEqual(metrics);
  });

  it('is another future after a change, which its scenario tells anyone', async () => {
    const session = await open();
    await session.seek(9_000);
    await session.seek(4_000);
    expect(session.change('controller', { speed: 0.7 }).isFork).toBe(true);
    expect(session.frontier).toBe(4_000);
    await session.seek(session.scenario.ticks);
    const changed = session.loop.hash();
    expect(changed).not.toBe(await hashOf(waypoints));
    expect(await hashOf(session.exportScenario())).toBe(changed);
    // and back before the change it is as it was
    await session.seek(3_000);
    await session.seek(session.scenario.ticks);
    expect(session.loop.hash()).toBe(changed);
  });

  it('takes several changes at one instant as one', async () => {
    const session = await open();
    await session.seek(1_000);
    session.change('controller', { speed: 0.7 });
    session.change('controller', { reach: 0.5 });
    session.change('controller', { speed: 0.8 });
    expect(session.changes).toEqual([{ at: 1, block: 'controller', params: { speed: 0.8, reach: 0.5 } }]);
    expect(() => session.change('controller', { speed: 'fast' })).toThrow('speed');
    expect(session.changes).toHaveLength(1);
    await session.seek(3_000);
    const again = await open(session.exportScenario());
    await again.seek(3_000);
    expect(again.loop.hash()).toBe(session.loop.hash());
  });

  it('forgets changes of a future that it has left', async () => {
    const session = await open();
    await session.seek(1_000);
    session.change('controller', { speed: 0.7 });
    await session.seek(2_000);
    session.change('controller', { gain: 1 });
    await session.seek(1_500);
    session.change('controller', { reach: 0.5 });
    expect(session.changes.map(({ at, params }) => [at, params])).toEqual([
      [1, { speed: 0.7 }],
      [1.5, { reach: 0.5 }],
    ]);
    expect(session.paramsOf('controller')).toMatchObject({ speed: 0.7, reach: 0.5, gain: 1.2 });
  });

  it('keeps its future when a change is refused', async () => {
    const session = await open();
    await session.seek(1_000);
    session.change('controller', { speed: 0.7 });
    await session.seek(2_000);
    const { changes } = session;
    const before = session.loop.hash();
    await session.seek(500);
    expect(() => session.change('controller', { speed: 'fast' })).toThrow('speed');
    expect(session.changes).toEqual(changes);
    expect(session.paramsOf('controller')).toMatchObject({ speed: 0.7 });
    await session.seek(2_000);
    expect(session.loop.hash()).toBe(before);
  });

  it('can be recorded by running what it exports', async () => {
    const session = await open();
    await session.seek(2_000);
    const scenario = session.exportScenario();
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const recorder = new RunRecorder(writer, scenario, 'test');
    const result = await run({ scenario, ticks: session.loop.tick }, { attach: ({ loop }) => recorder.attach(loop) });
    recorder.finish(result);
    writer.close();
    const recording = openRecording(sink.bytes());
    expect(result.hash).toBe(session.loop.hash());
    expect(recording.complete).toBe(true);
    expect([...recording.messages()].length).toBeGreaterThan(100);
    expect(parseYaml(recording.scenarioYaml!, 'scenario.yaml')).toMatchObject({ name: 'waypoints' });
  });

  it('goes back only where it keeps snapshots', async () => {
    const session = await Session.open(waypoints);
    onTestFinished(() => session.close());
    await session.runTo(10);
    expect(() => session.restoreBefore(5)).toThrow('this run keeps no snapshots, so it cannot go back');
  });

  it('says what needs the command line', async () => {
    const scenario = await loadScenario(nodeFiles, 'scenarios/hosts/waypoints-python.yaml');
    await expect(Session.open(scenario)).rejects.toThrow('needs the command line');
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

it('a run of computers that feed only each other is recorded whole, and is what it is without', async () => {
  const scenario = await localScenario('scenarios/hil/gptp.yaml');
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new RunRecorder(writer, scenario, 'test');
  const result = await run({ scenario, ticks: 2000 }, { attach: ({ loop }) => recorder.attach(loop) });
  recorder.finish(result);
  writer.close();
  expect(openRecording(sink.bytes()).complete).toBe(true);
  expect(result.hash).toBe((await run({ scenario, ticks: 2000 })).hash);
});
