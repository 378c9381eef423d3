import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Controller, Manoeuvre, PlatoonRecord } from './platoon-of-eight.ts';
import { controllers, driveEight, MANOEUVRES, platoonFigures, recordDifference } from './platoon-of-eight.ts';

const fixtures = new URL('../../../test/fixtures/platoon/', import.meta.url);
const bySumo: Record<string, PlatoonRecord> = JSON.parse(readFileSync(new URL('sumo.json', fixtures), 'utf8'));
const cases = MANOEUVRES.flatMap((manoeuvre) => controllers.map((controller) => [controller, manoeuvre] as const));

/**
 * How far gaps [m] and speeds [m/s] may differ from SUMO's, half as much again as was measured. SUMO integrates in steps of 10 ms and knows no delay within one;
 * hard braking to a stop shows that most.
 */
const TOLERANCE: Readonly<Record<`${Controller} ${Manoeuvre}`, readonly [gap: number, speed: number]>> = {
  'acc-0.3 sinusoidal': [0.11, 0.16],
  'acc-1.2 sinusoidal': [0.06, 0.05],
  'path sinusoidal': [0.03, 0.06],
  'ploeg sinusoidal': [0.09, 0.16],
  'consensus sinusoidal': [0.11, 0.08],
  'flatbed sinusoidal': [0.04, 0.07],
  'acc-0.3 braking': [1.7, 2.1],
  'acc-1.2 braking': [0.14, 0.11],
  'path braking': [0.21, 0.17],
  'ploeg braking': [0.75, 2.6],
  'consensus braking': [0.49, 0.32],
  'flatbed braking': [1.1, 1.1],
};

describe('eight cars beside those of SUMO', () => {
  it.each(cases)(
    '%s, %s: have its gaps and speeds',
    async (controller, manoeuvre) => {
      const ours = await driveEight(controller, manoeuvre);
      const theirs = bySumo[`${controller} ${manoeuvre}`];
      // the chain of ACC with 0.3 s amplifies whatever differs, so that only its first cars can be compared
      const isUnstable = controller === 'acc-0.3';
      const { until, gap, speed } = recordDifference(theirs, ours, isUnstable ? 3 : undefined);
      const [mostGap, mostSpeed] = TOLERANCE[`${controller} ${manoeuvre}`];
      expect(gap).toBeLessThan(mostGap);
      expect(speed).toBeLessThan(mostSpeed);
      expect(until).toBeGreaterThan(isUnstable ? 8 : 14);
    },
    60_000,
  );

  it('amplify with ACC at 0.3 s as SUMO does, and with nothing else', () => {
    for (const controller of controllers) {
      const { swing } = platoonFigures(bySumo[`${controller} sinusoidal`]);
      expect(swing > 1).toBe(controller === 'acc-0.3');
    }
  });
});

const python = '/usr/bin/python3';
const hasSumo =
  spawnSync('sumo', ['--version'], { stdio: 'ignore' }).status === 0 &&
  spawnSync(python, ['-c', "import sys; sys.path.append('/usr/share/sumo/tools'); import traci"]).status === 0;

describe.skipIf(!hasSumo)('SUMO on this machine', () => {
  it('drives as it did when its records were kept', () => {
    const script = fileURLToPath(new URL('sumo_platoon.py', fixtures));
    const printed = execFileSync(python, [script, 'path', 'sinusoidal', '4'], { encoding: 'utf8', stdio: 'pipe' });
    const now: PlatoonRecord = JSON.parse(printed.trim().split('\n').pop()!);
    const { until, gap, speed } = recordDifference(now, bySumo['path sinusoidal']);
    expect(until).toBe(3.5);
    expect(Math.max(gap, speed)).toBeLessThan(1e-3);
  }, 120_000);
});
