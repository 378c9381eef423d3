import { describe, expect, it } from 'vitest';
import type { CarMotion, SentCommands } from './state-prediction.ts';
import { createSentCommands, enterCommand, predict, steeredTo } from './state-prediction.ts';

const BASE = Math.fround(2.5);

/** So many cycles of 20 ms with the same command. */
function sent(cycles: number, steering: number, push: number, brake: number): SentCommands {
  const commands = createSentCommands();
  for (let i = 0; i < cycles; i++) {
    enterCommand(commands, Math.fround(steering), push, brake);
    commands.lasted[commands.head] = 20_000;
  }
  return commands;
}

describe('the predicted state', () => {
  it('is on the arc of the bicycle, forwards and backwards', () => {
    for (const speed of [1.5, -1.5]) {
      const motion: CarMotion = { x: 1, y: 2, yaw: 0.5, speed };
      predict(sent(20, 0.5, 0, 0), motion, 300_000, BASE);
      const curvature = Math.tan(0.5) / 2.5;
      const turn = curvature * speed * 0.3;
      expect(motion.yaw).toBeCloseTo(0.5 + turn, 5);
      expect(motion.x).toBeCloseTo(1 + (Math.sin(0.5 + turn) - Math.sin(0.5)) / curvature, 5);
      expect(motion.y).toBeCloseTo(2 - (Math.cos(0.5 + turn) - Math.cos(0.5)) / curvature, 5);
    }
  });

  it('stops after v²/2a, and stays there', () => {
    const motion: CarMotion = { x: 0, y: 0, yaw: 0, speed: Math.fround(-1.2) };
    predict(sent(60, 0, 0, 2), motion, 1_000_000, BASE);
    expect(motion.speed).toBe(0);
    // the midpoint rule overshoots by less than the way of one cycle at the last speed
    expect(-motion.x).toBeCloseTo((1.2 * 1.2) / 4, 3);
  });

  it('takes the commands of the horizon and no others', () => {
    const commands = sent(30, 0, 0, 0);
    for (let i = 0; i < 5; i++) {
      enterCommand(commands, Math.fround(0.5), 0, 0);
      commands.lasted[commands.head] = 20_000;
    }
    const motion: CarMotion = { x: 0, y: 0, yaw: 0, speed: 1 };
    predict(commands, motion, 150_000, BASE);
    expect(motion.yaw).toBeCloseTo((Math.tan(0.5) / 2.5) * 0.1, 6);
    expect(motion.x).toBeCloseTo(0.15, 3);
  });

  it('turns the road wheels no faster than their rate, and lags', () => {
    const drive = { steeringRate: Math.fround(0.6), steeringLag: Math.fround(0.05) };
    expect(steeredTo(drive, 0, 0.5, Math.fround(0.02))).toBeCloseTo(0.012, 6);
    expect(steeredTo(drive, 0, Math.fround(0.01), Math.fround(0.02))).toBeCloseTo((0.01 * 0.02) / 0.07, 6);
  });
});
