/** Shows a run while it runs: opens the server, says where, and keeps it informed. */
import type { Loop } from '../core/loop.ts';
import type { Scenario } from '../core/scenario.ts';
import type { TopicServer } from '../serve/index.ts';
import { openTopicServer, runParameters, runTopics } from '../serve/index.ts';
import type { ServeSettings } from './serve-options.ts';

/** How often a run that waits looks whether it was told to stop [ms]. */
const LOOK_MS = 50;

/** Nobody can watch a run that is over in a blink: where nobody chose a clock, it follows the wall clock. */
export function paceForViewers(scenario: Scenario, chosenClock: string | undefined): Scenario {
  const { document } = scenario;
  if (chosenClock !== undefined || document.clock.kind !== 'free') return scenario;
  return { ...scenario, document: { ...document, clock: { ...document.clock, kind: 'paced' } } };
}

export async function serveRun(
  scenario: Scenario,
  settings: ServeSettings,
  say: (line: string) => void,
): Promise<ServedRun> {
  const { name, seed, duration, clock } = scenario.document;
  const server = await openTopicServer({
    ...settings,
    name: `skidpad: ${name}`,
    metadata: { scenario: name, seed: String(seed), duration: String(duration), tickNs: String(scenario.tickNs) },
    parameters: runParameters(scenario),
    turnedAway: (origin) => say(`turned a page of ${origin} away; --serve-origin ${origin} would let it in`),
  });
  const pace = clock.kind === 'paced' ? `; paced × ${clock.speed}` : `; clock ${clock.kind}`;
  say(
    `serving ${server.url} (Foxglove WebSocket): open it in the studio or Foxglove${pace}${settings.wait ? ', starts with the first subscriber' : ''}`,
  );
  return new ServedRun(server, scenario, settings.wait);
}

export class ServedRun {
  private loop: Loop | undefined;

  constructor(
    private readonly server: TopicServer,
    private readonly scenario: Scenario,
    private readonly wait: boolean,
  ) {}

  attach(loop: Loop): void {
    this.loop = loop;
    this.server.advertise(runTopics(loop, this.scenario));
  }

  /** Resolves when the run may start. */
  async ready(stop: { readonly requested: boolean }): Promise<void> {
    if (!this.wait) return;
    let look: NodeJS.Timeout | undefined;
    const stopped = new Promise<void>((resolve) => (look = setInterval(() => stop.requested && resolve(), LOOK_MS)));
    await Promise.race([this.server.firstSubscriber(), stopped]);
    clearInterval(look);
  }

  between(loop: Loop): void {
    this.server.sendTime(loop.nowNs, performance.now());
  }

  /** Tells the last instant and goes. */
  async close(): Promise<void> {
    if (this.loop !== undefined) this.server.sendTime(this.loop.nowNs, Infinity);
    await this.server.close();
  }
}
