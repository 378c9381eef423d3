/** Real browsers, headless: a page runs scenarios and posts their hashes back to a server on loopback. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './scenario-files.ts';

export type BrowserName = 'chromium' | 'firefox';

const PROGRAMS: Readonly<Record<BrowserName, readonly string[]>> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  firefox: ['firefox-esr', 'firefox'],
};

/** Path of the program, or undefined when the machine has none. */
export function findBrowser(name: BrowserName): string | undefined {
  for (const program of PROGRAMS[name]) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--remote-debugging-port=0',
];

export const browserArguments = (name: BrowserName, profile: string, url: string): string[] =>
  name === 'chromium'
    ? [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, url]
    : ['--headless', '--no-remote', '--profile', profile, url];

/** The hash of every scenario as the browser computes it. */
export async function hashesInBrowser(
  name: BrowserName,
  program: string,
  documents: Record<string, unknown>,
): Promise<Record<string, string>> {
  const profile = mkdtempSync(join(tmpdir(), `skidpad-${name}-`));
  const { server, url, results } = await serve(documents);
  const child = spawn(program, browserArguments(name, profile, url), {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, MOZ_HEADLESS: '1' },
  });
  const died = new Promise<never>((_resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code} before the page answered`)));
  });
  try {
    const answer = await Promise.race([results, died]);
    return Object.fromEntries(
      Object.entries(answer).map(([file, result]) => [file, result.hash ?? result.error ?? 'nothing']),
    );
  } finally {
    child.removeAllListeners();
    const ended = new Promise((resolve) => child.on('exit', resolve));
    try {
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    } catch {
      // it is gone already
    }
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 50 });
  }
}

/** What the page runs, as one file. */
async function bundledRunner(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/support/browser-runner.ts'],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2023',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

type Results = Record<string, { hash?: string; error?: string }>;

async function serve(
  documents: Record<string, unknown>,
): Promise<{ server: Server; url: string; results: Promise<Results> }> {
  const page =
    '<!doctype html><meta charset="utf-8"><title>Skidpad</title><script type="module" src="./runner.js"></script>';
  const files: Record<string, [type: string, body: string]> = {
    '/': ['text/html', page],
    '/runner.js': ['text/javascript', await bundledRunner()],
    '/scenarios.json': ['application/json', JSON.stringify(documents)],
  };
  let deliver: (results: Results) => void;
  const results = new Promise<Results>((resolve) => (deliver = resolve));
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    if (path === '/results' && request.method === 'POST') {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        response.end('ok');
        deliver(JSON.parse(body) as Results);
      });
      return;
    }
    const file = files[path];
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.[0] ?? 'text/plain' }).end(file?.[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, results };
}
