/** The studio on several threads: the page may share memory with its workers, nothing of it is lost by that, and the bits are the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/run/run.ts';
import { localScenario } from '../support/scenario-files.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite } from './studio-site.ts';

const FOUR_CARS = 'scenarios/rosdrive/four-cars.yaml';
const AT = 0.2;

interface StudioWindow {
  readonly skidpad: {
    readonly player: {
      readonly value: {
        readonly status: {
          readonly value: { state: string; time: number; hash?: string; remark?: string; problem?: { what: string } };
        };
        readonly scenario: { readonly value?: { readonly blocks: readonly { name: string; host: string }[] } };
        readonly frame: {
          readonly value: { readonly messages: ReadonlyMap<string, { message: { data?: Uint8Array } }> };
        };
        watch(topic: string): () => void;
        seek(time: number): void;
      };
    };
  };
}

const statusOf = (page: StudioPage) =>
  page.evaluate(() => (window as unknown as StudioWindow).skidpad?.player.value.status.value);

async function hashAt(page: StudioPage, time: number): Promise<string | undefined> {
  await page.evaluate((t) => (window as unknown as StudioWindow).skidpad.player.value.seek(t), time);
  const arrived = async () => {
    const { state, time: now, problem } = await statusOf(page);
    return problem?.what ?? `${state} at ${now}`;
  };
  await eventually(arrived).toBe(`paused at ${time}`);
  return (await statusOf(page)).hash;
}

/** How long it is, and whether it is the page's own. */
const pictureOf = (page: StudioPage) =>
  page.evaluate(() => {
    const { messages } = (window as unknown as StudioWindow).skidpad.player.value.frame.value;
    const data = messages.get('/car2/front_camera/image_raw')?.message.data;
    return data === undefined ? 'none' : `${data.length} ${data.buffer instanceof ArrayBuffer}`;
  });
const PICTURE = `${800 * 800 * 3} true`;

const watchPicture = (page: StudioPage) =>
  page.evaluate(
    () => void (window as unknown as StudioWindow).skidpad.player.value.watch('/car2/front_camera/image_raw'),
  );

describe.skipIf(chromiumProgram === undefined)('the studio on several threads', () => {
  let site: StudioSite;
  beforeAll(async () => {
    site = await openStudioSite();
  });
  afterAll(() => site.close());

  const open = async (threads: number) => {
    const page = await site.open(`#scenario=${FOUR_CARS}&t=0`, { query: `?webgl=off&threads=${threads}` });
    await eventually(async () => (await statusOf(page))?.state ?? 'no').toBe('paused');
    return page;
  };

  it('gives the hash of one thread in Node, forwards and after winding back, with pictures copied out of shared memory', async () => {
    const scenario = await localScenario(FOUR_CARS);
    const { hash } = await run({ scenario, ticks: AT * 1000 });
    const page = await open(3);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const hosts = await page.evaluate(() =>
      (window as unknown as StudioWindow).skidpad.player.value.scenario.value!.blocks.map((block) => block.host),
    );
    expect(new Set(hosts)).toEqual(new Set(['local', 'worker 1', 'worker 2']));
    await watchPicture(page);
    expect(await hashAt(page, AT)).toBe(hash);
    await eventually(() => pictureOf(page)).toBe(PICTURE);
    await hashAt(page, 0.1);
    expect(await hashAt(page, AT)).toBe(hash);
    expect(page.problems).toEqual([]);
    await page.close();
  });

  it('does it all in one thread and says so where the web server does not ask for isolation', async () => {
    const context = await site.browser.newContext();
    await context.route(`${site.url}**`, async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith('cross-origin-'));
      await route.fulfill({ response, headers: Object.fromEntries(headers) });
    });
    const page = Object.assign(await context.newPage(), { problems: [] as string[] });
    page.on('pageerror', (error) => page.problems.push(error.message));
    await page.goto(`${site.url}?webgl=off&threads=3#scenario=${FOUR_CARS}&t=0`);
    await eventually(async () => (await statusOf(page))?.state ?? 'no').toBe('paused');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect((await statusOf(page)).remark).toContain('may not share memory between threads');
    await watchPicture(page);
    await hashAt(page, 0.1);
    await eventually(() => pictureOf(page)).toBe(PICTURE);
    expect(page.problems).toEqual([]);
    await context.close();
  });
});
