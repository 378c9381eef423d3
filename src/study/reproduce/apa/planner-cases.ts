/** Our own parking cases of the kinds that TPCAP has, planned and checked by code that the planner does not share. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../node/package-files.ts';
import { plan } from '../../../planning/plan.ts';
import { readCaseFile } from '../../parking/case-file.ts';
import { checkPath } from '../../parking/path-check.ts';

export interface PlannedCase {
  readonly name: string;
  readonly title: string;
  /** Of the manoeuvre [s], [m]; NaN where none was found. */
  readonly duration: number;
  readonly length: number;
  readonly gearChanges: number;
  /** By the independent check [m]. */
  readonly clearance: number;
  /** Why it is no solution; empty where it is one. */
  readonly faults: readonly string[];
}

/** Solutions of one public repository that pass an independent check of collisions, by TPCAP's numbers [s]; its solutions of cases 4 and 5 collide. */
export const PUBLISHED_DURATIONS: Readonly<Record<number, number>> = {
  1: 10.82,
  2: 14.37,
  3: 14.22,
  6: 14.34,
  9: 37.73,
};

/** All of them, or the first few. */
export function planCases(most: number): PlannedCase[] {
  const folder = packageFile('cases/parking');
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files
    .sort()
    .slice(0, most)
    .map((file) => planCase(join(folder, file), file.replace('.yaml', '')));
}

function planCase(path: string, name: string): PlannedCase {
  const { title, problem } = readCaseFile(readFileSync(path, 'utf8'), path);
  const answer = plan(problem);
  if ('failure' in answer) {
    const nothing = { duration: NaN, length: NaN, gearChanges: NaN, clearance: NaN };
    return { name, title, ...nothing, faults: [answer.failure] };
  }
  const { duration, length, gearChanges } = answer.path;
  const { clearance, faults } = checkPath(problem, answer.path);
  return { name, title, duration, length, gearChanges, clearance, faults };
}
