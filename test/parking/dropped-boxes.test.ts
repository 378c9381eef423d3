/** With true perception: boxes of any size, put down anywhere in its way at any instant while it backs in. What it sees in time to stop it never touches. */
import { describe, expect, it } from 'vitest';
import { createStream, uniformBetween } from '../../src/math/random.ts';
import type { Box, Moment } from './parking-drive.ts';
import { parkingDrive, standingThings, standsInOne, wayToContact } from './parking-drive.ts';

type Stream = ReturnType<typeof createStream>;

const SCENARIO = 'scenarios/apa/planning.yaml';
const BOXES = 12;
const NEAR = 3;
const [PARKING, HELD, GIVEN_UP] = [3, 5, 6];

/**
 * Three views of 0.1 s until something is believed, a cycle of each block until the tracker knows, and half of what the tracker brakes with when it is held.
 */
const stoppingWay = (speed: number) => 0.6 * Math.abs(speed) + (speed * speed) / (2 * 1.25) + 0.05;

/** A box somewhere in what the body will sweep within the next metres, further away than it takes to stop, and not in another thing. */
function droppedBox(moments: readonly Moment[], things: readonly Box[], stream: Stream): { at: number; box: Box } {
  const backing = moments.flatMap(({ phase, speed }, i) => (phase === PARKING && speed < -0.05 ? [i] : []));
  for (;;) {
    const from = backing[Math.floor(uniformBetween(stream, 0, backing.length))];
    const later = moments[Math.floor(uniformBetween(stream, from, moments.length))];
    const [ahead, aside] = [uniformBetween(stream, -1, 3.7), uniformBetween(stream, -1.4, 1.4)];
    const box = {
      x: later.x + ahead * Math.cos(later.yaw) - aside * Math.sin(later.yaw),
      y: later.y + ahead * Math.sin(later.yaw) + aside * Math.cos(later.yaw),
      yaw: uniformBetween(stream, -Math.PI, Math.PI),
      length: uniformBetween(stream, 0.2, 2),
      width: uniformBetween(stream, 0.1, 0.6),
    };
    if (standsInOne(box, things)) continue;
    const way = wayToContact(moments, from, box);
    if (way < NEAR && way > stoppingWay(moments[from].speed)) return { at: moments[from].time, box };
  }
}

describe('a car that backs into its slot with true perception', () => {
  it('never touches what is dropped into its way further off than it needs to stop: it holds, and drives around or gives up', async () => {
    const undisturbed = await parkingDrive(SCENARIO, []);
    const things = await standingThings(SCENARIO);
    expect(undisturbed[undisturbed.length - 1].parked).toBe(true);
    const stream = createStream(11, 'boxes');
    for (let k = 0; k < BOXES; k++) {
      const { at, box } = droppedBox(undisturbed, things, stream);
      const moments = await parkingDrive(SCENARIO, [{ at, boxes: [box] }]);
      const least = Math.min(...moments.filter(({ time }) => time > at).map(({ clearance }) => clearance));
      const what = `box ${k} of ${JSON.stringify(box)} at ${at} s`;
      expect(least, what).toBeGreaterThan(0);
      expect(
        moments.some((one) => one.phase === HELD || one.phase === GIVEN_UP || one.plans > 1),
        what,
      ).toBe(true);
    }
  }, 300_000);
});
