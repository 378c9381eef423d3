/** The published bench: where its 83 ms go, by the declared stages of scenarios/apa/paper.yaml, and how it parks. */
import { nodeCatalog } from '../../../node/catalog.ts';
import { nodeFiles } from '../../../node/files.ts';
import { loadModule } from '../../../node/modules.ts';
import { packageFile } from '../../../node/package-files.ts';
import type { BudgetHop, BudgetPath } from '../../../scenario/latency-budget.ts';
import { latencyBudget, timedBlocks } from '../../../scenario/latency-budget.ts';
import { loadScenario } from '../../../scenario/load.ts';
import type { JobResult } from '../../engine/job.ts';

export const PAPER_SCENARIO = 'scenarios/apa/paper.yaml';

/** Where the host of the cameras stamps their pictures. */
const STAMPING = ['front', 'left', 'rear', 'right'];

/** From a picture to the car, by the stamps that come back over CAN and the clock of the host [s]; NaN where none came. */
export interface MeasuredLatency {
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** The largest error that synchronisation leaves to the host's clock. */
  readonly clockError: number;
}

/** Metrics of the scenario. */
export const measuredLatency = ({ metrics }: Pick<JobResult, 'metrics'>): MeasuredLatency => ({
  least: metrics.least ?? NaN,
  median: metrics.latency ?? NaN,
  most: metrics.most ?? NaN,
  clockError: metrics.hostClock ?? NaN,
});

export interface PaperBench {
  readonly path: BudgetPath;
  /** While pictures are stamped and transported [s]; what is left of the path is the two computers'. */
  readonly transport: number;
}

/** The way of a picture into a command. */
export async function paperBench(): Promise<PaperBench | undefined> {
  const scenario = await loadScenario(nodeFiles, packageFile(PAPER_SCENARIO), {
    catalog: nodeCatalog,
    modules: loadModule,
  });
  const budgets = latencyBudget(timedBlocks(scenario), scenario.tickNs / 1e9);
  const paths = budgets.flatMap((budget) => budget.paths);
  // what the networks find reaches the map by two ways of the same length, of which the chain with fewer blocks is followed
  const isOfPictures = ({ origin, blocks }: BudgetPath) =>
    origin === 'car' && blocks.some((block) => block.endsWith('_camera')) && blocks.includes('things');
  const path = paths.find(isOfPictures);
  if (path === undefined) return undefined;
  const isTransport = ({ kind, block }: BudgetHop) => STAMPING.includes(block) || (kind === 'wire' && block === 'view');
  const transport = path.hops.filter(isTransport).reduce((sum, { min }) => sum + min, 0);
  return { path, transport };
}
