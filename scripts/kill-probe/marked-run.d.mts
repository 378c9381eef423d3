import type { ChildProcess } from 'node:child_process';

export interface Mark {
  readonly simulated: number;
  readonly wallMs: number;
  readonly processor: number;
}
/** All in seconds. */
export interface Loss {
  readonly simulated: number;
  readonly wall: number;
  readonly processor: number;
}
export function startMarkedRun(
  folder: string,
  clock: 'free' | 'paced',
): { readonly child: ChildProcess; readonly marks: string; readonly recording: string };
export function readMarks(file: string): Mark[];
export function lossOf(marks: readonly Mark[], reach: number, killMs: number): Loss;
