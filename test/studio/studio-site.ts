/** The built studio on loopback and a real browser that looks at it. */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { expect } from 'vitest';
import { serveSite } from '../../src/serve/static-site.ts';
import { findBrowser } from '../support/browsers.ts';
import { projectRoot } from '../support/scenario-files.ts';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** For what never comes: how soon something comes is no matter here. */
const PATIENCE_MS = 300_000;

/** The scene as a map: without a graphics card three dimensions take all of a processor. */
const FLAT = '?webgl=off';

export interface StudioSite {
  readonly url: string;
  readonly browser: Browser;
  /** A page of its own, with nothing remembered and a flat scene unless `query` says otherwise. What goes wrong in it is in `problems`. */
  open(hash?: string, options?: BrowserContextOptions & { query?: string }): Promise<StudioPage>;
  close(): Promise<void>;
}

export interface StudioPage extends Page {
  readonly problems: string[];
}

export const chromiumProgram = findBrowser('chromium');

export async function openStudioSite(): Promise<StudioSite> {
  const { server, port } = await serveSite({ folder: join(projectRoot, 'dist/studio'), host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({
    executablePath: chromiumProgram!,
    args: CHROMIUM_FLAGS,
    timeout: PATIENCE_MS,
  });
  const url = `http://127.0.0.1:${port}/`;
  return {
    url,
    browser,
    async open(hash = '', { query = FLAT, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        // SwiftShader warns of its own slowness
        if (
          message.type() === 'error' ||
          (message.type() === 'warning' && !/GPU stall|WebGL|swiftshader/i.test(message.text()))
        )
          problems.push(message.text());
      });
      await page.goto(`${url}${query}${hash}`);
      return Object.assign(page, { problems });
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The studio with a scenario, standing still at the start. */
export const standing = (path: string, extra = ''): string => `#scenario=${path}&t=0${extra}`;

/** What is on the page comes to be so, and stays so: a look may come late. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: PATIENCE_MS, interval: 100 });
