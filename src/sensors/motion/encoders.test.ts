import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { wrapToPi } from '../../math/angle.ts';
import { setTime } from '../../msgs/index.ts';
import { encoders } from './encoders.ts';

type Runner = BlockRunner<typeof encoders.params, typeof encoders.inputs, typeof encoders.outputs, any>;

const PERIOD = 0.02;
const TICK = (2 * Math.PI) / 100;

/** Two wheels and a steering joint, the angle of the first wheel as a function of time; angles are published within ±π. */
function turning(
  params: object,
  angle: (t: number) => number,
  samples: number,
  afterStep?: (t: number, runner: Runner) => void,
) {
  const runner = new BlockRunner(encoders, { ticksPerRevolution: 100, ...params }, { period: PERIOD });
  for (let k = 0; k < samples; k++) {
    runner.send('joint_states', (value) => {
      setTime(value.header.stamp, Math.round(k * PERIOD * 1e9));
      value.name = ['left', 'right', 'steering'];
      value.position = Float64Array.of(wrapToPi(angle(k * PERIOD)), wrapToPi(-angle(k * PERIOD)), 0.3);
    });
    runner.step();
    afterStep?.(k * PERIOD, runner);
  }
  return runner;
}

describe('encoders', () => {
  it('count to the nearest tick over many turns', () => {
    turning(
      {},
      (t) => 11 * t + t * t,
      500,
      (t, { outputs }) => {
        const { position } = outputs.joint_states.value;
        expect(Math.abs(position[0] - (11 * t + t * t))).toBeLessThanOrEqual(TICK / 2 + 1e-9);
        expect(position[0] / TICK).toBeCloseTo(Math.round(position[0] / TICK), 9);
        expect(position[1]).toBeCloseTo(-position[0], 9);
      },
    );
  });

  it('follow a wheel that turns more than half a turn between samples, once it has sped up', () => {
    // 10 rad/s² up to 400 rad/s, which is 8 rad per sample
    const angle = (t: number) => (t < 40 ? 5 * t * t : 8000 + 400 * (t - 40));
    const { outputs } = turning({}, angle, 2500);
    expect(Math.abs(outputs.joint_states.value.position[0] - angle(2499 * PERIOD))).toBeLessThanOrEqual(
      TICK / 2 + 1e-6,
    );
    expect(Math.abs(outputs.joint_states.value.velocity[0] - 400)).toBeLessThanOrEqual(TICK / PERIOD + 1e-6);
  });

  it('give speeds in whole ticks per interval whose mean is the speed', () => {
    let sum = 0;
    const runner = turning(
      {},
      (t) => 4.3 * t,
      1001,
      (_, { outputs }) => {
        sum += outputs.joint_states.value.velocity[0];
      },
    );
    const { velocity } = runner.outputs.joint_states.value;
    expect((velocity[0] * PERIOD) / TICK).toBeCloseTo(Math.round((velocity[0] * PERIOD) / TICK), 9);
    expect(sum / 1000).toBeCloseTo(4.3, 1);
    expect(velocity[2]).toBe(0);
  });

  it('sit on the joints they are told to', () => {
    const { value } = turning({ joints: ['steering', 'left'] }, () => 1, 3).outputs.joint_states;
    expect(value.name).toEqual(['left', 'steering']);
    expect(value.position).toHaveLength(2);
    expect(value.position[1]).toBeCloseTo(5 * TICK, 12);
  });

  it('say nothing before the first angles, nor about one instant twice', () => {
    const silent = new BlockRunner(encoders, {});
    silent.step();
    expect(silent.outputs.joint_states.publish).toBe(false);
    const runner = turning({}, (t) => t, 3);
    expect(runner.outputs.joint_states.publish).toBe(true);
    expect(runner.outputs.joint_states.value.header.stamp).toEqual({ sec: 0, nanosec: 40_000_000 });
    runner.step();
    expect(runner.outputs.joint_states.publish).toBe(false);
  });
});

describe('encoders that are turned while they run', () => {
  it('count other joints', () => {
    const runner = turning({ joints: ['left'] }, () => 0.5, 3);
    expect(runner.outputs.joint_states.value.name).toEqual(['left']);
    runner.turn({ joints: [] });
    runner.send('joint_states', (value) => setTime(value.header.stamp, 1e9));
    runner.step();
    expect(runner.outputs.joint_states.value.name).toEqual(['left', 'right', 'steering']);
    expect([...runner.outputs.joint_states.value.velocity]).toEqual([0, 0, 0]);
  });

  it('see no leap when their resolution changes', () => {
    const runner = turning({}, () => 3, 3);
    runner.turn({ ticksPerRevolution: 5000 });
    runner.send('joint_states', (value) => setTime(value.header.stamp, 1e9));
    runner.step();
    expect(runner.outputs.joint_states.value.velocity[0]).toBe(0);
    expect(runner.outputs.joint_states.value.position[0]).toBeCloseTo(3, 3);
  });
});
