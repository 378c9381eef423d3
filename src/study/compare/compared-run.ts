/** The runs that are compared: recording, scenario, outcome and world of each. */
import { evaluateExpectations } from '../../record/metrics/metrics.ts';
import type { EarlierRun } from '../../node/open-run.ts';
import { openRun } from '../../node/open-run.ts';
import { RunFile } from '../../node/run-file.ts';
import { statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { InputError } from '../../core/input-error.ts';
import type { ExpectationResult, MetricResult } from '../../record/metrics/metrics.ts';
import { measure } from '../../record/metrics/metrics.ts';
import { recordedMetrics, recordedResult } from '../../record/recorded-result.ts';
import type { World, WorldDocument } from '../../world/index.ts';
import { worldOf } from '../../world/index.ts';

export interface ComparedRun extends EarlierRun {
  /** Name of the run directory, with as many of its parents as it takes to tell runs apart. */
  readonly label: string;
  readonly path: string;
  readonly metrics: readonly MetricResult[];
  readonly expectations: readonly ExpectationResult[];
  /** Simulated time that was recorded [s]. */
  readonly duration: number;
  readonly world: World | undefined;
}

/** Opens all of them, or none and throws an InputError. */
export async function openRuns(paths: readonly string[]): Promise<ComparedRun[]> {
  if (paths.length < 2)
    throw new InputError('', `expected at least two runs to compare, got ${paths.length === 0 ? 'none' : 'one'}`);
  const labels = runLabels(paths);
  const runs: ComparedRun[] = [];
  try {
    for (const [i, path] of paths.entries()) runs.push(described(await openRun(path), path, labels[i]));
  } catch (error) {
    closeRuns(runs);
    throw error;
  }
  return runs;
}

export const closeRuns = (runs: readonly ComparedRun[]): void => runs.forEach(({ recording }) => recording.close());

function described(run: EarlierRun, path: string, label: string): ComparedRun {
  const {
    recording,
    scenario: { document, tickNs },
  } = run;
  const result = recordedResult(recording);
  // as the run itself measured, or for one that never ended, what its recording tells
  const metrics = recordedMetrics(recording) ?? measure(document.metrics, recording);
  return {
    ...run,
    label,
    path,
    metrics,
    expectations: evaluateExpectations(document.expect, metrics),
    duration: result === undefined ? recording.lastTimeNs / 1e9 : (result.ticks * tickNs) / 1e9,
    world: document.world === undefined ? undefined : worldOf(document.world as WorldDocument),
  };
}

/** The last names of the paths, as few as make all of them different; the same run twice gets a number. */
export function runLabels(paths: readonly string[]): string[] {
  const parts = paths.map((path) => directoryOf(resolve(path)).split(sep));
  const deepest = Math.max(...parts.map(({ length }) => length));
  for (let depth = 1; depth <= deepest; depth++) {
    const labels = parts.map((names) => names.slice(-depth).join('/'));
    if (new Set(labels).size === labels.length) return labels;
  }
  return parts.map((names, i) => `${names.at(-1)} (${i + 1})`);
}

/** A recording stands for the directory it lies in. */
const directoryOf = (path: string): string => {
  const isRecording =
    basename(path) === RunFile.recording && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isRecording ? dirname(path) : path;
};
