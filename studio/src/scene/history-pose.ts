/** Where a vehicle was at an instant, from what the history kept: linear between samples, angles the shorter way round. */
import type { History, Series } from '../players/history.ts';
import type { DisplayPose } from './display-pose.ts';
import { mixAngle } from './display-pose.ts';

/** Names of the fields of a pose in a topic's history. */
export interface PoseFields {
  readonly x: string;
  readonly y: string;
  readonly yaw: string;
}

export const STATE_FIELDS: PoseFields = { x: 'x', y: 'y', yaw: 'yaw' };

/** The last sample at or before an instant; −1 when all are later. */
export function sampleBefore(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Writes the pose at an instant and says whether one is known; outside of what was kept, the nearest end. */
export function poseAt(
  history: History,
  topic: string,
  time: number,
  out: DisplayPose,
  fields: PoseFields = STATE_FIELDS,
): boolean {
  const x = history.series(topic, fields.x);
  const y = history.series(topic, fields.y);
  const yaw = history.series(topic, fields.yaw);
  const { length } = x.times;
  if (length === 0 || yaw.times.length !== length || y.times.length !== length) return false;
  const i = Math.max(0, sampleBefore(x.times, time));
  const j = Math.min(length - 1, i + 1);
  const span = x.times[j] - x.times[i];
  const share = span > 0 ? Math.max(0, Math.min(1, (time - x.times[i]) / span)) : 0;
  out.x = mix(x, i, j, share);
  out.y = mix(y, i, j, share);
  out.yaw = mixAngle(yaw.values[i], yaw.values[j], share);
  return true;
}

const mix = ({ values }: Series, i: number, j: number, share: number): number =>
  values[i] + share * (values[j] - values[i]);
