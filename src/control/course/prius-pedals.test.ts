import { describe, expect, it } from 'vitest';
import { parse } from '../../core/schema.ts';
import { pedalFor, pedalForce, pedalParams } from './prius-pedals.ts';

const prius = parse(pedalParams, {}, 'pedals');

describe('pedals for a wanted force', () => {
  it('give exactly that force at all speeds, from full brake to full throttle', () => {
    for (let speed = 0; speed <= 30; speed += 0.37) {
      for (let demand = -2; demand <= 1; demand += 0.037) {
        const pedal = pedalFor(prius, demand, speed);
        // while idling drives, the brake has to overcome that first
        const least = pedalForce(prius, 0, 1, speed);
        expect(pedalForce(prius, Math.max(0, pedal), Math.max(0, -pedal), speed)).toBeCloseTo(
          Math.max(demand, least),
          12,
        );
      }
    }
  });

  it('never go beyond their stops', () => {
    expect(pedalFor(prius, 5, 20)).toBe(1);
    expect(pedalFor(prius, -5, 20)).toBe(-1);
    expect(pedalFor(prius, -5, 0)).toBe(-1);
  });

  it('brake against creeping at standstill', () => {
    expect(pedalFor(prius, 0, 0)).toBeCloseTo(-0.05, 12);
  });

  it('balance idling where it drives, turns to braking and brakes in full: 0, v_c, v_c + 1 mph', () => {
    const idle = (speed: number) => pedalForce(prius, 0, 0, speed);
    expect(idle(0)).toBeCloseTo(0.1, 12);
    expect(idle(3.12928 / 2)).toBeCloseTo(0.05, 12);
    expect(idle(3.12928)).toBe(0);
    // the brake is twice as strong as the throttle
    expect(idle(3.12928 + 0.44704 / 2)).toBeCloseTo(-2 * 0.025 * 0.5, 12);
    expect(idle(3.12928 + 0.44704)).toBeCloseTo(-2 * 0.025, 12);
    expect(idle(30)).toBeCloseTo(-2 * 0.025, 12);
  });

  it('stop at full throttle while idling still drives', () => {
    expect(pedalFor(prius, 5, 0)).toBe(1);
    expect(pedalFor(prius, 0.1, 0)).toBeCloseTo(0.1, 15);
  });
});
