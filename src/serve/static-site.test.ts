import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFor, serveSite } from './static-site.ts';

describe('a static site', () => {
  const root = mkdtempSync(join(tmpdir(), 'skidpad-site-'));
  const folder = join(root, 'site');
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), `<p>${'hello '.repeat(500)}</p>`);
    writeFileSync(join(folder, 'assets', 'code-AbCd1234.js'), 'export {};');
    writeFileSync(join(folder, 'assets', 'simulation.worker-AbCd1234.js'), 'export {};');
    writeFileSync(join(root, 'secret.txt'), 'secret');
    mkdirSync(join(root, 'pages'));
    writeFileSync(join(root, 'pages', 'index.html'), 'pages');
    site = await serveSite({
      folder,
      host: '127.0.0.1',
      port: 0,
      others: { '/api/': join(root, 'pages') },
      connect: ['ws://robot:8765'],
    });
  });
  afterAll(() => {
    site.server.closeAllConnections();
    site.server.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** As a client that does not tidy up its path. */
  const get = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port: site.port, path, method, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(pieces).toString() }),
        );
      })
        .on('error', reject)
        .end();
    });

  it('gives files, compressed where the reader can', async () => {
    const whole = await get('/');
    expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(whole.body).toContain('hello');
    const fetched = await fetch(`http://127.0.0.1:${site.port}/index.html`, { headers: { 'accept-encoding': 'br' } });
    expect(fetched.headers.get('content-encoding')).toBe('br');
    expect(await fetched.text()).toBe(whole.body);
    expect((await get('/assets/code-AbCd1234.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/', 'HEAD')).body).toBe('');
  });

  it('lets the page and its workers share memory: everything it sends asks for isolation', async () => {
    for (const path of ['/', '/assets/code-AbCd1234.js', '/assets/simulation.worker-AbCd1234.js'])
      expect((await get(path)).headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
      });
  });

  it('says what pages and their workers may load and reach', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:* ws://robot:8765",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    // what users write runs there, and has no network
    expect((await get('/assets/simulation.worker-AbCd1234.js')).headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'",
    );
    expect((await get('/api/')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each(['/../secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/%00', '/%zz', '/nothing', '/assets'])(
    'does not give %s',
    async (path) => {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(body).not.toContain('secret');
    },
  );

  it('gives another folder below a path of its own, and nothing outside it', async () => {
    expect((await get('/api/')).body).toBe('pages');
    expect((await get('/api/../secret.txt')).status).toBe(404);
    expect((await get('/api/nothing')).status).toBe(404);
  });

  it('is for reading only', async () => expect((await get('/', 'POST')).status).toBe(405));

  it('is not fooled by a folder whose name goes on', () => expect(fileFor('/../site-other/x', folder)).toBeUndefined());
});
