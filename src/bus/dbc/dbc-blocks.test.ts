import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogWith } from '../../../test/support/small-blocks.ts';
import { buildLoop } from '../../core/build.ts';
import { memoryFiles } from '../../scenario/files.ts';
import { loadScenario } from '../../scenario/load.ts';
import { busBlocks } from '../index.ts';
import { checksum } from './checksums.ts';

const CRUISE = readFileSync('scenarios/hil/cruise.dbc', 'utf8');

/** What was published on each signal: at which tick [ms], and what. */
async function run(blocks: Record<string, unknown>, ticks: number) {
  const document = { name: 'dbc', duration: 10, blocks };
  const files = memoryFiles({ 'cruise.dbc': CRUISE });
  const loop = await buildLoop(
    await loadScenario(files, { document, path: 's.yaml' }, { catalog: catalogWith({ blocks: busBlocks }) }),
  );
  const seen = new Map(loop.ports.map((port) => [port.path, [] as { tick: number; value: any }[]]));
  for (const port of loop.ports)
    port.listen((own, tick) => seen.get(own.path)!.push({ tick, value: structuredClone(own.signal.value) }));
  await loop.run(ticks);
  await loop.close();
  return (path: string) => seen.get(path)!;
}

const hex = ({ data, length }: { data: Uint8Array; length: number }): string =>
  Buffer.from(data.subarray(0, length)).toString('hex');

const SPEED = {
  ...{ message: 'VehicleSpeed', signals: { Speed: 'speed.data' }, counter: 'Counter' },
  checksum: { signal: 'Crc', kind: 'crc8-sae-j1850' },
};
const constant = (value: number) => ({ type: 'test/constant', period: 0.01, params: { value } });
const encoder = (params: object, inputs: object = { speed: 'speed.value' }) => ({
  ...{ type: 'bus/dbc-encoder', period: 0.01, offset: 0.005 },
  params: { dbc: 'cruise.dbc', inputs: { speed: 'std_msgs/Float64' }, ...params },
  inputs,
});
const encoding = (params: object, ticks: number) =>
  run({ speed: constant(20), toBus: encoder({ messages: [SPEED], ...params }) }, ticks);
const decoder = (params: object = {}) => ({
  type: 'bus/dbc-decoder',
  params: {
    dbc: 'cruise.dbc',
    outputs: { out: { type: 'std_msgs/Float64', fields: { data: 'VehicleSpeed.Speed' } } },
    checks: [{ message: 'VehicleSpeed', counter: 'Counter', checksum: { signal: 'Crc' } }],
    ...params,
  },
  inputs: { frames: 'toBus.frames' },
});

describe('checksums', () => {
  it('have the published check values, and leave their own byte out', () => {
    const digits = new TextEncoder().encode('123456789');
    const of = (kind: Parameters<typeof checksum>[0]) => checksum(kind, digits, 9, -1);
    expect([of('crc8-sae-j1850'), of('crc8-autosar'), of('crc8')]).toEqual([0x4b, 0xdf, 0xf4]);
    // 0x31 ^ … ^ 0x39 = 0x31, 49 + … + 57 = 477 = 256 + 221
    expect([of('xor'), of('sum')]).toEqual([0x31, 221]);
    expect(checksum('sum', Uint8Array.of(1, 200, 3), 3, 1)).toBe(4);
  });
});

describe('the encoder', () => {
  it('sends a frame at each release, with counter and checksum', async () => {
    const frames = (await encoding({}, 40))('toBus.frames');
    expect(frames.map(({ tick }) => tick)).toEqual([6, 16, 26, 36]);
    expect(frames[0].value).toMatchObject({ id: 256, is_extended: false, is_fd: false, length: 4, sender: 255 });
    expect(frames[0].value.stamp).toMatchObject({ sec: 0, nanosec: 5_000_000 });
    // 20 / 0.005 = 4000 = 0x0FA0
    for (const [i, { value }] of frames.entries()) {
      const data = Uint8Array.of(0, i, 0xa0, 0x0f);
      expect(hex(value).slice(2)).toBe(Buffer.from(data.subarray(1)).toString('hex'));
      expect(value.data[0]).toBe(checksum('crc8-sae-j1850', data.subarray(1), 3, -1));
    }
  });

  it('sends nothing of what it does not know yet', async () => {
    const late = { ...constant(20), offset: 0.02 };
    const seen = await run({ speed: late, toBus: encoder({ messages: [SPEED] }) }, 40);
    expect(seen('toBus.frames').map(({ tick }) => tick)).toEqual([26, 36]);
  });

  it('takes constants, meanings, other units, every n-th release and start values', async () => {
    const messages = [
      {
        message: 'DriverInput',
        signals: { SetSpeed: { from: 'speed.data', scale: 0.5, offset: 1 }, Enable: 'On' },
        every: 2,
        offset: 1,
      },
    ];
    const frames = (await encoding({ messages }, 60))('toBus.frames');
    expect(frames.map(({ tick }) => tick)).toEqual([16, 36, 56]);
    // 11 / 0.01 = 1100 = 0x044C
    expect(hex(frames[0].value)).toBe('4c0401');
  });

  it('has the faults that it is told to have, and only then', async () => {
    const at = (kind: string, more = {}) => ({ kind, message: 'VehicleSpeed', at: 0.015, for: 0.02, ...more });
    const shown = async (fault: object) =>
      (await encoding({ faults: [fault] }, 60))('toBus.frames').map(({ value }) => value);
    const speeds = (frames: { data: Uint8Array }[]) => frames.map(({ data }) => data[2] + 256 * data[3]);
    expect(speeds(await shown(at('value', { signal: 'Speed', value: 1 })))).toEqual([4000, 200, 200, 4000, 4000, 4000]);
    expect(speeds(await shown(at('raw', { signal: 'Speed', value: 7 })))).toEqual([4000, 7, 7, 4000, 4000, 4000]);
    expect((await shown(at('counter'))).map(({ data }) => data[1])).toEqual([0, 0, 0, 1, 2, 3]);
    expect((await shown(at('silent'))).map(({ data }) => data[1])).toEqual([0, 1, 2, 3]);
    const isRight = ({ data }: { data: Uint8Array }) => data[0] === checksum('crc8-sae-j1850', data, 4, 0);
    expect((await shown(at('checksum'))).map(isRight)).toEqual([true, false, false, true, true, true]);
    // a speed that goes up by one with each frame, and is stuck at 1
    const stuck = encoder({ messages: [SPEED], faults: [at('stuck', { signal: 'Speed' })] }, { speed: 'speed.count' });
    const moving = await run({ speed: { type: 'test/counter', period: 0.01 }, toBus: stuck }, 60);
    expect(speeds(moving('toBus.frames').map(({ value }) => value))).toEqual([0, 0, 0, 600, 800, 1000]);
  });

  it('says what is wrong with its parameters', async () => {
    const refusal = (params: object) => encoding(params, 1);
    const bad = (message: object) => refusal({ messages: [{ ...SPEED, ...message }] });
    await expect(bad({ message: 'VehicleSped' })).rejects.toThrow(
      /messages\[0\].message: there is no message "VehicleSped" .* \(did you mean "VehicleSpeed"\?\)/,
    );
    await expect(bad({ signals: { Spede: 1 } })).rejects.toThrow(
      'messages[0].signals.Spede: VehicleSpeed has no signal "Spede" (did you mean "Speed"?)',
    );
    await expect(bad({ signals: { Speed: 'speed.dat' } })).rejects.toThrow('std_msgs/msg/Float64 has no field dat');
    await expect(bad({ signals: { Speed: [] } })).rejects.toThrow(
      'blocks.toBus.params.messages[0].signals.Speed: expected a number',
    );
    await expect(bad({ checksum: { signal: 'Counter' } })).rejects.toThrow(
      'messages[0].checksum.signal: expected a signal that is one whole byte',
    );
    await expect(refusal({ inputs: { speed: 'std_msgs/Floa64' } })).rejects.toThrow(
      'blocks.toBus.params.inputs.speed: std_msgs/Floa64: no such message type',
    );
    await expect(refusal({ faults: [{ kind: 'stuck', message: 'VehicleSpeed' }] })).rejects.toThrow(
      'faults[0].signal: expected the signal',
    );
    await expect(refusal({ faults: [{ kind: 'silent', message: 'Other' }] })).rejects.toThrow(
      'faults[0].message: Other is not among the messages',
    );
  });
});

describe('the decoder', () => {
  const through = (faults: object[], params: object = {}) =>
    run({ speed: constant(20), toBus: encoder({ messages: [SPEED], faults }), fromBus: decoder(params) }, 60);
  const last = (seen: { value: any }[]) => seen[seen.length - 1].value;

  it('publishes what the frames say, when they say it', async () => {
    const seen = await through([]);
    expect(seen('fromBus.out').map(({ tick, value }) => [tick, value.data])).toEqual(
      [7, 17, 27, 37, 47, 57].map((tick) => [tick, 20]),
    );
    expect(last(seen('fromBus.status'))).toMatchObject({
      accepted: 6,
      others: 0,
      wrong_checksum: 0,
      missing: 0,
      is_complete: true,
    });
  });

  it('drops frames that fail, and counts them', async () => {
    const fault = (kind: string) => through([{ kind, message: 'VehicleSpeed', at: 0.015, for: 0.02 }]);
    const wrong = await fault('checksum');
    expect(wrong('fromBus.out').map(({ tick }) => tick)).toEqual([7, 37, 47, 57]);
    // the two that were dropped count as missing too
    expect(last(wrong('fromBus.status'))).toMatchObject({ accepted: 4, wrong_checksum: 2, missing: 2 });
    const frozen = await fault('counter');
    expect(frozen('fromBus.out').map(({ tick }) => tick)).toEqual([7, 37, 47, 57]);
    expect(last(frozen('fromBus.status'))).toMatchObject({ accepted: 4, repeated_counter: 2, missing: 0 });
  });

  it('publishes nothing while something that is needed has not come, or is too old', async () => {
    const outputs = {
      out: {
        type: 'geometry_msgs/Vector3',
        fields: { x: 'VehicleSpeed.Speed', y: { from: 'DriverInput.SetSpeed', scale: -2 }, z: 5 },
      },
    };
    const messages = [SPEED, { message: 'DriverInput', signals: { SetSpeed: 30 }, every: 100, offset: 2 }];
    const params = { outputs, timeout: 0.015, checks: [] };
    const seen = await run({ speed: constant(20), toBus: encoder({ messages }), fromBus: decoder(params) }, 60);
    // SetSpeed comes once, at 27 ms: it is fresh then and a release later, and no more
    expect(seen('fromBus.out').map(({ tick, value }) => [tick, value])).toEqual([
      [27, { x: 20, y: -60, z: 5 }],
      [37, { x: 20, y: -60, z: 5 }],
    ]);
    expect(last(seen('fromBus.status')).is_complete).toBe(false);
  });

  it('counts frames that are not its own', async () => {
    const outputs = { out: { type: 'std_msgs/Float64', fields: { data: 'CruiseCommand.Throttle' } } };
    const seen = await through([], { outputs, checks: [] });
    expect(seen('fromBus.out')).toEqual([]);
    expect(last(seen('fromBus.status'))).toMatchObject({ accepted: 0, others: 6, is_complete: false });
  });

  it('says what is wrong with its parameters', async () => {
    const fields = (own: object) =>
      through([], { outputs: { out: { type: 'std_msgs/Float64', fields: own } }, checks: [] });
    await expect(fields({ data: 'VehicleSpeed' })).rejects.toThrow(
      'outputs.out.fields.data: expected Message.Signal or a number, got "VehicleSpeed"',
    );
    await expect(fields({ date: 'VehicleSpeed.Speed' })).rejects.toThrow('has no field date');
    await expect(through([], { outputs: { status: { type: 'std_msgs/Float64' } } })).rejects.toThrow(
      'the block has a port "status" already',
    );
    await expect(through([], { checks: [{ message: 'DriverInput' }] })).rejects.toThrow(
      'checks[0].message: no output needs the message "DriverInput"',
    );
  });
});

describe('the rest of a bus', () => {
  it('is sent with the cycle times of the file, or others, and values over time', async () => {
    const params = {
      dbc: 'cruise.dbc',
      nodes: ['Cruise'],
      messages: [
        { message: 'DriverInput', offset: 0.003, signals: { SetSpeed: { ramp: { from: 0, to: 10, duration: 0.1 } } } },
      ],
    };
    const frames = (await run({ rest: { type: 'bus/restbus', params } }, 102))('rest.frames');
    const ticks = (id: number) => frames.filter(({ value }) => value.id === id).map(({ tick }) => tick);
    expect(ticks(192)).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101]);
    expect(ticks(272)).toEqual([4, 54]);
    expect(ticks(768)).toEqual([1, 101]);
    // 10 · 53 / 100 m/s = 530 · 0.01 m/s = 0x0212
    expect(hex(frames.filter(({ value }) => value.id === 272)[1].value)).toBe('120200');
  });

  it('has sines and sequences', async () => {
    const signals = {
      SetSpeed: { sine: { mean: 20, amplitude: 10, period: 0.04 } },
      Enable: { sequence: { values: [0, 1, 1], each: 0.01 } },
    };
    const params = { dbc: 'cruise.dbc', messages: [{ message: 'DriverInput', period: 0.01, signals }] };
    const frames = (await run({ rest: { type: 'bus/restbus', params } }, 60))('rest.frames').map(
      ({ value }) => value.data,
    );
    expect(frames.map((data) => (data[0] + 256 * data[1]) / 100)).toEqual([20, 30, 20, 10, 20, 30]);
    expect(frames.map((data) => data[2])).toEqual([0, 1, 1, 0, 1, 1]);
  });

  it('says what is wrong with its parameters', async () => {
    const refusal = (params: object) =>
      run({ rest: { type: 'bus/restbus', params: { dbc: 'cruise.dbc', ...params } } }, 1);
    await expect(refusal({ nodes: ['Crusie'] })).rejects.toThrow(
      'nodes[0]: there is no node "Crusie" in the file (did you mean "Cruise"?)',
    );
    const wave = (value: unknown) => refusal({ messages: [{ message: 'DriverInput', signals: { SetSpeed: value } }] });
    await expect(wave({ square: {} })).rejects.toThrow('messages[0].signals.SetSpeed: expected a number or one of');
    await expect(wave({ ramp: { duration: 0 } })).rejects.toThrow(
      'messages[0].signals.SetSpeed.ramp.duration: expected a number above 0',
    );
  });
});
