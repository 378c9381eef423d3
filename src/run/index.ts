/** From a scenario to a result, at once or step by step. */
export { metricOf } from './result.ts';
export type { RunResult } from './result.ts';
export { repeatRun } from './repeat-run.ts';
export type { RepeatedRun } from './repeat-run.ts';
export { run } from './run.ts';
export type { RunObserver, RunSpec } from './run.ts';
export { Session } from './session.ts';
export type { LostPeriod, SessionOptions } from './session.ts';
export { version } from './version.ts';
