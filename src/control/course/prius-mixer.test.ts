import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { ackermannToPrius } from './ackermann-to-prius.ts';
import { publishedPriusMixer } from '../published/rosdrive-mixer.ts';
import { priusMixer } from './prius-mixer.ts';

function mixer(law: 'published' | 'corrected') {
  const block = law === 'published' ? (publishedPriusMixer as unknown as typeof priusMixer) : priusMixer;
  const runner = new BlockRunner(block, {}, { period: 0.05 });
  return {
    runner,
    mix(wishes: { steering?: number; override?: number; stop?: number }) {
      runner.send('pedals', (pedals) => Object.assign(pedals, { throttle: 0.4, shift_gears: 2 }));
      runner.send('steering', (request) =>
        Object.assign(request, { active: wishes.steering !== undefined, steer: wishes.steering ?? 0 }),
      );
      runner.send('override', (request) =>
        Object.assign(request, { active: wishes.override !== undefined, steer: wishes.override ?? 0 }),
      );
      runner.send('stop', (stop) => (stop.data = wishes.stop ?? 0));
      runner.step();
      return runner.outputs.control.value;
    },
  };
}

describe('the mixer', () => {
  it.each(['published', 'corrected'] as const)('lets an active override steer, %s', (law) => {
    const { mix } = mixer(law);
    expect(mix({ steering: 0.1 })).toMatchObject({ steer: 0.1, throttle: 0.4, brake: 0, shift_gears: 2 });
    for (let k = 0; k < 10; k++) mix({ steering: 0.1, override: -0.3 });
    expect(mix({ steering: 0.1, override: -0.3 }).steer).toBe(-0.3);
    for (let k = 0; k < 10; k++) mix({ steering: 0.1 });
    expect(mix({ steering: 0.1 }).steer).toBe(0.1);
    expect(mix({}).steer).toBeLessThan(0.1);
  });

  it('moves from one controller to the other at once as published, corrected not faster than it may', () => {
    const [published, corrected] = [mixer('published'), mixer('corrected')];
    for (const { mix } of [published, corrected]) mix({ steering: 0.5 });
    expect(published.mix({ steering: 0.5, override: -0.5 }).steer).toBe(-0.5);
    expect(corrected.mix({ steering: 0.5, override: -0.5 }).steer).toBeCloseTo(0.5 - 3 * 0.05, 12);
  });

  it('brakes at a stop: wheels straight as published, still steered when corrected', () => {
    expect(mixer('published').mix({ steering: 0.2, stop: 1 })).toMatchObject({ steer: 0, throttle: 0, brake: 1 });
    expect(mixer('corrected').mix({ steering: 0.2, stop: 1 })).toMatchObject({ steer: 0.2, throttle: 0, brake: 1 });
  });

  it('falls silent without pedals, and centres the wheels without steering', () => {
    const { runner, mix } = mixer('published');
    mix({ steering: 0.2 });
    runner.runUntil(1);
    expect(runner.outputs.control.publish).toBe(false);
    runner.send('pedals', (pedals) => (pedals.throttle = 0.1));
    runner.step();
    expect(runner.outputs.control.publish).toBe(true);
    expect(runner.outputs.control.value.steer).toBe(0);
  });
});

describe('an Ackermann command for the Prius', () => {
  it('becomes a fraction of full lock and a setpoint, once for each command', () => {
    const runner = new BlockRunner(ackermannToPrius, {});
    runner.send('drive', ({ drive }) => Object.assign(drive, { steering_angle: -0.3229, speed: 13 }));
    runner.step();
    expect(runner.outputs.steering.value).toMatchObject({ active: true, steer: -0.5 });
    expect(runner.outputs.setpoint.value.data).toBe(13);
    runner.step();
    expect(runner.outputs.steering.publish).toBe(false);
    runner.send('drive', ({ drive }) => Object.assign(drive, { steering_angle: 2, speed: -1 }));
    runner.step();
    expect(runner.outputs.steering.value.steer).toBe(1);
    expect(runner.outputs.setpoint.value.data).toBe(0);
    runner.send('drive', ({ drive }) => (drive.steering_angle = -2));
    runner.step();
    expect(runner.outputs.steering.value.steer).toBe(-1);
  });
});

describe('the corrected mixer', () => {
  const pedals = { throttle: 0.4, brake: 0, shift_gears: 2 };
  const running = (params: object = {}) => new BlockRunner(priusMixer, params, { period: 0.05 });
  const steer = (runner: ReturnType<typeof running>, wishes: { steering?: number; override?: number }) => {
    runner.send('pedals', (value) => Object.assign(value, pedals));
    for (const port of ['steering', 'override'] as const)
      if (wishes[port] !== undefined)
        runner.send(port, (request) => Object.assign(request, { active: true, steer: wishes[port] }));
    runner.step();
    return runner.outputs.control.value.steer;
  };

  it('takes the first steering as it is, and keeps all of it within full lock', () => {
    expect(steer(running(), { steering: 0.9 })).toBe(0.9);
    expect(steer(running(), { steering: 3 })).toBe(1);
    expect(steer(running(), { override: -3 })).toBe(-1);
  });

  it('steers the wheels back to the middle when nobody steers any more, no faster than it may', () => {
    const runner = running({ timeout: 0.1 });
    steer(runner, { steering: 0.5 });
    // 0.1 s old still counts
    expect(steer(runner, {})).toBe(0.5);
    expect(steer(runner, {})).toBe(0.5);
    expect(steer(runner, {})).toBeCloseTo(0.35, 12);
  });

  it('limits the rate for the time of the hand-over and no longer', () => {
    const runner = running({ handOver: 0.15, steerRate: 1 });
    steer(runner, { steering: 0.5 });
    const seen = [0, 1, 2, 3].map(() => steer(runner, { override: -0.5 }));
    expect(seen.map((value) => Number(value.toFixed(9)))).toEqual([0.45, 0.4, 0.35, -0.5]);
  });

  it('hears pedals for as long as its timeout, then falls silent; a stop of one half is none', () => {
    const runner = running({ timeout: 0.1 });
    runner.step();
    expect(runner.outputs.control.publish).toBe(false);
    runner.send('pedals', (value) => Object.assign(value, pedals));
    runner.send('stop', (stop) => (stop.data = 0.5));
    const said = [0, 1, 2, 3].map(() => {
      runner.step();
      return [runner.outputs.control.publish, runner.outputs.control.value.throttle];
    });
    expect(said).toEqual([
      [true, 0.4],
      [true, 0.4],
      [true, 0.4],
      [false, 0.4],
    ]);
    runner.send('stop', (stop) => (stop.data = 0.3));
    runner.send('pedals', () => {});
    runner.step();
    expect(runner.outputs.control.value).toMatchObject(pedals);
  });
});

describe('the published mixer', () => {
  it('counts what is as old as its timeout, stops above one half, and keeps to full lock', () => {
    const runner = new BlockRunner(publishedPriusMixer, { timeout: 0.1 }, { period: 0.05 });
    runner.step();
    expect(runner.outputs.control.publish).toBe(false);
    runner.send('pedals', (value) => Object.assign(value, { throttle: 0, brake: 0.3, shift_gears: 3 }));
    runner.send('steering', (request) => Object.assign(request, { active: true, steer: 2 }));
    runner.send('stop', (stop) => (stop.data = 0.5));
    const steers = [0, 1, 2, 3].map(() => {
      runner.step();
      return runner.outputs.control.publish ? runner.outputs.control.value.steer : undefined;
    });
    expect(steers).toEqual([1, 1, 1, undefined]);
    expect(runner.outputs.control.value).toMatchObject({ brake: 0.3, shift_gears: 3 });
    runner.send('pedals', () => {});
    runner.send('override', (request) => Object.assign(request, { active: true, steer: -2 }));
    runner.step();
    expect(runner.outputs.control.value.steer).toBe(-1);
  });
});
