/** A run of automatic parking in a lot of its own: as a job, and as a scenario file that replays it. */
import type { Tree } from '../../../core/tree.ts';
import { packageFile } from '../../../node/package-files.ts';
import type { Job, JobResult } from '../../engine/job.ts';
import { formatYaml } from '../../../scenario/yaml.ts';
import { shippedJob } from '../study-runs.ts';
import type { ParkedRun, SlotReach } from './outcomes.ts';

export interface ParkingTrial {
  /** For file names: letters, digits and hyphens. */
  readonly name: string;
  /** A shipped scenario, and what is different. */
  readonly scenario: string;
  readonly over: Tree;
  /** Of the slot that is meant. */
  readonly kind: 'perpendicular' | 'parallel' | 'angled';
  readonly reach: SlotReach;
}

export interface TrialPlace {
  readonly lots: readonly unknown[];
  /** Where base_link starts. */
  readonly start: { readonly x: number; readonly y: number; readonly yaw: number };
  /** Number and middle of the slot that is meant. */
  readonly slot: number;
  readonly goal: { readonly x: number; readonly y: number };
  /** Which way it shall stand; as it likes in parallel slots. */
  readonly nose: 'out' | 'in' | 'either';
}

/** What a place says to a scenario of automatic parking. */
export const placed = ({ lots, start, slot, goal, nose }: TrialPlace): Tree =>
  ({
    world: { lots },
    blocks: {
      car: { params: { ...start } },
      parking: { params: { choice: 'goal', goal: { ...goal }, ...(nose !== 'either' && { nose }) } },
      referee: { params: { slot, nose } },
    },
  }) as Tree;

/** The run is over when the function says that it has parked, or has given up. */
export const PARKING_METRICS: Tree = {
  until: { of: 'parking.status.phase', min: 4, max: 4 },
  metrics: {
    longitudinal: { of: 'referee.error.longitudinal', reduce: 'final' },
    lateral: { of: 'referee.error.lateral', reduce: 'final' },
    heading: { of: 'referee.error.heading', reduce: 'final' },
    clearance: { of: 'referee.error.clearance', reduce: 'min' },
    gearChanges: { of: 'referee.error.gear_changes', reduce: 'final' },
    forward: { of: 'car.state.vx', reduce: 'max' },
    backward: { of: 'car.state.vx', reduce: 'min' },
    phase: { of: 'parking.status.phase', reduce: 'final' },
    reason: { of: 'parking.status.reason', reduce: 'final' },
    plans: { of: 'parking.status.plans', reduce: 'final' },
  },
};

export const trialJob = ({ scenario, over }: ParkingTrial): Job =>
  shippedJob(scenario, { ...over, ...PARKING_METRICS });

const PARKED = 4;

export function parkedRun({ metrics, duration }: JobResult): ParkedRun {
  const metric = (name: string) => metrics[name] ?? NaN;
  return {
    longitudinal: metric('longitudinal'),
    lateral: metric('lateral'),
    heading: metric('heading'),
    clearance: metric('clearance'),
    gearChanges: metric('gearChanges'),
    isParked: metric('phase') === PARKED,
    time: duration,
    forward: Math.max(0, metric('forward')),
    backward: Math.max(0, -metric('backward')),
  };
}

/** The trial as a scenario file: it records, reports and judges as the shipped one does. */
export const trialFile = ({ name, scenario, over }: ParkingTrial): string =>
  formatYaml({ from: packageFile(scenario), name, ...over, until: PARKING_METRICS.until });
