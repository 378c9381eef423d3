/** The options of `skidpad run` that let clients of rosbridge watch. */
import type { Command } from 'commander';
import { InputError, quote } from '../core/input-error.ts';

export interface RosbridgeOptions {
  readonly rosbridge?: string;
  readonly rosbridgeHost?: string;
  readonly rosbridgeOrigin?: readonly string[];
  readonly rosbridgeDialect?: string;
}

export interface RosbridgeSettings {
  readonly port: number;
  readonly host: string;
  readonly origins: readonly string[];
  readonly dialect: 'ros1' | 'ros2';
}

const DEFAULT_HOST = '127.0.0.1';

const collect = (value: string, previous: string[]) => [...previous, value];

export const withRosbridgeOptions = (command: Command): Command =>
  command
    .option(
      '--rosbridge <port>',
      'show the topics live to clients of rosbridge v2, such as roslib (0: any free port); the clock is paced unless --clock says otherwise',
    )
    .option(
      '--rosbridge-host <host>',
      `address to listen on (default: ${DEFAULT_HOST}); any that other machines reach needs the token that is printed`,
    )
    .option(
      '--rosbridge-origin <origin>',
      'let web pages of this origin connect, such as https://example.org (repeatable)',
      collect,
      [],
    )
    .option('--rosbridge-dialect <dialect>', 'how times, headers and types are written: ros1 or ros2 (default: ros2)');

/** Undefined: nothing listens. */
export function rosbridgeSettings(options: RosbridgeOptions): RosbridgeSettings | undefined {
  const { rosbridge, rosbridgeHost, rosbridgeOrigin = [], rosbridgeDialect } = options;
  if (rosbridge === undefined) {
    const orphan =
      (rosbridgeHost !== undefined && '--rosbridge-host') ||
      (rosbridgeDialect !== undefined && '--rosbridge-dialect') ||
      (rosbridgeOrigin.length > 0 && '--rosbridge-origin');
    if (orphan) throw new InputError(orphan, 'has no meaning without --rosbridge');
    return undefined;
  }
  return {
    port: portOf(rosbridge),
    host: rosbridgeHost ?? DEFAULT_HOST,
    origins: rosbridgeOrigin.map(originOf),
    dialect: dialectOf(rosbridgeDialect ?? 'ros2'),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new InputError('--rosbridge', `expected a port from 0 to 65535, got ${quote(text)}`);
  return port;
}

function originOf(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin === 'null')
    throw new InputError('--rosbridge-origin', `expected an origin such as https://example.org, got ${quote(text)}`);
  return new URL(text).origin;
}

function dialectOf(text: string): 'ros1' | 'ros2' {
  if (text === 'ros1' || text === 'ros2') return text;
  throw new InputError('--rosbridge-dialect', `expected ros1 or ros2, got ${quote(text)}`);
}
