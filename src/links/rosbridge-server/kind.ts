/** A rosbridge server of this run: the other side of a robot's link. What clients publish and subscribe to are the ports of blocks that hosts put here. */
import type { LinkKind } from '../../core/link.ts';
import { choice, integer, text } from '../../core/schema.ts';
import { dialects } from '../../rosbridge/dialect.ts';

const params = {
  port: integer(9090, '', 'where it listens; 0 for any free port', { min: 0, max: 65535 }),
  host: text('127.0.0.1', 'the address it listens on; others than loopback ask clients for a token'),
  dialect: choice('ros2', dialects, 'how types, times and headers are written to clients; both are understood'),
};

export const rosbridgeServerKind = {
  kind: 'rosbridge-server',
  carries: 'ros',
  doc: 'a rosbridge server, to which programs and pages connect as to a robot',
  params,
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
