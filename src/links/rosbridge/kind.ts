/** A robot, or any other graph of ROS, behind rosbridge. */
import type { LinkKind } from '../../core/link.ts';
import { choice, param, text } from '../../core/schema.ts';
import { dialects } from '../../rosbridge/dialect.ts';
import { stampModes } from '../../rosbridge/peer-time.ts';

const params = {
  url: text('ws://127.0.0.1:9090', 'where its rosbridge server listens'),
  dialect: choice('ros2', dialects, 'how types, times and headers are written to it; both are understood'),
  frames: choice(
    'ros',
    ['ros', 'unity'],
    'its axes: x forward, y left, z up, or those of Unity (X right, Y up, Z forward), from and to which positions, orientations and velocities are turned',
  ),
  stamps: choice(
    'arrival',
    stampModes,
    'when a message with a header was true: at its arrival; at its stamp, by a clock that this machine shares, or that the node rosapi tells; or its stamp is simulated time',
  ),
  connectTime: param(10, 's', 'how long the first connection may take', { min: 0.1, max: 600 }),
};

export const rosbridgeKind = {
  kind: 'rosbridge',
  carries: 'ros',
  doc: 'topics and services of a robot behind rosbridge (ROS 1 or ROS 2)',
  params,
  check: ({ url }): readonly [string, string] | undefined =>
    URL.canParse(url) && /^wss?:$/.test(new URL(url).protocol)
      ? undefined
      : ['url', `expected an address such as ws://127.0.0.1:9090, got ${JSON.stringify(url)}`],
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
