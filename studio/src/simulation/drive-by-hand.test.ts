import { Session } from '../../../src/run/session.ts';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../src/scenario/load.ts';
import { pageCatalog } from '../library/page-catalog.ts';
import { projectFiles, projectPaths } from '../library/project-files.ts';
import { driveByHand, MANUAL_TYPE } from './drive-by-hand.ts';

const drivenByHand = async (path: string) =>
  Session.open(await loadScenario(projectFiles, path, { catalog: pageCatalog, edit: driveByHand }));

/** Those that drive; the rest needs programs of its own. */
const paths = projectPaths().filter((path) => /^scenarios\/(dynamics|monosim|rosdrive|manual)/.test(path));

describe('driving by hand', () => {
  it.each([
    'scenarios/dynamics/bicycle.yaml',
    'scenarios/dynamics/omni.yaml',
    'scenarios/monosim/pid.yaml',
    'scenarios/rosdrive/cruise.yaml',
    'scenarios/manual/prius.yaml',
  ])('is possible in %s', async (path) => {
    const session = await drivenByHand(path);
    const manual = session.scenario.blocks.find(({ definition }) => definition.type === MANUAL_TYPE)!;
    session.change(manual.name, { throttle: 0.8, steering: 0.2 });
    while (session.loop.tick < 4000) await session.runTo(4000);
    const vehicle = session.scenario.blocks.find(({ definition }) =>
      /^vehicle\/(?!localisation)/.test(definition.type),
    )!;
    const state = session.loop.ports.find(({ path: signal }) => signal === `${vehicle.name}.state`)!.signal.value;
    expect(state.vx).toBeGreaterThan(0.3);
    expect(state.yaw_rate).toBeGreaterThan(0.005);
  });

  it('can be asked for in every scenario of the gallery', async () => {
    for (const path of paths) await expect(drivenByHand(path), path).resolves.toBeDefined();
  });

  it('needs a vehicle', () => expect(() => driveByHand({ name: 'empty', blocks: {} })).toThrow('there is no vehicle'));
});
