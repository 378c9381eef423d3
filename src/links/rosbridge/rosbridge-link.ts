/**
 * A client of a rosbridge server, shared by hosts. Topics that hosts read or write are subscribed and advertised whenever the connection comes back. Nothing
 * that the peer does stops a run: what cannot be read or sent is left out and counted, and a peer that has gone is tried again; how old the last
 * message may be is for the hosts' `maxAge` to say.
 */
import { defineLink } from '../../core/link.ts';
import { oneLine } from '../../core/one-line.ts';
import { rosbridgeKind } from './kind.ts';
import type { RosbridgePeer } from './rosbridge-peer.ts';

/** Lines about what a peer does wrong. */
const MOST_LINES = 20;

export const rosbridgeLink = defineLink({
  ...rosbridgeKind,
  async open({ url, dialect, frames, stamps, connectTime }, { name, nowNs, log }): Promise<RosbridgePeer> {
    let lines = 0;
    const say = (line: string) => {
      if (lines++ < MOST_LINES) log(`links.${name}: ${oneLine(line, 300)}`);
    };
    const { RosbridgePeer } = await import('./rosbridge-peer.ts');
    const peer = new RosbridgePeer({ url, dialect, frames, stamps, nowNs, log: say });
    await peer.open(connectTime);
    return peer;
  },
});
