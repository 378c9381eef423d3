/**
 * Logs of CARMEN, the robot navigation toolkit of Carnegie Mellon.
 *
 *   FLASER n r₁…rₙ  x y θ  odom_x odom_y odom_θ  ipc_time host logger_time                          half a turn, 180°/n apart
 *   ROBOTLASER1 type start fov resolution max accuracy remission n r₁…rₙ m e₁…e_m  x_L y_L θ_L  x y θ  tv rv safety… ipc_time host time
 *   ODOM x y θ tv rv acc ipc_time host logger_time;   ODOM x y θ time, as GMapping writes them
 *   TRUEPOS x y θ odom_x odom_y odom_θ ipc_time host logger_time
 *
 * Distances [m], angles [rad], times [s]. Other lines (PARAM, SYNC, VERTEX2, comments …) are passed over. A line that is cut or holds no
 * numbers is left out and counted: logs of real robots end in the middle of a line.
 */
import { InputError } from '../../core/input-error.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { relativePoseInto } from '../../math/pose2.ts';

interface LoggedScan {
  readonly stamp: number;
  readonly ranges: Float64Array;
  readonly angleMin: number;
  readonly angleIncrement: number;
  /** Ranges from here on mean that nothing was hit [m]. */
  readonly maxRange: number;
  /** Scanner in the robot's frame. */
  readonly mount: Pose2;
  /** The robot's pose in the log: odometry, or what somebody's mapper made of it. */
  readonly pose: Pose2;
}

export interface LoggedPose extends Pose2 {
  readonly stamp: number;
}

export interface CarmenLog {
  readonly scans: LoggedScan[];
  readonly odometry: LoggedPose[];
  readonly truth: LoggedPose[];
  /** Lines that should hold data and do not. */
  readonly damaged: number;
  /** The first of them, from 1 on. */
  readonly firstDamaged: number;
}

/** More rays than any scanner has, and more scans than a log of this kind. */
const MOST_RAYS = 10_000;
const MOST_SCANS = 1_000_000;
/** SICK scanners report from here on where they see nothing. */
const NO_RETURN = 79;
const PI = 3.141592653589793;

export function readCarmenLog(text: string, name: string): CarmenLog {
  const scans: LoggedScan[] = [];
  const odometry: LoggedPose[] = [];
  const truth: LoggedPose[] = [];
  let damaged = 0;
  let firstDamaged = 0;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    line++;
    const kind = keyword(text, start);
    if (kind !== '') {
      const words = text.slice(start, end).trim().split(/\s+/);
      if (!readLine(kind, words, { scans, odometry, truth })) {
        damaged++;
        if (firstDamaged === 0) firstDamaged = line;
      }
    }
    if (scans.length > MOST_SCANS) throw new InputError(name, `holds more than ${MOST_SCANS} scans`);
    start = end + 1;
  }
  return { scans, odometry, truth, damaged, firstDamaged };
}

const KEYWORDS = ['FLASER ', 'ROBOTLASER1 ', 'ODOM ', 'TRUEPOS '];

const keyword = (text: string, at: number): string => KEYWORDS.find((word) => text.startsWith(word, at)) ?? '';

type Found = Pick<CarmenLog, 'scans' | 'odometry' | 'truth'>;

/** False where the line is damaged. */
function readLine(kind: string, words: readonly string[], found: Found): boolean {
  if (kind === 'ODOM ') return readPose(words, words.length <= 6 ? 4 : 7, found.odometry);
  if (kind === 'TRUEPOS ') return readPose(words, 7, found.truth);
  const scan = kind === 'FLASER ' ? readFlaser(words) : readRobotLaser(words);
  if (scan !== undefined) found.scans.push(scan);
  return scan !== undefined;
}

function readPose(words: readonly string[], stampAt: number, into: LoggedPose[]): boolean {
  const [x, y, heading] = numbers(words, 1, 3);
  const stamp = number(words[stampAt]);
  if (!areFinite(x, y, heading, stamp)) return false;
  into.push({ x, y, heading, stamp });
  return true;
}

/** A whole number of rays for which there are words. */
function rayCount(word: string | undefined, available: number): number {
  const count = number(word);
  return Number.isInteger(count) && count >= 1 && count <= MOST_RAYS && count <= available ? count : 0;
}

function readFlaser(words: readonly string[]): LoggedScan | undefined {
  const count = rayCount(words[1], words.length - 10);
  const ranges = rangesFrom(words, 2, count);
  if (ranges === undefined) return undefined;
  const [x, y, heading, odomX, odomY, odomHeading, stamp] = numbers(words, 2 + count, 7);
  if (!areFinite(x, y, heading, odomX, odomY, odomHeading, stamp)) return undefined;
  // n rays share half a turn, or are a degree's fraction apart where both ends are there
  const angleIncrement = PI / (count % 2 === 1 && count > 1 ? count - 1 : count);
  return {
    stamp,
    ranges,
    angleMin: -PI / 2,
    angleIncrement,
    maxRange: NO_RETURN,
    mount: mountOf({ x: odomX, y: odomY, heading: odomHeading }, { x, y, heading }),
    pose: { x: odomX, y: odomY, heading: odomHeading },
  };
}

function readRobotLaser(words: readonly string[]): LoggedScan | undefined {
  const [angleMin, , angleIncrement, limit] = numbers(words, 2, 4);
  const count = rayCount(words[8], words.length - 9);
  const ranges = rangesFrom(words, 9, count);
  const remissions = number(words[9 + count]);
  if (ranges === undefined || !(Number.isInteger(remissions) && remissions >= 0 && remissions <= MOST_RAYS))
    return undefined;
  const at = 10 + count + remissions;
  const [laserX, laserY, laserHeading, x, y, heading] = numbers(words, at, 6);
  const stamp = number(words[at + 11]);
  if (!areFinite(angleMin, angleIncrement, laserX, laserY, laserHeading, x, y, heading, stamp)) return undefined;
  if (!(Math.abs(angleIncrement) > 0 && Math.abs(angleIncrement * (count - 1)) <= 2 * PI + 0.1)) return undefined;
  return {
    stamp,
    ranges,
    angleMin,
    angleIncrement,
    maxRange: limit > 0 ? limit : NO_RETURN,
    mount: mountOf({ x, y, heading }, { x: laserX, y: laserY, heading: laserHeading }),
    pose: { x, y, heading },
  };
}

/** The scanner's pose seen from the robot's. */
function mountOf(robot: Pose2, laser: Pose2): Pose2 {
  const mount = { x: 0, y: 0, heading: 0 };
  relativePoseInto(robot, laser, mount);
  return mount;
}

function rangesFrom(words: readonly string[], first: number, count: number): Float64Array | undefined {
  if (count === 0) return undefined;
  const ranges = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    ranges[i] = number(words[first + i]);
    if (!Number.isFinite(ranges[i])) return undefined;
  }
  return ranges;
}

const number = (word: string | undefined): number => (word === undefined || word === '' ? NaN : Number(word));
const numbers = (words: readonly string[], first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => number(words[first + i]));
const areFinite = (...values: readonly number[]): boolean => values.every(Number.isFinite);
