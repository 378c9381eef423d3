import { describe, expect, it } from 'vitest';
import type { PointMotion } from './law.ts';
import { dampingFor, followableStiffness, frictionForce, normalForce } from './law.ts';

const law = { stiffness: 3600, damping: dampingFor(0.2), friction: 0.5, slipSpeed: 0.05 };
const motion = (given: Partial<PointMotion>): PointMotion => ({
  spring: 1000,
  approach: 0,
  firstApproach: 1,
  slide: 0,
  normalLimit: 1e9,
  tangentLimit: 1e9,
  ...given,
});

/** One mass against a fixed spring, in tiny steps. */
function bounce(restitution: number, speed: number) {
  const [mass, dt] = [1000, 1e-6];
  const own = { ...law, damping: dampingFor(restitution) };
  let [x, v, deepest] = [0, speed, 0];
  do {
    v -=
      (normalForce(own, motion({ spring: mass * own.stiffness * x, approach: v, firstApproach: speed })) / mass) * dt;
    x += v * dt;
    deepest = Math.max(deepest, x);
  } while (x > 0);
  return { restitution: -v / speed, deepest };
}

describe('the law of contact', () => {
  it.each([0.1, 0.2, 0.3, 0.5, 0.9])('bounces with restitution %s at any speed', (restitution) => {
    for (const speed of [0.2, 15]) expect(bounce(restitution, speed).restitution).toBeCloseTo(restitution, 3);
  });

  it('is entered as deep as the closed form says', () => {
    for (const restitution of [0.1, 0.2, 0.5]) {
      const d = dampingFor(restitution);
      const factor = Math.sqrt(2 * (d - Math.log(1 + d))) / d;
      expect(bounce(restitution, 20).deepest / (factor * (20 / 60))).toBeCloseTo(1, 3);
    }
    expect(bounce(0.2, 20).deepest).toBeCloseTo((0.51 * 20) / 60, 2);
  });

  it('never pulls', () => {
    for (const approach of [-0.1, -0.5, -3, -100])
      expect(normalForce(law, motion({ approach }))).toBeGreaterThanOrEqual(0);
    expect(normalForce(law, motion({ approach: -100 }))).toBe(0);
  });

  it('rubs with the friction coefficient when sliding, in proportion when creeping, towards the side of the slide', () => {
    expect(frictionForce(law, motion({ slide: 2 }), 1000)).toBe(500);
    expect(frictionForce(law, motion({ slide: -2 }), 1000)).toBe(-500);
    expect(frictionForce(law, motion({ slide: 0.01 }), 1000)).toBeCloseTo(100, 12);
  });

  it('damps and rubs no more than a step can follow', () => {
    const light = motion({ approach: 1, slide: 1, firstApproach: 0.001, normalLimit: 100, tangentLimit: 100 });
    expect(normalForce(law, light)).toBeCloseTo(1000 + 0.3 * 100, 9);
    expect(frictionForce(law, light, 1000)).toBeCloseTo(0.2 * 100, 9);
    expect(followableStiffness(3600, 0.001)).toBe(3600);
    expect(followableStiffness(3600, 0.01)).toBeCloseTo(49, 12);
  });
});
