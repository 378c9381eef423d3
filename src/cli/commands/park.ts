/** `skidpad park`: plans a parking manoeuvre from a file, checks it with code of its own, and draws it. */
import { encode } from 'fast-png';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { InputError, quote } from '../../core/input-error.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import type { PlannerName } from '../../planning/plan.ts';
import { plan } from '../../planning/plan.ts';
import type { PlannedPath } from '../../planning/problem.ts';
import type { ParkingCase } from '../../study/parking/case-file.ts';
import { readCaseFile } from '../../study/parking/case-file.ts';
import { drawingPicture } from '../../study/parking/drawing-picture.ts';
import { drawingSvg } from '../../study/parking/drawing-svg.ts';
import type { Drawing } from '../../study/parking/drawing.ts';
import { drawParking } from '../../study/parking/drawing.ts';
import type { PathCheck } from '../../study/parking/path-check.ts';
import { checkPath } from '../../study/parking/path-check.ts';
import { checkProblem } from '../../study/parking/problem-check.ts';
import { readTpcapCsv } from '../../study/parking/tpcap-csv.ts';
import { ExitCode } from '../exit-code.ts';
import { formatNumber, formatTable } from '../table.ts';

export interface ParkOptions {
  readonly planner?: string;
  readonly out?: string | readonly string[];
  readonly json?: boolean;
}

const PLANNERS: readonly PlannerName[] = ['auto', 'line-arc', 'reeds-shepp', 'hybrid'];

export function park(file: string, options: ParkOptions): void {
  const files = typeof options.out === 'string' ? [options.out] : (options.out ?? []);
  const unknown = files.find((name) => !Object.hasOwn(WRITERS, extname(name)));
  if (unknown !== undefined)
    throw new InputError(
      '--out',
      `expected a name that ends in ${Object.keys(WRITERS).join(', ')}, got ${quote(unknown)}`,
    );
  const planner = plannerOf(options.planner ?? 'auto');
  const { title, problem } = readParkingCase(file);
  const answer = plan(problem, { planner });
  const path = 'path' in answer ? answer.path : undefined;
  const check = path === undefined ? undefined : checkPath(problem, path);
  for (const name of files) WRITERS[extname(name)](name, { title, drawing: drawParking(problem, path), path });
  if (check === undefined || check.faults.length > 0) process.exitCode = ExitCode.failed;
  const failure = 'failure' in answer ? answer.failure : undefined;
  if (options.json) return console.log(JSON.stringify({ title, ...figures(path, check), failure, files }, null, 2));
  if (failure !== undefined) console.error(`skidpad: ${title}: ${failure}`);
  if (path !== undefined) console.log(formatTable([title, ''], rows(path, check!)));
  for (const fault of check?.faults ?? []) console.error(`skidpad: ${title}: ${fault}`);
  if (files.length > 0) console.log(`\n${files.join('\n')}`);
}

function plannerOf(name: string): PlannerName {
  const planner = PLANNERS.find((known) => known === name);
  if (planner === undefined)
    throw new InputError('--planner', `expected one of ${PLANNERS.join(', ')}, got ${quote(name)}`);
  return planner;
}

/** A case of ours, or one of TPCAP's by its ending. */
function readParkingCase(file: string): ParkingCase {
  const content = readFileSync(file, 'utf8');
  const name = basename(file, extname(file));
  const found = file.endsWith('.csv')
    ? { title: name, problem: readTpcapCsv(content, file) }
    : readCaseFile(content, file);
  checkProblem(found.problem, file);
  return { ...found, title: found.title === '' ? name : found.title };
}

interface Result {
  readonly title: string;
  readonly drawing: Drawing;
  readonly path?: PlannedPath;
}

const WRITERS: Record<string, (file: string, result: Result) => void> = {
  '.svg': (file, { title, drawing }) => writeWholeFile(file, drawingSvg(drawing, title)),
  '.png': (file, { drawing }) => writeWholeFile(file, encode({ ...drawingPicture(drawing), channels: 3, depth: 8 })),
  '.csv': (file, { path }) => writeWholeFile(file, pathCsv(path)),
};

/** One line for each point. */
const pathCsv = (path: PlannedPath | undefined): string =>
  ['x,y,yaw,curvature,speed', ...(path?.points ?? []).map((p) => [p.x, p.y, p.yaw, p.curvature, p.speed].join(','))]
    .join('\n')
    .concat('\n');

function figures(path: PlannedPath | undefined, check: PathCheck | undefined) {
  if (path === undefined || check === undefined) return {};
  const { points, length, gearChanges, duration } = path;
  const { faults, clearance, ...errors } = check;
  return {
    ...{ duration, length, gearChanges, points: points.length },
    clearance: Number.isFinite(clearance) ? clearance : null,
    ...errors,
    faults,
  };
}

function rows({ length, gearChanges, duration }: PlannedPath, check: PathCheck): string[][] {
  const metres = (value: number, digits: number) => `${formatNumber(Number(value.toFixed(digits)))} m`;
  return [
    ['duration', `${formatNumber(Number(duration.toFixed(2)))} s`],
    ['length', metres(length, 2)],
    ['changes of direction', String(gearChanges)],
    ['least clearance', Number.isFinite(check.clearance) ? metres(check.clearance, 3) : '—'],
    ['error at the goal', metres(check.goalError, 4)],
    ['check', check.faults.length === 0 ? 'passed' : 'failed'],
  ];
}
