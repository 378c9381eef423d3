/** `skidpad slam`: a map and the way through it, from the scans of a recording or a CARMEN log. */
import { encode } from 'fast-png';
import { basename, extname, join } from 'node:path';
import { InputError, quote } from '../../core/input-error.ts';
import { wrapToPi } from '../../math/angle.ts';
import { toBase64 } from '../../math/base64.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { nodeFiles } from '../../node/files.ts';
import type { DirectoryKind } from '../../node/output-directory.ts';
import { OutputDirectory } from '../../node/output-directory.ts';
import type { AbsoluteErrors } from '../../slam/evaluation/absolute-error.ts';
import { absoluteErrors } from '../../slam/evaluation/absolute-error.ts';
import type { ErrorSummary, Relation, RelationErrors } from '../../slam/evaluation/relations.ts';
import { poseAt, readRelations, relationErrors } from '../../slam/evaluation/relations.ts';
import { mapPicture, mapServerYaml, mapSvg, trajectoryCsv, trajectoryTum, wholeMap } from '../../slam/map-files.ts';
import { createScanPoints, scanPointsInto } from '../../slam/mapping/scan-points.ts';
import type { SlamOptions } from '../../slam/slam-options.ts';
import { DEFAULT_SLAM_OPTIONS } from '../../slam/slam-options.ts';
import type { StampedPose } from '../../slam/slam.ts';
import { Slam } from '../../slam/slam.ts';
import { positiveOption } from '../number-option.ts';
import { ProgressLine } from '../progress-line.ts';
import type { SlamSource } from '../slam/log-source.ts';
import { openSlamSource } from '../slam/log-source.ts';
import { formatDuration, formatNumber, formatTable } from '../table.ts';

export interface SlamCommandOptions {
  readonly scan?: string;
  readonly odom?: string;
  /** A file, or false for `--no-odometry`. */
  readonly odometry?: string | boolean;
  readonly mount?: string;
  readonly relations?: string;
  readonly resolution?: string;
  readonly maxRange?: string;
  readonly submap?: string;
  readonly loops?: boolean;
  readonly published?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

interface Outcome {
  readonly slam: Slam;
  readonly trajectory: readonly StampedPose[];
  readonly relations?: RelationErrors;
  readonly truth?: AbsoluteErrors;
  /** Time in the log and processor time [s]. */
  readonly logged: number;
  readonly processor: number;
}

const slamDirectory: DirectoryKind = {
  name: 'map',
  has: (file) => FILES.includes(file),
};
const FILES = ['trajectory.csv', 'trajectory.tum', 'map.png', 'map.yaml', 'map.svg', 'errors.json'];

export async function slam(path: string, options: SlamCommandOptions): Promise<void> {
  const relationsFile = options.relations;
  const relations =
    relationsFile === undefined ? undefined : readRelations(await nodeFiles.text(relationsFile), relationsFile);
  const knobs = slamOptions(options);
  const maxRange = positiveOption('--max-range', options.maxRange, 20);
  const source = await openSlamSource(path, {
    scan: options.scan,
    odom: options.odom,
    odometry: typeof options.odometry === 'string' ? options.odometry : undefined,
    mount: mountOption(options.mount),
  });
  if (source.note !== undefined) console.error(`skidpad: ${source.note}`);
  const title = basename(path, extname(path));
  const usual = join('runs', `slam-${title}`);
  const directory = OutputDirectory.claim({ kind: slamDirectory, out: options.out, usual, force: options.force });
  try {
    const progress = new ProgressLine(title, duration(source), options.json !== true);
    const began = process.cpuUsage();
    const mapped = mapAll(options.odometry === false ? { ...source, odometry: [] } : source, knobs, maxRange, progress);
    const { user, system } = process.cpuUsage(began);
    const outcome = judge(mapped, source, relations, (user + system) / 1e6);
    directory.fill(filesOf(title, outcome, knobs.resolution));
    show(directory.path, title, outcome, options.json === true);
  } catch (error) {
    directory.discard();
    throw error;
  }
}

function judge(slam: Slam, source: SlamSource, relations: readonly Relation[] | undefined, processor: number): Outcome {
  const trajectory = slam.trajectory();
  const errors = relations && relationErrors(trajectory, relations);
  if (errors?.relations === 0)
    throw new InputError('--relations', 'none of its stamps is in the log; expected stamps of scans in seconds');
  const truth = source.truth.length > 0 ? absoluteErrors(trajectory, source.truth) : undefined;
  return { slam, trajectory, relations: errors, truth, logged: duration(source), processor };
}

/** Cells that a map may have [m]. */
const FINEST = 0.005;
const COARSEST = 1;

function slamOptions(options: SlamCommandOptions): Partial<SlamOptions> & { resolution: number } {
  const { submapKeyframes } = DEFAULT_SLAM_OPTIONS;
  const resolution = positiveOption('--resolution', options.resolution, DEFAULT_SLAM_OPTIONS.resolution);
  if (resolution < FINEST || resolution > COARSEST)
    throw new InputError('--resolution', `expected ${FINEST} to ${COARSEST} m, got ${resolution}`);
  return {
    resolution,
    submapKeyframes: Math.max(2, Math.round(positiveOption('--submap', options.submap, submapKeyframes))),
    closeLoops: options.loops !== false,
    published: options.published === true,
  };
}

/** `x,y,heading` [m, rad]. */
function mountOption(text: string | undefined): Pose2 {
  if (text === undefined) return { x: 0, y: 0, heading: 0 };
  const values = text.split(',').map((word) => (word.trim() === '' ? NaN : Number(word)));
  if (values.length !== 3 || !values.every(Number.isFinite))
    throw new InputError('--mount', `expected x,y,heading in metres and radians, got ${quote(text)}`);
  return { x: values[0], y: values[1], heading: values[2] };
}

const duration = ({ scans }: SlamSource): number => scans[scans.length - 1].stamp - scans[0].stamp;

/** What the scans make of the place, one after the other. */
function mapAll(
  { scans, odometry }: SlamSource,
  knobs: Partial<SlamOptions>,
  maxRange: number,
  progress: ProgressLine,
): Slam {
  const slam = new Slam(knobs);
  const points = createScanPoints(scans.reduce((most, { ranges }) => Math.max(most, ranges.length), 0));
  const at = { x: 0, y: 0, heading: 0 };
  const motion = { speed: 0, yawRate: 0 };
  for (const [i, scan] of scans.entries()) {
    motionBefore(odometry, scan.stamp, motion);
    scanPointsInto(scan.ranges, { ...scan, maxRange: Math.min(maxRange, scan.maxRange) }, motion, points);
    slam.addScan(scan.stamp, points, poseAt(odometry, scan.stamp, at) ? at : undefined);
    if (i % 50 === 0) progress.show(i / scans.length, scan.stamp - scans[0].stamp);
  }
  slam.finish();
  progress.clear();
  return slam;
}

/** Over which odometry is differentiated [s]. */
const SPAN = 0.1;
const earlier: Pose2 = { x: 0, y: 0, heading: 0 };
const later: Pose2 = { x: 0, y: 0, heading: 0 };

/** out ← speed and yaw rate just before a stamp; 0 where odometry does not tell. */
function motionBefore(odometry: SlamSource['odometry'], stamp: number, out: { speed: number; yawRate: number }): void {
  out.speed = 0;
  out.yawRate = 0;
  if (!poseAt(odometry, stamp - SPAN, earlier) || !poseAt(odometry, stamp, later)) return;
  const dx = later.x - earlier.x;
  const dy = later.y - earlier.y;
  out.speed = (dx * Math.cos(later.heading) + dy * Math.sin(later.heading)) / SPAN;
  out.yawRate = wrapToPi(later.heading - earlier.heading) / SPAN;
}

function filesOf(title: string, outcome: Outcome, resolution: number): [string, string | Uint8Array][] {
  const { slam, trajectory } = outcome;
  const grid = wholeMap(slam, resolution);
  const png = encode({ ...mapPicture(grid), channels: 1, depth: 8 });
  const path = { name: 'trajectory', colour: '#d02030', poses: trajectory };
  return [
    ['trajectory.csv', trajectoryCsv(trajectory)],
    ['trajectory.tum', trajectoryTum(trajectory)],
    ['map.png', png],
    ['map.yaml', mapServerYaml(grid, 'map.png')],
    ['map.svg', mapSvg(grid, toBase64(png), [path], title)],
    ['errors.json', `${JSON.stringify(figures(outcome), null, 2)}\n`],
  ];
}

const figures = ({ slam, trajectory, relations, truth, logged, processor }: Outcome) => ({
  scans: trajectory.length,
  keyframes: slam.keyframes.length,
  submaps: slam.submaps.length,
  loops: slam.loops,
  logged,
  processor,
  realTimeFactor: logged / processor,
  relations,
  truth,
});

function show(folder: string, title: string, outcome: Outcome, json: boolean): void {
  const found = figures(outcome);
  const files = FILES.map((name) => join(folder, name));
  if (json) return console.log(JSON.stringify({ ...found, files }, null, 2));
  const rows = [
    ['scans', String(found.scans)],
    ['keyframes', String(found.keyframes)],
    ['submaps', String(found.submaps)],
    ['loops', String(found.loops)],
    ['log', formatDuration(found.logged)],
    ['processor time', `${formatDuration(found.processor)}, ×${formatNumber(found.realTimeFactor)}`],
    ...(found.relations === undefined ? [] : relationRows(found.relations)),
    ...(found.truth === undefined ? [] : errorRows('truth', found.truth)),
  ];
  console.log(`${formatTable([title, ''], rows)}\n\n${files.join('\n')}`);
}

const relationRows = (errors: RelationErrors): string[][] => [
  ['relations', `${errors.relations}${errors.missing > 0 ? `, ${errors.missing} without a pose` : ''}`],
  ...errorRows('relations', errors),
];

const errorRows = (name: string, errors: { translation: ErrorSummary; rotation: ErrorSummary }): string[][] => [
  [`${name}: translation`, `${spread(errors.translation, 1)} m`],
  [`${name}: rotation`, `${spread(errors.rotation, 180 / Math.PI)}°`],
];

const spread = ({ mean, sigma, max }: ErrorSummary, factor: number): string =>
  `${(factor * mean).toFixed(4)} ± ${(factor * sigma).toFixed(4)}, at most ${(factor * max).toFixed(3)}`;
