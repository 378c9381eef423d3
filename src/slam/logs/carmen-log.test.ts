import { describe, expect, it } from 'vitest';
import { readCarmenLog } from './carmen-log.ts';

const FLASER = 'FLASER 4 1.0 2.0 81.91 3.0 0.6 0.2 0.1 0.5 0.2 0.1 12.5 host 12.5';
const ROBOT =
  'ROBOTLASER1 0 -1.570796 3.141593 0.785398 50.0 0.1 0 5 1 2 3 4 5 0 1.1 2.0 0.5 1.0 2.0 0.5 0 0 0 0 0 99.25 host 1.5';

describe('a CARMEN log', () => {
  it('gives scans of FLASER lines, half a turn wide', () => {
    const { scans, damaged } = readCarmenLog(`# comment\nPARAM robot_length 50\n${FLASER}\n`, 'log');
    expect(damaged).toBe(0);
    expect([...scans[0].ranges]).toEqual([1, 2, 81.91, 3]);
    expect(scans[0].stamp).toBe(12.5);
    expect(scans[0].angleMin).toBeCloseTo(-Math.PI / 2, 12);
    expect(scans[0].angleIncrement).toBeCloseTo(Math.PI / 4, 12);
    expect(scans[0].pose).toEqual({ x: 0.5, y: 0.2, heading: 0.1 });
    expect(scans[0].mount.x).toBeCloseTo(0.1 * Math.cos(0.1), 12);
  });

  it('gives scans of ROBOTLASER1 lines, with their own fan and limit', () => {
    const [scan] = readCarmenLog(ROBOT, 'log').scans;
    expect(scan.ranges.length).toBe(5);
    expect(scan.angleIncrement).toBe(0.785398);
    expect(scan.maxRange).toBe(50);
    expect(scan.stamp).toBe(99.25);
    expect(scan.pose).toEqual({ x: 1, y: 2, heading: 0.5 });
    expect(scan.mount.x).toBeCloseTo(0.1 * Math.cos(0.5), 9);
  });

  it('gives odometry in both forms, and the truth', () => {
    const { odometry, truth } = readCarmenLog(
      'ODOM 1 2 0.3 0 0 0 5.5 host 5.6\nODOM 4 5 0.6 7.5\nTRUEPOS 1 2 3 4 5 6 8.5 host 8.6\n',
      'log',
    );
    expect(odometry).toEqual([
      { x: 1, y: 2, heading: 0.3, stamp: 5.5 },
      { x: 4, y: 5, heading: 0.6, stamp: 7.5 },
    ]);
    expect(truth).toEqual([{ x: 1, y: 2, heading: 3, stamp: 8.5 }]);
  });

  it.each([
    ['cut in the middle', FLASER.slice(0, 20)],
    ['without a count', 'FLASER x 1 2'],
    ['with a count of millions', 'FLASER 99999999 1 2 3'],
    ['with a negative count', 'FLASER -1 1 2 3 4 5 6 7 8 9 10 11'],
    ['with ranges that are no numbers', FLASER.replace('2.0', 'oops')],
    ['with a fan of many turns', ROBOT.replace('0.785398', '7.85398')],
    ['cut before its stamp', ROBOT.split(' ').slice(0, 20).join(' ')],
    ['with a pose that is infinite', 'ODOM Infinity 0 0 5'],
  ])('leaves out and counts a line %s', (_, line) => {
    const log = readCarmenLog(`${FLASER}\n${line}\n${ROBOT}`, 'log');
    expect([log.scans.length, log.odometry.length, log.damaged, log.firstDamaged]).toEqual([2, 0, 1, 2]);
  });

  it('is empty where nothing in a file is known', () => {
    const log = readCarmenLog('\0\x01binary\nVERTEX2 0 1 2 3\n', 'log');
    expect([log.scans.length, log.damaged]).toEqual([0, 0]);
  });
});
