/** What a person sees and does on the studio's page, by name. */
import type { StudioPage } from './studio-site.ts';
import { eventually } from './studio-site.ts';

export const text = (page: StudioPage, id: string): Promise<string> => page.getByTestId(id).first().innerText();

export const seconds = async (page: StudioPage): Promise<number> => {
  const [minutes, rest] = (await text(page, 'time')).split(':');
  return 60 * Number(minutes) + Number(rest);
};

export const state = (page: StudioPage) => page.getByTestId('state').getAttribute('data-state');
export const ready = (page: StudioPage) => eventually(() => state(page)).toBe('paused');

export async function openPanel(page: StudioPage, name: string): Promise<void> {
  await page.getByTestId('panels-menu').click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

/** As fast as possible to the end; the hash of what was published. */
export async function runToEnd(page: StudioPage): Promise<string> {
  await page.getByTestId('speed').selectOption('Infinity');
  await page.getByTestId('play').click();
  return hashAtEnd(page);
}

export async function hashAtEnd(page: StudioPage): Promise<string> {
  await eventually(() => state(page)).toBe('ended');
  await openPanel(page, 'Results');
  await eventually(() => text(page, 'results-hash')).toMatch(/[0-9a-f]{16}/);
  return /[0-9a-f]{16}/.exec(await text(page, 'results-hash'))![0];
}

export const notices = async (page: StudioPage): Promise<string> =>
  (await page.getByTestId('notice').allInnerTexts()).join(' ');

/** Opens a lab of the course in the editor. */
export async function openLab(page: StudioPage, lab: RegExp): Promise<void> {
  await page.locator('body').press('e');
  await page.getByTestId('code-editor').locator('.view-lines').waitFor();
  const label = await page.getByTestId('start-select').locator('option', { hasText: lab }).first().innerText();
  await page.getByTestId('start-select').selectOption({ label });
  await eventually(() => page.getByTestId('code-editor').innerText()).toContain('defineBlock');
}
