/**
 * The built studio in any browser, driven from inside: a script of the same site goes through what people do, lets a block try what it must not, and
 * posts what came of it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confiningHeaders } from '../../src/serve/content-policy.ts';
import { serveSite } from '../../src/serve/static-site.ts';
import type { BrowserName } from '../support/browsers.ts';
import { browserArguments, findBrowser } from '../support/browsers.ts';
import { projectRoot } from '../support/scenario-files.ts';

export interface Driven {
  /** What people do, as far as it went. */
  readonly flows: readonly string[];
  /** What the page's policy stopped: of ours while people did that, and of the block's. */
  readonly violations: { readonly own: readonly string[] };
  /** What the block tried, and whether it was refused. */
  readonly tried: Readonly<Record<string, string>>;
}

/** A block that tries to get out as soon as it is loaded, and then says what came of it. */
const escaping = (foreign: string): string => `
const tried = {};
const attempt = async (name, action) => {
  try { await action(); tried[name] = 'reached'; } catch { tried[name] = 'refused'; }
};
const event = (target, good) => new Promise((resolve, reject) => { target[good] = resolve; target.onerror = reject; });
await attempt('fetch', () => fetch('${foreign}/fetch'));
await attempt('request', () => { const r = new XMLHttpRequest(); r.open('GET', '${foreign}/request'); r.send(); return event(r, 'onload'); });
await attempt('socket', () => event(new WebSocket('${foreign.replace('http', 'ws')}/socket'), 'onopen'));
await attempt('events', () => event(new EventSource('${foreign}/events'), 'onopen'));
await attempt('import', () => import('${foreign}/import.js'));
await attempt('importScripts', () => importScripts('${foreign}/scripts.js'));
await attempt('worker', () => new Worker(URL.createObjectURL(new Blob(['']))));
await attempt('indexedDB', () => event(indexedDB.open('anything'), 'onsuccess'));
await attempt('caches', () => caches.open('anything'));
await attempt('files', () => navigator.storage.getDirectory());
throw new Error('tried ' + JSON.stringify(tried));
`;

const SCENARIO = 'name: escape\nduration: 1\nblocks: { mine: { type: ./mine.ts, rateHz: 10 } }\n';

const driver = (foreign: string): string => `
const own = [], flows = [];
const listener = (event) => own.push(event.effectiveDirective + ' ' + event.blockedURI);
document.addEventListener('securitypolicyviolation', listener);
const until = (look) => new Promise((resolve) => {
  const again = () => { const found = look(); found ? resolve(found) : setTimeout(again, 50); };
  again();
});
const shell = await until(() => window.skidpad);
await until(() => shell.player.value.topics.value.length > 0);
flows.push('opened');
shell.player.value.play();
await until(() => shell.player.value.status.value.time > 0.3);
shell.player.value.pause();
flows.push('ran');
shell.openPanel('editor');
await until(() => document.querySelector('[data-testid="code-editor"] .view-lines')?.innerText.includes('defineBlock'));
await until(() => document.querySelector('[data-testid="run-button"]')).then((button) => button.click());
await until(() => shell.request.value?.modules?.length > 0 && shell.player.value.status.value.time > 0.2);
flows.push('edited');
shell.dialog.value = 'share';
await until(() => document.querySelector('[data-testid="share-link"]')?.value.includes('#'));
shell.dialog.value = undefined;
flows.push('shared');
document.removeEventListener('securitypolicyviolation', listener);
const map = JSON.stringify({ version: 3, sources: [], names: [], mappings: '' });
const module = { file: './mine.ts', source: '', js: ${JSON.stringify(escaping(foreign))}, map };
const { what = 'no problem' } = (await shell.open({ text: ${JSON.stringify(SCENARIO)}, modules: [module] })) ?? {};
const said = /tried (\\{.*?\\})/.exec(what);
const tried = said === null ? { problem: what } : JSON.parse(said[1]);
await fetch('/results', { method: 'POST', body: JSON.stringify({ flows, violations: { own }, tried }) });
`;

export async function driveStudio(browser: BrowserName, foreign: string): Promise<Driven> {
  const profile = mkdtempSync(join(tmpdir(), `skidpad-${browser}-`));
  const { url, results, close } = await serveDriven(foreign);
  const child = spawn(findBrowser(browser)!, browserArguments(browser, profile, url), {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, MOZ_HEADLESS: '1' },
  });
  const died = new Promise<never>((_resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${browser} ended with ${code} before the page answered`)));
  });
  try {
    return await Promise.race([results, died]);
  } finally {
    child.removeAllListeners();
    const ended = new Promise((resolve) => child.on('exit', resolve));
    try {
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    } catch {
      // it is gone already
    }
    close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 50 });
  }
}

/** The site as it is served, with one more script in its page and a place to post results to. */
async function serveDriven(foreign: string) {
  const folder = join(projectRoot, 'dist/studio');
  const { server, port } = await serveSite({ folder, host: '127.0.0.1', port: 0 });
  const [asServed] = server.listeners('request') as RequestListener[];
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    '</body>',
    '<script type="module" src="./driver.js"></script></body>',
  );
  let deliver: (driven: Driven) => void;
  const results = new Promise<Driven>((resolve) => (deliver = resolve));
  const answer = (request: IncomingMessage, response: ServerResponse<IncomingMessage> & { req: IncomingMessage }) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (pathname === '/') {
      const headers = { ...confiningHeaders('index.html', { own: true }), 'Content-Type': 'text/html' };
      return void response.writeHead(200, headers).end(page);
    }
    if (pathname === '/driver.js')
      return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(driver(foreign));
    if (pathname !== '/results') return asServed(request, response);
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.end();
      deliver(JSON.parse(body) as Driven);
    });
  };
  server.removeAllListeners('request').on('request', answer);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/?webgl=off#scenario=scenarios/dynamics/bicycle.yaml`, results, close };
}
