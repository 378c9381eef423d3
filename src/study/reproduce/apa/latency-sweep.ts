/**
 * Positioning against latency: a delay between the tracker's commands and the car, with the published law (at 1.5 m/s as published, and at 0.4 m/s),
 * with the corrected one that does not know of it, and with the corrected one that makes up for it. In the lot of the paper, with true perception; nothing is corrected after the first try, so that the law alone decides.
 */
import type { Job, JobResult } from '../../engine/job.ts';
import { shippedJob, shippedWorld } from '../study-runs.ts';
import { parkedRun, PARKING_METRICS, placed } from './parking-trial.ts';
import { crossing, positionError } from './outcomes.ts';

export const SWEPT_LAWS = ['published', 'slow', 'unaware', 'predicting'] as const;
export type SweptLaw = (typeof SWEPT_LAWS)[number];
/** Published: positioning error below this, and the end-to-end latency [m, s]. */
export const PAPER_ERROR = 0.05;
export const PAPER_LATENCY = 0.083;

/** Where the car starts, beside the middle of the aisle [m]; the worst of them counts. */
const STARTS = [-0.3, 0.3];
/** [m/s] */
const SLOW = 0.4;
/** A law that comes to no end is given this long [s]. */
const LONGEST = 90;
/** The published law ends where its tracker says that it has arrived, wherever that is: the function would not call it parked. */
const ARRIVED = { of: 'tracker.status.phase', min: 5, max: 5 };

export interface LatencySweep {
  readonly latencies: readonly number[];
  /** Final position errors by law and latency [m], and least clearances. */
  readonly errors: Readonly<Record<SweptLaw, readonly number[]>>;
  readonly clearances: Readonly<Record<SweptLaw, readonly number[]>>;
}

export async function latencyJobs(latencies: readonly number[]): Promise<Job[]> {
  const { lots } = (await shippedWorld('scenarios/apa/paper.yaml')) as unknown as { lots: readonly unknown[] };
  return SWEPT_LAWS.flatMap((law) =>
    latencies.flatMap((latency) => STARTS.map((beside) => latencyJob(lots, law, latency, beside))),
  );
}

function latencyJob(lots: readonly unknown[], law: SweptLaw, latency: number, beside: number): Job {
  const start = { x: beside, y: 2, yaw: Math.PI / 2 };
  const place = placed({ lots, start, slot: 5, goal: { x: 6, y: 14.4 }, nose: 'out' }) as {
    world: object;
    blocks: Record<string, { params: object }>;
  };
  const { car, parking } = place.blocks;
  const isPublished = law === 'published' || law === 'slow';
  const gains = isPublished
    ? { law: 'published', ...(law === 'slow' && { maxSpeed: SLOW }) }
    : { latency: law === 'predicting' ? latency : 0 };
  return shippedJob('scenarios/apa/planning.yaml', {
    ...place,
    ...PARKING_METRICS,
    duration: LONGEST,
    ...(isPublished && { until: ARRIVED }),
    blocks: {
      ...place.blocks,
      car: { ...car, inputs: { control: { from: 'tracker.control', delay: latency } } },
      parking: { params: { ...parking.params, corrections: 0, patience: LONGEST } },
      tracker: { params: gains },
    },
  } as never);
}

/** Of the results in the order of the jobs. */
export function latencySweep(latencies: readonly number[], results: readonly JobResult[]): LatencySweep {
  const runs = results.map(parkedRun);
  const byLaw = <T>(value: (law: SweptLaw) => T) =>
    Object.fromEntries(SWEPT_LAWS.map((law) => [law, value(law)])) as Record<SweptLaw, T>;
  const at = (law: SweptLaw, i: number) =>
    runs.slice((SWEPT_LAWS.indexOf(law) * latencies.length + i) * STARTS.length).slice(0, STARTS.length);
  return {
    latencies,
    errors: byLaw((law) => latencies.map((_, i) => Math.max(...at(law, i).map(positionError)))),
    clearances: byLaw((law) => latencies.map((_, i) => Math.min(...at(law, i).map(({ clearance }) => clearance)))),
  };
}

/** Latency up to which the error stays within the paper's [s]; NaN where it always does. */
export const limitOf = ({ latencies, errors }: LatencySweep, law: SweptLaw): number =>
  crossing(latencies, errors[law], PAPER_ERROR);
