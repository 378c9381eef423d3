/**
 * One run from a scenario to its result: builds the loop, lets observers attach, drives it under its clock, and judges it.
 *
 *   const result = await run({ scenario: await loadScenario(nodeFiles, 'scenario.yaml') });
 *
 * Observers (a recording, a server, a progress line) watch and cannot change what happens. However a run ends, each of them is
 * told, so that a recording is readable.
 */
import type { Clock } from '../core/clock.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { RunResult } from './result.ts';
import { Session } from './session.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

export interface RunSpec {
  readonly scenario: Scenario;
  /** Ends here, if that is before the scenario does. */
  readonly ticks?: number;
  /** Takes the time of every step. */
  readonly timesSteps?: boolean;
  /** Threads that share the work, this one included; 1 when absent. They change how long a run takes, and nothing else. */
  readonly threads?: number;
  /** Ends the run at the next opportunity once it is aborted; an AbortSignal, for example. */
  readonly signal?: { readonly aborted: boolean };
  /** Lines of programs and links, for people. */
  log?(line: string): void;
}

export interface RunObserver {
  /** Before the first tick. */
  attach?(session: Session): void;
  /** The first tick waits for this. */
  ready?(): Promise<void>;
  /** Between batches of ticks; `nowMs` is wall time. */
  between?(session: Session, nowMs: number): void;
  /** A few times a second, after the event loop was served. */
  progress?(share: number, session: Session): void;
  finish?(result: RunResult): void | Promise<void>;
  /** Instead of `finish`, when the run broke. */
  abandon?(error: unknown): void | Promise<void>;
}

/** Wall time after which pipes, sockets and signals are served [ms]. */
const SERVE_MS = 50;

export async function run(spec: RunSpec, ...observers: readonly RunObserver[]): Promise<RunResult> {
  let session: Session | undefined;
  let clock: Clock | undefined;
  try {
    const { timesSteps = true, threads, log } = spec;
    session = await Session.open(limited(spec), { timesSteps, threads, log });
    clock = await openClock(session);
    for (const observer of observers) observer.attach?.(session);
    for (const observer of observers) await observer.ready?.();
    const start = performance.now();
    await drive(session, clock, spec, observers);
    const result = session.result((performance.now() - start) / 1000, clock);
    for (const observer of observers) await observer.finish?.(result);
    return result;
  } catch (error) {
    for (const observer of observers) await observer.abandon?.(error);
    throw error;
  } finally {
    clock?.close();
    await session?.close();
  }
}

const limited = ({ scenario, ticks }: RunSpec): Scenario =>
  ticks === undefined || ticks >= scenario.ticks ? scenario : { ...scenario, ticks };

const openClock = async ({ scenario: { clock, tickNs }, loop: { links } }: Session): Promise<Clock> =>
  clock.kind.open(clock.params, { tickNs, links, wallTime: () => performance.now() / 1000 });

/** Asks the clock how far it may go, runs that far, and lets others work in between. */
async function drive(
  session: Session,
  clock: Clock,
  { signal }: RunSpec,
  observers: readonly RunObserver[],
): Promise<void> {
  const { loop, scenario } = session;
  loop.realTime = clock.realTime;
  loop.wallTime = () => clock.wallTime();
  let servedMs = performance.now();
  while (!session.isOver && !clock.ended && !signal?.aborted) {
    const granted = clock.grant(loop.tick);
    const limit = Math.min(typeof granted === 'number' ? granted : await granted, scenario.ticks);
    while (loop.tick < limit && !loop.ended) {
      const wait = session.runTo(limit);
      if (wait !== undefined) await wait;
    }
    const nowMs = performance.now();
    for (const observer of observers) observer.between?.(session, nowMs);
    if (nowMs - servedMs < SERVE_MS) continue;
    await yieldToEventLoop();
    servedMs = performance.now();
    for (const observer of observers) observer.progress?.(loop.tick / scenario.ticks, session);
  }
}
