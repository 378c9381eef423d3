/** Where `skidpad slam` finds scans, odometry and truth: a recording, or a log of CARMEN. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';
import { LaserScan, Odometry, timeToNs, VehicleState } from '../../msgs/index.ts';
import { nodeFiles } from '../../node/files.ts';
import { RunFile } from '../../node/run-file.ts';
import { openRecordingFile } from '../../record/mcap/open-recording-file.ts';
import type { RecordedChannel, Recording } from '../../record/mcap/recording-reader.ts';
import type { LoggedPose } from '../../slam/logs/carmen-log.ts';
import { readCarmenLog } from '../../slam/logs/carmen-log.ts';

interface SourceScan {
  readonly stamp: number;
  readonly ranges: ArrayLike<number>;
  readonly angleMin: number;
  readonly angleIncrement: number;
  readonly timeIncrement: number;
  readonly minRange: number;
  readonly maxRange: number;
  readonly mount: Pose2;
}

export interface SlamSource {
  readonly scans: readonly SourceScan[];
  readonly odometry: readonly LoggedPose[];
  readonly truth: readonly LoggedPose[];
  /** What was left out, as a sentence. */
  readonly note?: string;
}

export interface SourceOptions {
  /** Names of signals or topics in a recording. */
  readonly scan?: string;
  readonly odom?: string;
  /** A CARMEN log whose ODOM lines are the odometry. */
  readonly odometry?: string;
  /** The scanner in the robot's frame, in a recording, which does not say. */
  readonly mount: Pose2;
}

/** Scans nearer than this are the robot itself [m]. */
const NEAREST = 0.1;

export async function openSlamSource(path: string, options: SourceOptions): Promise<SlamSource> {
  if (!existsSync(path)) throw new InputError(path, 'there is no such run, recording or log');
  const isFolder = statSync(path).isDirectory();
  const source = isFolder || /\.mcap$/i.test(path) ? recorded(path, isFolder, options) : await carmen(path);
  if (source.scans.length === 0)
    throw new InputError(path, `holds no scans, expected ${isFolder ? 'a LaserScan' : 'FLASER or ROBOTLASER1 lines'}`);
  if (options.odometry === undefined) return source;
  const { odometry } = readCarmenLog(await nodeFiles.text(options.odometry), options.odometry);
  if (odometry.length === 0) throw new InputError('--odometry', `${options.odometry} holds no ODOM lines`);
  return { ...source, odometry: byStamp(odometry) };
}

const byStamp = <T extends { readonly stamp: number }>(values: readonly T[]): T[] =>
  [...values].sort((a, b) => a.stamp - b.stamp);

async function carmen(path: string): Promise<SlamSource> {
  const log = readCarmenLog(await nodeFiles.text(path), path);
  const scans = byStamp(log.scans);
  // the pose beside a scan is odometry unless the log has lines of its own for it
  const poses = scans.map(({ stamp, pose }) => ({ stamp, ...pose }));
  const lines = log.damaged === 1 ? 'line is' : 'lines are';
  return {
    scans: scans.map((scan) => ({ ...scan, timeIncrement: 0, minRange: NEAREST })),
    odometry: log.odometry.length > 0 ? byStamp(log.odometry) : poses,
    truth: byStamp(log.truth),
    note:
      log.damaged === 0
        ? undefined
        : `${log.damaged} damaged ${lines} left out, the first in line ${log.firstDamaged} of ${path}`,
  };
}

const carries = (channel: RecordedChannel, type: { readonly name: string }): boolean =>
  channel.type?.name === type.name;

/** The channel that was asked for, else the first of its type. */
function channelOf(
  { channels }: Recording,
  type: { readonly name: string },
  wanted: string | undefined,
  option: string,
): RecordedChannel | undefined {
  const known = channels.filter((channel) => carries(channel, type));
  if (wanted === undefined) return known[0];
  const found = known.find(({ signal, topic }) => signal === wanted || topic === wanted);
  if (found !== undefined) return found;
  const names = known.map(({ signal }) => signal);
  throw new InputError(option, `there is no ${type.name} on ${quote(wanted)}${suggestion(wanted, names)}`);
}

function recorded(path: string, isFolder: boolean, options: SourceOptions): SlamSource {
  const file = isFolder ? join(path, RunFile.recording) : path;
  if (!existsSync(file)) throw new InputError(path, `holds no ${RunFile.recording}`);
  const recording = openRecordingFile(file);
  try {
    const scanChannel = channelOf(recording, LaserScan, options.scan, '--scan');
    const odomChannel = channelOf(recording, Odometry, options.odom, '--odom');
    return {
      scans: scanChannel === undefined ? [] : readScans(recording, scanChannel, options.mount),
      odometry: odomChannel === undefined ? [] : readOdometry(recording, odomChannel),
      truth: readTruth(recording),
      note: scanChannel?.thinned === true ? `only some of the scans of ${scanChannel.signal} were recorded` : undefined,
    };
  } finally {
    recording.close();
  }
}

function readScans(recording: Recording, channel: RecordedChannel, mount: Pose2): SourceScan[] {
  return Array.from(recording.messages({ channels: [channel] }), ({ data }) => {
    const scan = recording.decode(channel, data) as ReturnType<typeof LaserScan.create>;
    return {
      stamp: timeToNs(scan.header.stamp) / 1e9,
      ranges: scan.ranges,
      angleMin: scan.angle_min,
      angleIncrement: scan.angle_increment,
      timeIncrement: scan.time_increment,
      minRange: scan.range_min,
      maxRange: scan.range_max,
      mount,
    };
  });
}

function readOdometry(recording: Recording, channel: RecordedChannel): LoggedPose[] {
  const message = Odometry.create();
  return Array.from(recording.messages({ channels: [channel] }), ({ data }) => {
    recording.decode(channel, data, message);
    const { position, orientation } = message.pose.pose;
    const heading = yawFromQuaternion(orientation);
    return { stamp: timeToNs(message.header.stamp) / 1e9, x: position.x, y: position.y, heading };
  });
}

/** Where the first vehicle truly was. */
function readTruth(recording: Recording): LoggedPose[] {
  const channel = channelOf(recording, VehicleState, undefined, '');
  if (channel === undefined) return [];
  const state = VehicleState.create();
  return Array.from(recording.messages({ channels: [channel] }), ({ data }) => {
    recording.decode(channel, data, state);
    return { stamp: timeToNs(state.stamp) / 1e9, x: state.x, y: state.y, heading: state.yaw };
  });
}
