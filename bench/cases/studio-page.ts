/** The studio in a real browser: how soon it is there, how much is sent, how fast it runs, and what an hour leaves behind. */
import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { serveSite } from '../../src/serve/static-site.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--js-flags=--expose-gc',
];

export interface StudioFigures {
  /** From the request of the page to the first picture of a running scenario [ms]. */
  readonly opening: number;
  /** Sent until then, compressed [bytes]. */
  readonly sent: number;
  /** MonoSIM's lap in the page, as fast as possible, with a flat scene: simulated seconds per second. */
  readonly monosim: number;
  /** Heaps of page and worker after ten minutes and after an hour of simulated driving [bytes]. */
  readonly early: number;
  readonly late: number;
}

function browserProgram(): string | undefined {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const { stdout, status } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** Undefined where there is no browser. */
export async function studioFigures(): Promise<StudioFigures | undefined> {
  const program = browserProgram();
  if (program === undefined) return undefined;
  const { server, port } = await serveSite({ folder: 'dist/studio', host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({ executablePath: program, args: FLAGS });
  const url = `http://127.0.0.1:${port}/?webgl=off`;
  try {
    // the first visit lets the server compress its files
    let { page, opening, sent } = await visit(await browser.newPage(), `${url}#scenario=scenarios/monosim/mpc.yaml`);
    await page.close();
    ({ page, opening, sent } = await visit(
      await (await browser.newContext()).newPage(),
      `${url}#scenario=scenarios/monosim/mpc.yaml`,
    ));
    const monosim = await factor(page);
    await page.close();
    const heaps = await drive(await browser.newPage(), `${url}#scenario=scenarios/dynamics/bicycle.yaml&text=`);
    return { opening, sent, monosim, ...heaps };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function visit(page: Page, url: string): Promise<{ page: Page; opening: number; sent: number }> {
  let sent = 0;
  page.on(
    'response',
    (response) =>
      void response.headerValue('content-length').then(
        (length) => (sent += Number(length ?? 0)),
        () => undefined,
      ),
  );
  const start = performance.now();
  await page.goto(url);
  await page.waitForFunction('window.skidpad?.player.value.status.value.time > 0', undefined, {
    polling: 20,
    timeout: 60_000,
  });
  return { page, opening: performance.now() - start, sent };
}

/** The whole lap again, flat out. */
async function factor(page: Page): Promise<number> {
  return page.evaluate(`(async () => {
    const player = window.skidpad.player.value;
    player.pause();
    player.setSpeed(Infinity);
    const until = async (isTrue) => { while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20)); };
    await until(() => player.status.value.state === 'paused');
    const from = player.status.value.time;
    const start = performance.now();
    player.play();
    await until(() => player.status.value.state === 'ended');
    return (player.status.value.time - from) / ((performance.now() - start) / 1000);
  })()`);
}

/** An hour of driving, and what is held after ten minutes and at its end. */
async function drive(page: Page, url: string): Promise<{ early: number; late: number }> {
  await page.goto(url.replace('&text=', ''));
  await page.waitForFunction('window.skidpad?.player.value.status.value.time > 0', undefined, {
    polling: 20,
    timeout: 60_000,
  });
  const text = `name: hour\nduration: 3600\nblocks:\n  driver: { type: control/twist-schedule, rateHz: 50, params: { repeat: true, segments: [{ until: 10, vx: 1.5, yawRate: 0.3 }, { until: 20, vx: 1, yawRate: -0.3 }] } }\n  car: { type: vehicle/bicycle, inputs: { twist: driver.twist } }\n  localisation: { type: vehicle/localisation, inputs: { state: car.state } }\n`;
  await page.evaluate(
    `window.skidpad.open({ text: ${JSON.stringify(text)} }).then(() => window.skidpad.player.value.setSpeed(Infinity))`,
  );
  const at = async (time: number): Promise<number> => {
    await page.waitForFunction(`window.skidpad.player.value.status.value.time >= ${time}`, undefined, {
      polling: 100,
      timeout: 300_000,
    });
    const heap = 'gc(); performance.memory.usedJSHeapSize';
    const own = Number(await page.evaluate(heap));
    const workers = await Promise.all(
      page
        .workers()
        .map(async (worker) =>
          Number(await worker.evaluate('typeof gc === "function" && gc(), performance.memory?.usedJSHeapSize ?? 0')),
        ),
    );
    return own + workers.reduce((sum, bytes) => sum + bytes, 0);
  };
  return { early: await at(600), late: await at(3590) };
}
