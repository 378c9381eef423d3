/**
 * A rosbridge server as a link: a block on it is whoever connects. Its inputs are topics that the server publishes, its outputs what clients publish.
 *
 * Headers are in simulated time, and so is the time that the node rosapi tells, so that clients can find out how old a message is (`stamps: rosapi` of a link to here).
 * What a client publishes was true when it came.
 */
import type { LinkContext } from '../../core/link.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { setTime } from '../../msgs/time.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import type { Arrival, LinkPublisher, RosbridgeLink } from '../../rosbridge/rosbridge-link.ts';
import type { RosbridgeServer } from './rosbridge-server.ts';
import { openRosbridgeServer } from './rosbridge-server.ts';

export interface ServerLinkParams {
  readonly port: number;
  readonly host: string;
  readonly dialect: Dialect;
}

export async function openServerLink(params: ServerLinkParams, context: LinkContext): Promise<RosbridgeLink> {
  const { name, nowNs, log } = context;
  const now = () => {
    const time = { sec: 0, nanosec: 0 };
    setTime(time, nowNs());
    return time;
  };
  const server = await openRosbridgeServer({ ...params, now, option: `links.${name}` });
  log(`links.${name}: ${server.url}`);
  return new ServerLink(server, nowNs);
}

class ServerLink implements RosbridgeLink {
  readonly unsent = 0;
  readonly unreadable = 0;

  constructor(
    private readonly server: RosbridgeServer,
    private readonly nowNs: () => number,
  ) {}

  get isConnected(): boolean {
    return this.server.clientCount > 0;
  }

  advertise(topic: string, type: MessageType): LinkPublisher {
    const publisher = this.server.advertise(topic, type);
    return {
      publish: (message) => {
        publisher.publish(message);
        return true;
      },
      close: () => publisher.close(),
    };
  }

  subscribe(
    topic: string,
    type: MessageType,
    _wishes: unknown,
    listener: (message: unknown, arrival: Arrival) => void,
  ): () => void {
    return this.server.onMessage(topic, type, (message) => {
      const arrivalNs = this.nowNs();
      listener(message, { arrivalNs, truthNs: arrivalNs, boundNs: 0 });
    });
  }

  callService(service: string, args: unknown, timeoutMs: number): Promise<unknown> {
    return this.server.callService(service, args, timeoutMs);
  }

  close(): Promise<void> {
    return this.server.close('the run is over');
  }
}
