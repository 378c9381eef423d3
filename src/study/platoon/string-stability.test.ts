import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulatedGains } from './chain.ts';
import { closedFormHeadway, stringGain } from './closed-form.ts';
import { amplifies, HEADWAY_CASES, PLOEG, wavesFor } from './critical-headway.ts';

const byScipy: number[] = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/platoon/headways.json', import.meta.url), 'utf8'),
);

describe('the smallest string-stable headway in closed form', () => {
  it.each(HEADWAY_CASES.map((entry, i) => ({ ...entry, scipy: byScipy[i] })))(
    'of $name is that of scipy, and the published one',
    ({ loop, scipy, published }) => {
      const headway = closedFormHeadway(loop);
      expect(Math.abs(headway - scipy)).toBeLessThan(5e-4);
      if (published !== undefined) expect(Math.abs(headway - published)).toBeLessThan(0.0051);
    },
  );

  it('of ACC is twice the lag and dead time', () => {
    for (const [lag, deadTime] of [
      [0.3, 0],
      [0.1, 0.3],
    ])
      expect(closedFormHeadway({ law: 'acc', lag, deadTime, lambda: 1e-3 }) / (2 * (lag + deadTime))).toBeCloseTo(1, 2);
  });

  it('passes a standing speed on whole', () => {
    expect(stringGain({ ...PLOEG, radioDelay: 0.1 }, 0.5, 1e-4)).toBeCloseTo(1, 6);
    expect(stringGain({ law: 'acc', lag: 0.5, deadTime: 0, lambda: 0.1 }, 1.2, 1e-4)).toBeCloseTo(1, 6);
  });
});

describe('simulated vehicles', () => {
  it.each(HEADWAY_CASES.filter(({ name }) => !/50|200|300|lag/.test(name)))(
    '$name: amplify 2 % below the closed form and not 2 % above',
    async ({ loop }) => {
      const headway = closedFormHeadway(loop);
      expect(await amplifies(loop, 0.98 * headway)).toBe(true);
      expect(await amplifies(loop, 1.02 * headway)).toBe(false);
    },
    120_000,
  );

  it('have the gains of the closed form at every wave', async () => {
    const loop = { ...PLOEG, radioDelay: 0.1 };
    for (const { gain, omega } of await simulatedGains(loop, 0.4, wavesFor(loop)))
      expect(Math.abs(gain - stringGain(loop, 0.4, omega))).toBeLessThan(0.002);
  }, 60_000);
});
