/** What a run shows to clients of rosbridge: every output of every block. They can read it and change nothing. */
import type { RosTime } from '../../rosbridge/message-values.ts';
import { setTime } from '../../msgs/time.ts';
import type { ServedTopic } from '../topic-server.ts';
import type { RosbridgeServer, RosbridgeServerOptions } from './rosbridge-server.ts';
import { openRosbridgeServer } from './rosbridge-server.ts';

export interface RunBridgeOptions extends Omit<RosbridgeServerOptions, 'now' | 'clientTopics'> {
  /** Simulated time [ns]. */
  nowNs(): number;
}

/** Listens when it returns; an InputError says why it cannot. */
export const openRunBridge = ({ nowNs, ...options }: RunBridgeOptions): Promise<RosbridgeServer> =>
  openRosbridgeServer({ ...options, clientTopics: false, now: () => timeOf(nowNs()) });

/** Offers these topics from now on, under names that ROS allows. Of two that become one the first stays. */
export function bridgeTopics(server: RosbridgeServer, topics: readonly ServedTopic[]): void {
  const names = new Set<string>();
  for (const { topic, type, latest, follow } of topics) {
    const name = rosName(topic);
    if (names.has(name)) continue;
    names.add(name);
    server.follow(name, type, {
      latest() {
        const message = latest();
        return message && { message: message.message, time: timeOf(message.timeNs) };
      },
      follow: (publish) => follow((message, timeNs) => publish(message, timeOf(timeNs))),
    });
  }
}

/** Letters, digits and _ between slashes, none of which begins with a digit. */
const rosName = (topic: string): string =>
  `/${topic
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/\]/g, '').replace(/\W/g, '_').replace(/^\d/, '_$&'))
    .join('/')}`;

function timeOf(ns: number): RosTime {
  const time: RosTime = { sec: 0, nanosec: 0 };
  setTime(time, ns);
  return time;
}
