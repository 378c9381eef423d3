/** Shows a run while it runs: opens the server, says where, and keeps it informed. */
import type { ClockSpec } from '../core/clock.ts';
import { kindDocument } from '../scenario/resolve-kinds.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { RunObserver } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import type { TopicServer } from '../serve/index.ts';
import { openTopicServer, runParameters, runTopics } from '../serve/index.ts';
import type { ServeSettings } from './serve-options.ts';

/** Nobody can watch a run that is over in a blink: where nobody chose a clock, it follows the wall clock. */
export function paceForViewers(scenario: Scenario, chosenClock: string | undefined): Scenario {
  const { document } = scenario;
  if (chosenClock !== undefined || document.clock.kind !== 'free') return scenario;
  const clock: ClockSpec = { kind: scenario.catalog.clocks.get('paced')!, params: { speed: 1 } };
  return { ...scenario, clock, document: { ...document, clock: kindDocument(clock) } };
}

export async function serveRun(
  scenario: Scenario,
  settings: ServeSettings,
  say: (line: string) => void,
): Promise<ServedRun> {
  const { name, seed, duration } = scenario.document;
  const server = await openTopicServer({
    ...settings,
    name: `skidpad: ${name}`,
    metadata: { scenario: name, seed: String(seed), duration: String(duration), tickNs: String(scenario.tickNs) },
    parameters: runParameters(scenario),
    rejected: (origin) => say(`rejected a page of origin ${origin}; --serve-origin ${origin} would accept it`),
  });
  const { kind, params } = scenario.clock;
  const pace = `; clock ${kind.label?.(params) ?? kind.kind}`;
  say(
    `serving ${server.url} (Foxglove WebSocket): open it in the studio or Foxglove${pace}${settings.wait ? ', starts with the first subscriber' : ''}`,
  );
  return new ServedRun(server, scenario, settings.wait);
}

export class ServedRun implements RunObserver {
  private session: Session | undefined;
  private signal: AbortSignal | undefined;

  constructor(
    private readonly server: TopicServer,
    private readonly scenario: Scenario,
    private readonly wait: boolean,
  ) {}

  attach(session: Session): void {
    this.session = session;
    this.server.advertise(runTopics(session.loop, this.scenario));
  }

  /** A run that waits for its first viewer ends when this is aborted. */
  stopWaitingOn(signal: AbortSignal): void {
    this.signal = signal;
  }

  /** Resolves when the run may start. */
  async ready(): Promise<void> {
    if (!this.wait) return;
    const { signal } = this;
    const aborted = new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      else signal?.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.server.firstSubscriber(), aborted]);
  }

  between({ loop }: Session, nowMs: number): void {
    this.server.sendTime(loop.nowNs, nowMs);
  }

  /** Tells the last instant and goes. */
  async close(): Promise<void> {
    if (this.session !== undefined) this.server.sendTime(this.session.loop.nowNs, Infinity);
    await this.server.close();
  }
}
