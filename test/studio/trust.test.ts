/** What a link and a user's block can make the studio do: nothing that the person did not agree to. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../support/browsers.ts';
import type { Driven } from './driven-studio.ts';
import { driveStudio } from './driven-studio.ts';
import type { StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite } from './studio-site.ts';

/** A machine elsewhere that would answer anybody, and what it heard. */
async function foreignMachine() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url!);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' }).end('');
  });
  server.on('upgrade', (request, socket) => {
    heard.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard };
}

describe.skipIf(chromiumProgram === undefined)('a link to a run elsewhere', () => {
  let site: StudioSite;
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(() => site?.close());

  it('is asked about by its address, and connects only when the person agrees', async () => {
    const { port, heard } = await foreignMachine();
    const page = await site.open(`#connect=ws://127.0.0.1:${port}/`);
    await page.getByTestId('connect-question').waitFor();
    expect(await page.getByTestId('asked-address').innerText()).toBe(`ws://127.0.0.1:${port}/`);
    await page.getByTestId('decline-connection').click();
    // the page goes on with what it has of its own
    await page.getByTestId('gallery-search').waitFor();
    expect([await page.getByTestId('connect-question').count(), heard]).toEqual([0, []]);

    const other = await site.open(`#connect=ws://127.0.0.1:${port}/`);
    await other.getByTestId('allow-connection').click();
    await eventually(() => heard.length).toBeGreaterThan(0);
  });

  it('that names a module without bringing it runs none', async () => {
    const page = await site.open('#scenario=examples/blocks/own-controller.yaml&modules=eyJqcyI6InRocm93IDEifQ');
    await eventually(() => page.getByTestId('failure').innerText()).toMatch(/there is no file|open it in the editor/);
  });
});

const BROWSERS = (['chromium', 'firefox'] as const).filter((name) => findBrowser(name) !== undefined);

describe.each(BROWSERS)('the studio in %s', (browser) => {
  it('breaks none of its rules, and a block reaches neither network nor storage', async () => {
    const { port, heard } = await foreignMachine();
    const { violations, flows, tried }: Driven = await driveStudio(browser, `http://127.0.0.1:${port}`);
    expect(flows).toEqual(['opened', 'ran', 'edited', 'shared']);
    expect(violations.own).toEqual([]);
    expect(Object.entries(tried).filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
    expect(Object.keys(tried)).toEqual([
      ...['fetch', 'request', 'socket', 'events', 'import', 'importScripts', 'worker'],
      ...['indexedDB', 'caches', 'files'],
    ]);
    expect(heard).toEqual([]);
  });
});
