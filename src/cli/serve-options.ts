/** The options of `skidpad run` that let others watch. */
import type { Command } from 'commander';
import { InputError, quote } from '../core/input-error.ts';

export interface ServeOptions {
  /** A port; true where none was given. */
  readonly serve?: string | true;
  readonly serveHost?: string;
  readonly serveOrigin?: readonly string[];
  readonly serveWait?: boolean;
}

export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly origins: readonly string[];
  /** Whether the run waits for the first subscriber. */
  readonly wait: boolean;
}

const DEFAULT_PORT = 8765;
const DEFAULT_HOST = '127.0.0.1';

const collect = (value: string, previous: string[]) => [...previous, value];

export const withServeOptions = (command: Command): Command =>
  command
    .option(
      '--serve [port]',
      `show the topics live to Skidpad Studio, Foxglove or Lichtblick (default port: ${DEFAULT_PORT}; 0: any free one); the clock is paced unless --clock says otherwise`,
    )
    .option(
      '--serve-host <host>',
      `address to listen on (default: ${DEFAULT_HOST}); any that other machines reach needs the token that is printed`,
    )
    .option(
      '--serve-origin <origin>',
      'let web pages of this origin connect, such as https://example.org (repeatable)',
      collect,
      [],
    )
    .option('--serve-wait', 'start when the first viewer has subscribed');

/** `--serve scenario.yaml` is a scenario, not a port: the value is optional and people write it in either order. */
export function separateScenario<O extends ServeOptions>(
  file: string | undefined,
  options: O,
): { file: string | undefined; options: O } {
  const { serve } = options;
  if (file !== undefined || typeof serve !== 'string' || /^[-+\d.]*$/.test(serve)) return { file, options };
  return { file: serve, options: { ...options, serve: true } };
}

/** Undefined: nothing listens. */
export function serveSettings({ serve, serveHost, serveOrigin, serveWait }: ServeOptions): ServeSettings | undefined {
  if (serve === undefined) {
    const orphan =
      serveHost !== undefined
        ? '--serve-host'
        : serveWait
          ? '--serve-wait'
          : (serveOrigin ?? []).length > 0
            ? '--serve-origin'
            : undefined;
    if (orphan !== undefined) throw new InputError(orphan, 'has no meaning without --serve');
    return undefined;
  }
  return {
    port: serve === true ? DEFAULT_PORT : portOf(serve),
    host: serveHost ?? DEFAULT_HOST,
    origins: (serveOrigin ?? []).map(originOf),
    wait: serveWait === true,
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new InputError('--serve', `expected a port from 0 to 65535, got ${quote(text)}`);
  return port;
}

/** As browsers write it: scheme and host, no path. Desktop programs say `null` or `file://`. */
function originOf(text: string): string {
  if (text === 'null' || text === 'file://') return text;
  if (!URL.canParse(text) || new URL(text).origin === 'null')
    throw new InputError('--serve-origin', `expected an origin such as https://example.org, got ${quote(text)}`);
  return new URL(text).origin;
}
