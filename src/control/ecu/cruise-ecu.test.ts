import { describe, expect, it } from 'vitest';
import type { StepInput } from '../../../test/hil/cruise-rig.ts';
import {
  cruiseNode,
  driverFrame,
  frameOf,
  readCommand,
  readStatus,
  runNode,
  speedFrame,
} from '../../../test/hil/cruise-rig.ts';
import { atHome } from '../../hosts/fixtures/test-rig.ts';
import { crc8J1850 } from '../../math/crc8-j1850.ts';
import type { CruiseOutcome } from './float32-cruise.ts';
import { stepFloat32Cruise } from './float32-cruise.ts';

const STATES = ['off', 'standby', 'active', 'fault'];
const ERRORS = ['none', 'checksum', 'counter', 'speed timeout', 'driver timeout'];

async function run(inputs: readonly StepInput[], params: Readonly<Record<string, unknown>> = {}): Promise<string[][]> {
  const block = cruiseNode(params);
  return runNode(await atHome(block), block, inputs);
}

/** A constant error e = set speed − speed, told in every step. */
const hold = (steps: number, error: number, speed = 10): StepInput[] =>
  Array.from({ length: steps }, (_, i) => ({ frames: [speedFrame(speed, i), driverFrame(speed + error)] }));

/** State and error by the last status. */
const lastStatus = (said: readonly string[][]): string => {
  const { state, error } = said.map(readStatus).findLast((status) => status !== undefined)!;
  return `${STATES[state]}, ${ERRORS[error]}`;
};

describe('the law of the cruise ECU', () => {
  it('answers a step with kp e + ki e t', async () => {
    const said = await run(hold(100, 1), { kp: 0.2, ki: 0.3 });
    const throttles = said.map((step) => readCommand(step).throttle);
    throttles.forEach((throttle, i) => expect(throttle).toBeCloseTo(0.2 + 0.3 * 0.01 * i, 3));
    expect(throttles[0]).toBe(0.2);
  });

  it('counts its commands and protects them', async () => {
    const said = await run(hold(20, 1));
    expect(said.map((step) => readCommand(step).counter)).toEqual(Array.from({ length: 20 }, (_, i) => i % 16));
    for (const [command] of said) {
      const bytes = Uint8Array.from(command.slice(-12).match(/../g)!, (pair) => Number.parseInt(pair, 16));
      expect(bytes[0]).toBe(crc8J1850(bytes, 1, 6));
    }
  });

  it('is mirrored: with equal forces the brake does what the throttle does', async () => {
    const params = { kp: 0.2, ki: 0.3, brakeRatio: 1, coastBand: 0 };
    const faster = (await run(hold(200, 1.5), params)).map((step) => readCommand(step));
    const slower = (await run(hold(200, -1.5), params)).map((step) => readCommand(step));
    expect(slower.map(({ brake }) => brake)).toEqual(faster.map(({ throttle }) => throttle));
    expect(slower.every(({ throttle }) => throttle === 0) && faster.every(({ brake }) => brake === 0)).toBe(true);
    expect(faster.at(-1)!.throttle).toBe(1);
  });

  it('coasts in the band, and brakes from nothing to everything beyond it', () => {
    const gains = { kp: 1, ki: 0, brakeRatio: 2, coastBand: 0.5 };
    const brakeFor = (demand: number): number => {
      const outcome: CruiseOutcome = { integral: 0, throttle: 9, brake: 9 };
      stepFloat32Cruise(gains, outcome, demand, 0);
      expect(outcome.throttle).toBe(0);
      return outcome.brake;
    };
    expect([0, -0.25, -0.5, -0.875, -1.25, -2, -7].map(brakeFor)).toEqual([0, 0, 0, 0.25, 0.5, 1, 1]);
  });

  it('does not wind up: after a long wait at the limit it lets go as soon as it is too fast', async () => {
    const params = { kp: 0.1, ki: 0.2 };
    // one and a half times the throttle by kp alone, for 20 s
    const waiting = hold(2000, 15, 5);
    const said = await run([...waiting, { frames: [speedFrame(20.5, 2000), driverFrame(20)] }], params);
    expect(readCommand(said[1999]).throttle).toBe(1);
    expect(readCommand(said[2000])).toMatchObject({ throttle: 0, brake: 0 });
    // where it may integrate, it does, and no further than the limit
    const wound = await run([...hold(2000, 1), { frames: [speedFrame(20.5, 2000), driverFrame(20)] }], params);
    expect(readCommand(wound[2000]).throttle).toBeCloseTo(0.9 - 0.05, 2);
  });
});

describe('the states of the cruise ECU', () => {
  it('are off until both inputs have come, standby until enabled, then active', async () => {
    expect(lastStatus(await run([{ frames: [] }]))).toBe('off, none');
    expect(lastStatus(await run([{ frames: [speedFrame(10, 0)] }]))).toBe('off, none');
    expect(lastStatus(await run([{ frames: [speedFrame(10, 0), driverFrame(12, false)] }]))).toBe('standby, none');
    const active = await run([{ frames: [speedFrame(10, 0), driverFrame(12)] }]);
    expect(readStatus(active[0])).toEqual({ state: 2, error: 0, speedError: 2 });
  });

  it('tell the state every 100 ms', async () => {
    const said = await run(hold(31, 1));
    expect(said.flatMap((step, i) => (readStatus(step) === undefined ? [] : [i]))).toEqual([0, 10, 20, 30]);
  });

  it('release the pedals when the speed is older than its time-out, and forget the integral', async () => {
    const driver = (n: number): StepInput[] => Array.from({ length: n }, () => ({ frames: [driverFrame(11)] }));
    const said = await run([...hold(20, 1), ...driver(11), { frames: [speedFrame(10, 4)] }], { ki: 0.5 });
    const throttles = said.map((step) => readCommand(step).throttle);
    // the frame of step 19 is 50 ms old at step 23, and 60 ms at step 24
    expect(throttles[23]).toBeGreaterThan(0.3);
    expect(throttles.slice(24, 31)).toEqual(Array(7).fill(0));
    expect(lastStatus(said)).toBe('fault, speed timeout');
    // back at once, from the beginning
    expect(throttles[31]).toBe(throttles[0]);
  });

  it('release the pedals when the driver is not heard', async () => {
    const alone = Array.from({ length: 30 }, (_, i) => ({ frames: [speedFrame(10, i)] }));
    const said = await run([{ frames: [speedFrame(10, 15), driverFrame(11)] }, ...alone]);
    expect(readCommand(said[24]).throttle).toBeGreaterThan(0);
    expect(readCommand(said[25]).throttle).toBe(0);
    expect(lastStatus(said)).toBe('fault, driver timeout');
  });

  it('say why speeds were dropped: a wrong checksum, or a counter that stands still', async () => {
    const spoilt = (counter: number) => {
      const frame = speedFrame(10, counter);
      frame.data[0] ^= 1;
      return frame;
    };
    const broken = Array.from({ length: 21 }, (_, i) => ({ frames: [spoilt(i), driverFrame(11)] }));
    expect(lastStatus(await run([...hold(10, 1), ...broken]))).toBe('fault, checksum');
    const stuck = Array.from({ length: 21 }, () => ({ frames: [speedFrame(10, 9), driverFrame(11)] }));
    expect(lastStatus(await run([...hold(10, 1), ...stuck]))).toBe('fault, counter');
  });

  it('hear nothing in frames of another kind or length', async () => {
    const [speed, driver] = [speedFrame(10, 0), driverFrame(11)];
    const others = [
      { ...speed, is_extended: true },
      { ...speed, is_remote: true },
      { ...speed, is_error: true },
      { ...speed, is_fd: true },
      frameOf(0x100, [...speed.data.subarray(0, 5)]),
    ];
    for (const other of others) expect(lastStatus(await run([{ frames: [other, driver] }]))).toBe('off, none');
    expect(lastStatus(await run([{ frames: [speed, frameOf(0x110, [0, 0])] }]))).toBe('off, none');
  });
});

it('CRC-8 of SAE J1850 gives its published check value', () => {
  expect(crc8J1850(new TextEncoder().encode('123456789'), 0, 9)).toBe(0x4b);
});
