/**
 * One run from a checked scenario to its outcome: builds the loop, attaches recorder and metrics, drives it under
 * its clock, and leaves a readable recording however it ends.
 */
import type { BuildOptions } from '../core/build.ts';
import { buildLoop } from '../core/build.ts';
import type { Clock } from '../core/clock.ts';
import { FreeClock } from '../core/clock.ts';
import { drive } from '../core/drive.ts';
import type { Loop } from '../core/loop.ts';
import type { Host } from '../core/host.ts';
import type { BlockSpec, Scenario } from '../core/scenario.ts';
import type { LatenessReport } from '../hosts/index.ts';
import { tuneEngine } from '../hosts/engine-tuning.ts';
import type { StepTimes } from '../hosts/timed-host.ts';
import { TimedHost } from '../hosts/timed-host.ts';
import { createExternalClock, createPacedClock } from '../hosts/index.ts';
import type { ExpectationResult, MetricResult } from '../record/metrics/metrics.ts';
import { LiveMetrics, judge } from '../record/metrics/metrics.ts';
import type { RunRecording } from './run-recording.ts';

export interface RunOutcome {
  readonly scenario: string;
  readonly seed: number;
  readonly ticks: number;
  /** Simulated time [s]. */
  readonly duration: number;
  /** Wall time of the loop alone [s]. */
  readonly wall: number;
  readonly realTimeFactor: number;
  readonly hash: string;
  readonly clock: string;
  readonly metrics: readonly MetricResult[];
  readonly expectations: readonly ExpectationResult[];
  readonly deadlineMisses: number;
  /** How late ticks started; paced runs only. */
  readonly lateness?: LatenessReport;
  /** Wall time of the steps of each block that is not a plant and runs in this thread. */
  readonly stepTimes: readonly StepTimes[];
  readonly interrupted: boolean;
}

export interface SessionOptions {
  readonly hosts: BuildOptions;
  readonly recording?: RunRecording;
  /** Called a few times a second with the share of the run that is done and the simulated time [s]. */
  progress?(share: number, now: number): void;
  /** Watches the loop before it starts. */
  attach?(loop: Loop): void;
  /** The first tick waits for this. */
  ready?(): Promise<void>;
  /** Called between batches of ticks. */
  between?(loop: Loop): void;
  /** Set by whoever handles signals: stop at the next opportunity. */
  readonly stop?: { requested: boolean };
}

export async function runSession(scenario: Scenario, options: SessionOptions): Promise<RunOutcome> {
  const { document, tickNs, ticks } = scenario;
  const { recording, stop } = options;
  if (expectedReleases(scenario) > LONG_RUN) tuneEngine();
  let loop: Loop | undefined;
  const clock = await openClock(scenario);
  try {
    const timed: TimedHost[] = [];
    loop = await buildLoop(scenario, { ...options.hosts, wrapHost: (spec, host) => withStopwatch(spec, host, timed) });
    const metrics = new LiveMetrics(document.metrics, loop.ports);
    recording?.attach(loop);
    options.attach?.(loop);
    await options.ready?.();

    const start = performance.now();
    await drive(loop, clock, ticks, { between: (running) => breathe(running, scenario, options) });
    const wall = (performance.now() - start) / 1000;

    const results = metrics.results();
    const outcome: RunOutcome = {
      scenario: document.name,
      seed: document.seed,
      ticks: loop.tick,
      duration: (loop.tick * tickNs) / 1e9,
      wall,
      realTimeFactor: (loop.tick * tickNs) / 1e9 / wall,
      hash: loop.hash(),
      clock: document.clock.kind === 'paced' ? `paced × ${document.clock.speed}` : document.clock.kind,
      metrics: results,
      expectations: judge(document.expect, results),
      deadlineMisses: loop.deadlineMisses,
      ...('report' in clock && { lateness: (clock as { report(): LatenessReport }).report() }),
      stepTimes: timed.map((host) => host.times(wall)),
      interrupted: stop?.requested === true && loop.tick < ticks && !loop.ended,
    };
    await recording?.finish(outcome);
    return outcome;
  } catch (error) {
    await recording?.abandon();
    throw error;
  } finally {
    clock.close();
    await loop?.close();
  }
}

/** Plants step so often that the stopwatch would be felt. */
function withStopwatch({ name, definition }: BlockSpec, host: Host, timed: TimedHost[]): Host {
  if (definition.plant) return host;
  const watched = new TimedHost(name, host);
  timed.push(watched);
  return watched;
}

/** Releases from which on the time the engine takes to compile larger pieces is won back. */
const LONG_RUN = 300_000;

const expectedReleases = ({ blocks, ticks, tickNs }: Scenario): number =>
  blocks.reduce((sum, { period }) => sum + (ticks * tickNs * period.divisor) / period.ns, 0);

async function openClock({ document, tickNs }: Scenario): Promise<Clock> {
  const { kind, speed } = document.clock;
  if (kind === 'paced') return createPacedClock(tickNs, speed);
  if (kind === 'external') return createExternalClock(process.stdin, tickNs);
  return new FreeClock(() => performance.now() / 1000);
}

let lastBreath = 0;

/** Between batches: keep the file fresh, show progress, and let signals and writes through now and then. */
function breathe(loop: Loop, scenario: Scenario, options: SessionOptions): boolean | Promise<boolean> {
  const now = performance.now();
  options.recording?.keepFresh(now);
  options.between?.(loop);
  if (now - lastBreath < 50) return false;
  lastBreath = now;
  options.progress?.(loop.tick / scenario.ticks, loop.nowNs / 1e9);
  return new Promise((resolve) => setImmediate(() => resolve(options.stop?.requested === true)));
}
