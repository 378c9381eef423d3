import { describe, expect, it } from 'vitest';
import { spread } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { speedometer } from './speedometer.ts';

function driving(params: object, vx: number, seed = 1) {
  const runner = new BlockRunner(speedometer, params, { seed });
  runner.send('state', (value) => {
    value.vx = vx;
  });
  runner.step();
  return runner;
}
const reading = (params: object, vx: number, seed?: number) => driving(params, vx, seed).outputs.speed.value.data;

describe('the speedometer', () => {
  it('reads the forward speed, backwards negative unless it is a dashboard', () => {
    expect(reading({}, 12.34)).toBe(12.34);
    expect(reading({}, -3)).toBe(-3);
    expect(reading({ absolute: true }, -3)).toBe(3);
  });

  it('rounds to its resolution', () => {
    expect(reading({ resolution: 0.5 }, 12.34)).toBe(12.5);
    expect(reading({ resolution: '1 km/h' }, 10)).toBeCloseTo(36 / 3.6, 12);
  });

  it('follows a step with its lag: 63 % after one time constant', () => {
    const runner = driving({ timeConstant: 0.4 }, 0);
    runner.send('state', (value) => {
      value.vx = 10;
    });
    for (let k = 0; k < 20; k++) runner.step();
    expect(runner.outputs.speed.value.data).toBeCloseTo(10 * (1 - Math.exp(-1)), 9);
  });

  it('scatters by its noise, the same with the same seed', () => {
    const runner = driving({ noise: 0.2 }, 5);
    const { mean, deviation } = spread(4000, () => {
      runner.step();
      return runner.outputs.speed.value.data;
    });
    expect(mean).toBeCloseTo(5, 1);
    expect(deviation / 0.2).toBeCloseTo(1, 1);
    expect(reading({ noise: 0.2 }, 5, 1)).toBe(reading({ noise: 0.2 }, 5, 1));
    expect(reading({ noise: 0.2 }, 5, 1)).not.toBe(reading({ noise: 0.2 }, 5, 2));
  });

  it('says nothing before the first state', () => {
    const runner = new BlockRunner(speedometer, {});
    runner.step();
    expect(runner.outputs.speed.publish).toBe(false);
  });
});
