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
  });
});
