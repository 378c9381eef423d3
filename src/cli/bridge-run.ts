/** Shows a run to clients of rosbridge while it runs. */
import type { RunObserver } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { runTopics } from '../serve/index.ts';
import type { RosbridgeServer } from '../serve/rosbridge/rosbridge-server.ts';
import { bridgeTopics, openRunBridge } from '../serve/rosbridge/run-bridge.ts';
import type { RosbridgeSettings } from './rosbridge-options.ts';

export async function bridgeRun(
  scenario: Scenario,
  settings: RosbridgeSettings,
  say: (line: string) => void,
): Promise<BridgedRun> {
  let session: Session | undefined;
  const server = await openRunBridge({
    ...settings,
    nowNs: () => session?.loop.nowNs ?? 0,
    rejected: (origin) => say(`rejected a page of origin ${origin}; --rosbridge-origin ${origin} would accept it`),
  });
  say(`serving ${server.url} (rosbridge v2, ${settings.dialect === 'ros1' ? 'ROS 1' : 'ROS 2'})`);
  return new BridgedRun(server, scenario, (attached) => (session = attached));
}

export class BridgedRun implements RunObserver {
  constructor(
    private readonly server: RosbridgeServer,
    private readonly scenario: Scenario,
    private readonly attached: (session: Session) => void,
  ) {}

  attach(session: Session): void {
    this.attached(session);
    bridgeTopics(this.server, runTopics(session.loop, this.scenario));
  }

  close(): Promise<void> {
    return this.server.close('the run has ended');
  }
}
