/** One run on one, two and more threads: the same bits, whatever happens in it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/node/files.ts';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { McapWriter } from '../../src/record/mcap/writer.ts';
import { RunRecorder } from '../../src/record/run-recorder.ts';
import { run } from '../../src/run/run.ts';
import { Session } from '../../src/run/session.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { threadCatalog } from '../support/thread-catalog.ts';

const camera = (from: string, more: object = {}) => ({
  type: 'sensors/camera',
  rateHz: 30,
  params: {
    width: 400,
    height: 320,
    encoding: 'rgb8',
    mount: { x: 1.5, z: 1.4, pitch: 0.2 },
    effects: { noise: 0.01 },
    ...more,
  },
  inputs: { state: `${from}.state`, bodies: 'traffic.bodies' },
});

const car = (progress: number) => ({
  from: '../vehicles/prius.yaml',
  start: { progress },
  params: { speed: 8 },
  inputs: { control: 'mixer.control' },
});

const detector = (image: unknown) => ({
  type: 'vision/line-detector',
  rateHz: 30,
  offset: 0.001,
  latency: 0.01,
  params: { region: { top: 160, bottom: 320 } },
  inputs: { image },
});

const WORLD = { from: '../worlds/rosdrive-obstacles.yaml' };

/** Two cars in one world with all that is worth a thread, a slow wire, and changes of a block and of the world on the way. */
const DOCUMENT = {
  name: 'threads',
  duration: 0.5,
  seed: 7,
  world: WORLD,
  blocks: {
    one: car(105),
    two: car(130),
    traffic: {},
    cruise: { type: 'control/cruise', rateHz: 30, params: { setpoint: 8 }, inputs: { car_info: 'one.car_info' } },
    steering: {
      type: 'control/line-steering',
      rateHz: 30,
      offset: 0.012,
      params: {
        camera: { width: 400, height: 320, lens: { of: 'left.params.lens' }, mount: { of: 'left.params.mount' } },
      },
      inputs: { line: 'seer.line', car_info: 'one.car_info' },
    },
    mixer: {
      type: 'control/prius-mixer',
      rateHz: 30,
      offset: 0.013,
      inputs: { pedals: 'cruise.pedals', steering: 'steering.steering' },
    },
    left: camera('one'),
    right: camera('two'),
    // more on the way at once than a mailbox has room for
    late: { ...camera('one', { encoding: 'mono8' }), latency: 0.21 },
    scan: {
      type: 'sensors/lidar',
      rateHz: 20,
      params: { rays: 700 },
      inputs: { state: 'one.state', bodies: 'traffic.bodies' },
    },
    cloud: {
      type: 'sensors/lidar-3d',
      rateHz: 10,
      latency: 0.03,
      params: { columns: 200, beams: 8 },
      inputs: { state: 'two.state' },
    },
    seer: detector('left.image'),
    'far-seer': detector({ from: 'right.image', delay: 0.02, jitter: 0.01, loss: 0.2 }),
  },
  changes: [
    { at: 0.2, block: 'right', params: { effects: { noise: 0.03 } } },
    { at: 0.3, block: 'world', params: { solids: [{ name: 'box', x: 120, y: 46, length: 2, width: 2, height: 2 }] } },
  ],
};

const load = (over: object = {}): Promise<Scenario> =>
  loadScenario(
    nodeFiles,
    { document: { ...DOCUMENT, ...over } as never, path: join(projectRoot, 'scenarios/threads.yaml') },
    { catalog: threadCatalog },
  );

const hashOf = async (scenario: Scenario, threads: number) => (await run({ scenario, threads })).hash;

describe('a run on several threads', () => {
  it('has the bits of one thread, with cameras, lidars, detectors, slow wires and changes', async () => {
    const scenario = await load();
    const alone = await hashOf(scenario, 1);
    expect(await hashOf(await load({ changes: [] }), 1)).not.toBe(alone);
    const session = await Session.open(scenario, { threads: 3 });
    const elsewhere = session.placed.blocks.filter(({ host }) => host.kind.kind === 'worker').map(({ name }) => name);
    expect(elsewhere.length).toBeGreaterThanOrEqual(4);
    await session.close();
    for (const threads of [2, 3, 4]) expect(await hashOf(scenario, threads)).toBe(alone);
  });

  it('ends at the same tick where a condition ends it', async () => {
    const scenario = await load({ until: { of: 'cloud.points.width', min: 1 } });
    const [alone, two] = [await run({ scenario, threads: 1 }), await run({ scenario, threads: 2 })];
    expect(two.ticks).toBe(alone.ticks);
    expect(two.ticks).toBeLessThan(500);
    expect(two.hash).toBe(alone.hash);
  });

  it('can be wound back and changed as on one thread', async () => {
    const drive = async (threads: number) => {
      const session = await Session.open(await load({ duration: 2.2 }), { keepsSnapshots: true, threads });
      const hashes: string[] = [];
      for (const tick of [1234, 250, 2100, 1500]) {
        await session.seek(tick);
        hashes.push(session.loop.hash());
      }
      session.change('left', { effects: { noise: 0 } });
      await session.seek(1700);
      hashes.push(session.loop.hash());
      await session.close();
      return hashes;
    };
    expect(await drive(3)).toEqual(await drive(1));
  });

  it('is recorded byte for byte, pictures too, and tells how long the steps elsewhere took', async () => {
    const recorded = async (threads: number) => {
      const scenario = await load({ record: ['left.image', 'right.image', 'cloud.points'] });
      const pieces: Uint8Array[] = [];
      const writer = new McapWriter({ write: (bytes) => void pieces.push(bytes.slice()) });
      const recorder = new RunRecorder(writer, scenario, 'test');
      const result = await run(
        { scenario, threads },
        {
          attach: ({ loop }) => recorder.attach(loop),
          finish(outcome) {
            recorder.finish(outcome);
            writer.close();
          },
        },
      );
      const recording = openRecording(Buffer.concat(pieces));
      const messages = [...recording.messages()].map(
        ({ data, logTimeNs }) =>
          `${logTimeNs} ${Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')}`,
      );
      return { messages, stepped: result.stepTimes.map(({ block, steps }) => `${block} ${steps}`).sort() };
    };
    const [alone, two] = [await recorded(1), await recorded(2)];
    expect(two.messages).toEqual(alone.messages);
    // an answer that is still on its way at the end has not been heard of
    expect(two.stepped.map((line) => line.split(' ')[0])).toEqual(alone.stepped.map((line) => line.split(' ')[0]));
  });

  it('says of which block it is when one of a thread cannot be made ready, and leaves no thread behind', async () => {
    const scenario = await load();
    const broken: Scenario = {
      ...scenario,
      blocks: scenario.blocks.map((block) =>
        block.name === 'late' ? { ...block, definition: { ...block.definition, type: 'test/unknown' } } : block,
      ),
    };
    await expect(run({ scenario: broken, threads: 2 })).rejects.toThrow(
      /^blocks\.late: there is no block of type "test\/unknown"/,
    );
  });
});
