/** The studio in the hands of a person: driving, keys, what lies over what, and what is said. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notices, ready, seconds, state, text } from './looking.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const boxOf = async (page: StudioPage, id: string) => (await page.getByTestId(id).first().boundingBox())!;

type Box = Awaited<ReturnType<typeof boxOf>>;
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const command = async (page: StudioPage, part: 'throttle' | 'steering'): Promise<number> =>
  Number(await page.getByTestId('drive-controls').getAttribute(`data-${part}`));

describe.skipIf(chromiumProgram === undefined)('the studio in the hands of a person', () => {
  let site: StudioSite;
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(() => site?.close());

  it('is driven by keys at once, by pedals and wheel in the picture, and says how', async () => {
    const page = await site.open(standing('scenarios/manual/bicycle.yaml'));
    await ready(page);
    await eventually(() => text(page, 'drive-hint')).toMatch(/Space starts.*W A S D.*gamepad/);
    // nothing has been clicked so far
    await page.keyboard.press('Space');
    await page.keyboard.down('KeyW');
    await eventually(() => command(page, 'throttle')).toBe(1);
    await eventually(async () => Number.parseFloat(await text(page, 'scene-speed'))).toBeGreaterThan(0.3);
    expect(await text(page, 'scene-speed-road')).toMatch(/\d km\/h/);
    await page.keyboard.up('KeyW');
    // the brake, and not what the key means elsewhere
    await page.keyboard.down('KeyS');
    await eventually(() => command(page, 'throttle')).toBe(-1);
    await page.keyboard.up('KeyS');
    expect(await page.getByTestId('share-dialog').count()).toBe(0);
    await eventually(() => command(page, 'throttle')).toBe(0);

    const wheel = await boxOf(page, 'drive-wheel');
    await page.mouse.move(wheel.x + wheel.width / 2, wheel.y + wheel.height / 2);
    await page.mouse.down();
    await page.mouse.move(wheel.x, wheel.y + wheel.height / 2, { steps: 3 });
    await eventually(() => command(page, 'steering')).toBeCloseTo(0.5, 1);
    await page.mouse.up();
    await eventually(() => command(page, 'steering')).toBe(0);
    const pedal = await boxOf(page, 'drive-throttle');
    await page.mouse.move(pedal.x + 5, pedal.y + 5);
    await page.mouse.down();
    await eventually(() => command(page, 'throttle')).toBe(1);
    await page.mouse.up();
    await eventually(() => command(page, 'throttle')).toBe(0);
    expect(overlap(await boxOf(page, 'drive-controls'), await boxOf(page, 'scene-speed'))).toBe(false);
    // in a field keys are letters
    await page.getByTestId('seed').focus();
    await page.keyboard.down('KeyW');
    await page.keyboard.up('KeyW');
    expect(await command(page, 'throttle')).toBe(0);
    expect(page.problems).toEqual([]);
  });

  it('plays by Space after scrubbing, closes what is open by Esc, and keeps its messages short', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    await page.getByTestId('speed').selectOption('0.1');
    const slider = await boxOf(page, 'scrubber');
    await page.mouse.click(slider.x + slider.width / 4, slider.y + slider.height / 2);
    await eventually(() => seconds(page)).toBeGreaterThan(1);
    await eventually(() => state(page)).toBe('paused');
    await page.keyboard.press('Space');
    await eventually(() => state(page)).toBe('running');
    await page.keyboard.press('Space');
    await eventually(() => state(page)).toBe('paused');

    await page.getByTestId('compare').click();
    await page.getByTestId('keep-run').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => page.getByTestId('keep-run').count()).toBe(0);

    for (const name of ['one.txt', 'two.txt', 'three.txt', 'four.txt'])
      await page
        .getByTestId('file-input')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('nothing') });
    await eventually(() => notices(page)).toContain('four.txt');
    expect(await page.getByTestId('notice').count()).toBeLessThanOrEqual(2);
    // what was wrong before is over when something else is opened
    await page.evaluate(() => (window as any).skidpad.open({ path: 'scenarios/dynamics/omni.yaml', paused: true }));
    await eventually(() => page.getByTestId('notice').count()).toBe(0);
    expect(page.problems).toEqual([]);
  });

  it('opens a lab of the gallery with its own scenario, and clips neither its task nor its code', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    await page.getByTestId('play').click();
    await page.getByTestId('title').click();
    await page.getByTestId('gallery-search').fill('lab1');
    await page.getByTestId('gallery-card').first().locator('button').first().click();
    await eventually(() => text(page, 'title')).toMatch(/lab 1/i);
    await ready(page);
    expect(await seconds(page)).toBe(0);
    await eventually(() => page.getByTestId('code-editor').innerText()).toContain('defineBlock');
    const clipped = await page
      .locator('.ed-task-table, .ed-task')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length);
    expect(clipped).toBe(0);
    const code = await boxOf(page, 'code-editor');
    const longest = await page
      .getByTestId('code-editor')
      .locator('.view-line > span')
      .evaluateAll((lines) => Math.max(...lines.map((line) => line.getBoundingClientRect().right)));
    expect(longest).toBeLessThanOrEqual(code.x + code.width);
    expect(code.height).toBeGreaterThan(150);
    expect(page.problems).toEqual([]);
  });

  it('shows the speed beside the hint of a tool, also where there is little room', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'), {
      query: '',
      viewport: { width: 820, height: 1180 },
    });
    await ready(page);
    await page.getByTestId('scene-tool-obstacle').click();
    await page.getByTestId('scene-hint').waitFor();
    expect(overlap(await boxOf(page, 'scene-hint'), await boxOf(page, 'scene-speed'))).toBe(false);
    expect(page.problems).toEqual([]);
  });

  it('shows the stages of a detector in their order', async () => {
    const page = await site.open(standing('scenarios/monosim/pid.yaml'));
    await ready(page);
    await page.getByTestId('speed').selectOption('0.1');
    await page.getByTestId('play').click();
    await page.getByTestId('image-mode-stages').click();
    await eventually(() => page.getByTestId('image-stages').locator('canvas').count()).toBeGreaterThan(4);
    const shown = () =>
      page.getByTestId('image-stages').evaluate((list) =>
        [...list.children]
          .map((item) => ({ box: item.getBoundingClientRect(), number: item.querySelector('.image-stage-number')! }))
          .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
          .map(({ number }) => Number(number.textContent)),
      );
    await eventually(shown).toEqual([1, 2, 3, 4, 5, 6]);
    expect(page.problems).toEqual([]);
  });
});
