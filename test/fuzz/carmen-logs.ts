/** CARMEN logs and relations, damaged: read, or refused in a sentence; and what is read can be mapped, into poses that are numbers. */
import { readRelations } from '../../src/slam/evaluation/relations.ts';
import { rangeTo, ROOM } from '../../src/slam/fixtures/room.ts';
import { readCarmenLog } from '../../src/slam/logs/carmen-log.ts';
import { createScanPoints, scanPointsInto } from '../../src/slam/mapping/scan-points.ts';
import { Slam } from '../../src/slam/slam.ts';
import type { Fuzzer } from './support/fuzzer.ts';
import { attempt } from './support/fuzzer.ts';
import { damagedText, drawsOf } from './support/mutations.ts';

const WHOLE = Array.from({ length: 4 }, (_, i) => {
  const ranges = Array.from({ length: 18 }, (__, k) => rangeTo(ROOM, 0.2 * i, 0, -1.5 + k / 6).toFixed(2));
  const pose = `${0.2 * i} 0 0`;
  return [
    `ODOM ${pose} 0.2 0 0 ${i} host ${i}`,
    `FLASER 18 ${ranges.join(' ')} ${pose} ${pose} ${i} host ${i}`,
    `ROBOTLASER1 0 -1.5 3.1 0.17 50 0.1 0 18 ${ranges.join(' ')} 0 ${pose} ${pose} 0 0 0 0 0 ${i}.5 host ${i}`,
    `TRUEPOS ${pose} ${pose} ${i} host ${i}`,
  ].join('\n');
}).join('\n');

const RELATIONS = '0 1 0.2 0 0 0 0 0\n1 2 0.2 0 0 0 0 0\n';
/** Mapping takes its time: one log in so many is also mapped. */
const MAPPED_EVERY = 500;

function mapAll(text: string): void {
  const { scans } = readCarmenLog(text, 'damaged.log');
  const slam = new Slam({ closeLoops: false });
  for (const scan of scans) {
    const points = createScanPoints(scan.ranges.length);
    scanPointsInto(
      scan.ranges,
      { ...scan, timeIncrement: 0, minRange: 0.1, maxRange: 20 },
      { speed: 0, yawRate: 0 },
      points,
    );
    slam.addScan(scan.stamp, points, scan.pose);
  }
  for (const { x, y, heading } of slam.trajectory())
    if (!Number.isFinite(x + y + heading)) throw new Error(`a pose of ${x}, ${y}, ${heading}`);
}

export const fuzzer: Fuzzer = {
  name: 'carmen-logs',
  async run(seed, index) {
    const draws = drawsOf('carmen-logs', seed, index);
    const log = damagedText(draws, WHOLE);
    const relations = damagedText(draws, RELATIONS);
    await attempt(
      () => log,
      () => (index % MAPPED_EVERY === 0 ? mapAll(log) : readCarmenLog(log, 'damaged.log')),
    );
    await attempt(
      () => relations,
      () => readRelations(relations, 'damaged.relations'),
    );
  },
};
