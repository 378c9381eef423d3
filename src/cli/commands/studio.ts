/** `skidpad studio`: serves the studio to a browser on this machine. The simulator runs in the page; this only hands out files. */
import { onEndSignals } from '../end-signals.ts';
import { packageFile } from '../../node/package-files.ts';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { InputError, quote } from '../../core/input-error.ts';
import type { SiteOptions } from '../../serve/static-site.ts';
import { serveSite } from '../../serve/static-site.ts';

export interface StudioOptions {
  readonly port?: string;
  readonly host: string;
  readonly open: boolean;
  /** Addresses of runs elsewhere that the page may watch. */
  readonly connect: readonly string[];
}

const USUAL_PORT = 4400;

/** What `npm run docs` writes. */
const API_PAGES = packageFile('dist/api');

export async function studio({ port, host, open, connect }: StudioOptions): Promise<void> {
  const folder = packageFile('dist/studio');
  if (!existsSync(`${folder}/index.html`))
    throw new InputError('', 'the studio has not been built here; npm start builds and opens it');
  const { server, port: reached } = await start(
    { folder, host, others: { '/api/': API_PAGES }, connect: connect.map(runAddress) },
    port,
  );
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${reached}/`;
  console.log(`Skidpad Studio  ${url}`);
  if (existsSync(`${API_PAGES}/index.html`)) console.log(`API             ${url}api/`);
  console.log('Stop it with Ctrl+C.');
  if (open) openBrowser(url);
  const stop = () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  };
  onEndSignals(stop);
}

/** On the port that was asked for; where none was, on the usual one or, if that is taken, any. */
async function start(site: Omit<SiteOptions, 'port'>, asked: string | undefined) {
  const port = asked === undefined ? USUAL_PORT : Number(asked);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new InputError('--port', `expected a port from 0 to 65535, got ${quote(asked)}`);
  try {
    return await serveSite({ ...site, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && asked === undefined) return serveSite({ ...site, port: 0 });
    if (code === 'EADDRINUSE') throw new InputError('--port', `${port} is taken; choose another, or 0 for any`);
    throw new InputError('--host', `cannot listen on ${site.host}:${port}: ${(error as Error).message}`);
  }
}

/** `ws://robot:8765`, and nothing more: it becomes a part of the page's policy. */
function runAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^wss?:$/.test(url.protocol) || !/^[\w.-]+(:\d+)?$/.test(url.host))
    throw new InputError('--connect', `expected an address such as ws://robot:8765, got ${quote(text)}`);
  return `${url.protocol}//${url.host}`;
}

/** As the desktop does it; without one, the line that was printed has to do. */
function openBrowser(url: string): void {
  const hasDesktop =
    process.platform !== 'linux' || process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
  if (!hasDesktop || !process.stdout.isTTY) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
