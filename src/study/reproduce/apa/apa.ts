/**
 * `skidpad reproduce apa`: automatic parking beside what is published: the bench of the paper and its latency, the table of E2E-Parking, planning cases of TPCAP's
 * kinds, slots of every kind and size, the detectors, random lots.
 */
import type { Tree } from '../../../core/tree.ts';
import type { Job } from '../../engine/job.ts';
import { runStudy, shippedJob, shippedWorld } from '../study-runs.ts';
import type { DetectorCard } from './detector-card.ts';
import { detectorCard, hasNetworks } from './detector-card.ts';
import { e2eTrials } from './e2e-runs.ts';
import type { LatencySweep } from './latency-sweep.ts';
import { latencyJobs, latencySweep } from './latency-sweep.ts';
import type { ParkedRun } from './outcomes.ts';
import type { MeasuredLatency, PaperBench } from './paper-bench.ts';
import { measuredLatency, PAPER_SCENARIO, paperBench } from './paper-bench.ts';
import type { ParkingTrial } from './parking-trial.ts';
import { parkedRun, PARKING_METRICS, trialJob } from './parking-trial.ts';
import type { PlannedCase } from './planner-cases.ts';
import { planCases } from './planner-cases.ts';
import { randomLots } from './random-lots.ts';
import type { SlotCell } from './slot-cells.ts';
import { cellTrial, slotCells } from './slot-cells.ts';

export interface StudySize {
  /** Between command and car [s]. */
  readonly latencies: readonly number[];
  /** Every nth run of E2E-Parking with true perception, and through cameras; 0 for none. */
  readonly e2eEvery: number;
  readonly cameraEvery: number;
  /** Whether the published bench is driven. */
  readonly paper: boolean;
  readonly cases: number;
  readonly extras: readonly number[];
  readonly aisles: readonly number[];
  readonly lots: number;
}

const upTo = (last: number, step: number): number[] =>
  Array.from({ length: Math.round(last / step) + 1 }, (_, i) => i * step);

export const FULL: StudySize = {
  latencies: [...upTo(0.3, 0.02), 0.083].sort((a, b) => a - b),
  e2eEvery: 1,
  cameraEvery: 1,
  paper: true,
  cases: Infinity,
  extras: [0.4, 0.6, 0.8, 1, 1.4],
  aisles: [3.5, 4, 4.5, 5, 6, 7],
  lots: 200,
};
export const QUICK: StudySize = {
  latencies: [0, 0.083, 0.2],
  e2eEvery: 24,
  cameraEvery: 0,
  paper: false,
  cases: 4,
  extras: [0.6],
  aisles: [5],
  lots: 6,
};

export interface Trials {
  readonly trials: readonly ParkingTrial[];
  readonly runs: readonly ParkedRun[];
}

export interface ApaStudy {
  readonly size: StudySize;
  readonly latency: LatencySweep;
  readonly bench?: PaperBench;
  readonly paperRun?: ParkedRun;
  readonly paperLatency?: MeasuredLatency;
  readonly e2e: Trials;
  /** Through cameras and networks, where they are there. */
  readonly e2eSeen: Trials;
  readonly e2eFisheye: Trials;
  readonly cases: readonly PlannedCase[];
  readonly cells: Trials & { readonly cells: readonly SlotCell[] };
  readonly detectors?: DetectorCard;
  readonly lots: Trials;
}

export async function studyApa(size: StudySize, isQuiet: boolean): Promise<ApaStudy> {
  const lot = await e2eLot();
  const isSeen = hasNetworks() && size.cameraEvery > 0;
  const cells = slotCells(size.extras, size.aisles);
  const groups = {
    // the longest first, so that no core is left with one at the end
    seen: isSeen ? e2eTrials(lot, size.cameraEvery, 'scenarios/apa/e2e-cameras.yaml') : [],
    fisheye: isSeen ? e2eTrials(lot, size.cameraEvery, 'scenarios/apa/e2e-fisheye.yaml') : [],
    cells: cells.map(cellTrial),
    e2e: e2eTrials(lot, size.e2eEvery),
    lots: randomLots(size.lots),
  };
  const results = new Map<Job, ParkedRun>();
  const jobs = Object.fromEntries(
    Object.entries(groups).map(([name, trials]) => [name, trials.map(trialJob)]),
  ) as Record<keyof typeof groups, Job[]>;
  const swept = await latencyJobs(size.latencies);
  const paper = hasNetworks() && size.paper ? [shippedJob(PAPER_SCENARIO, PARKING_METRICS)] : [];
  const all = [...paper, ...Object.values(jobs).flat(), ...swept];
  const outcomes = await runStudy('apa', all, isQuiet);
  all.forEach((job, i) => results.set(job, parkedRun(outcomes[i])));
  const group = (name: keyof typeof groups): Trials => ({
    trials: groups[name],
    runs: jobs[name].map((job) => results.get(job)!),
  });
  const bench = hasNetworks() ? await paperBench() : undefined;
  return {
    size,
    latency: latencySweep(size.latencies, outcomes.slice(all.length - swept.length)),
    ...(bench !== undefined && { bench }),
    ...(paper.length > 0 && { paperRun: results.get(paper[0])!, paperLatency: measuredLatency(outcomes[0]) }),
    e2e: group('e2e'),
    e2eSeen: group('seen'),
    e2eFisheye: group('fisheye'),
    cases: planCases(size.cases),
    cells: { cells, ...group('cells') },
    detectors: detectorCard(),
    lots: group('lots'),
  };
}

async function e2eLot(): Promise<Tree> {
  const { lots } = (await shippedWorld('scenarios/apa/e2e.yaml')) as unknown as { lots: readonly Tree[] };
  return lots[0];
}
