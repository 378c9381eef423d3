/** Dark or light: as the system has it at first, then as it was chosen. */
import { effect, signal } from '@preact/signals';
import { loadSetting, saveSetting } from './storage.ts';

export type Theme = 'dark' | 'light';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

export function createTheme() {
  const theme = signal<Theme>(
    loadSetting<Theme>('theme') === 'light' ? 'light' : loadSetting<Theme>('theme') === 'dark' ? 'dark' : systemTheme(),
  );
  effect(() => void (document.documentElement.dataset.theme = theme.value));
  const toggle = () => {
    theme.value = theme.value === 'dark' ? 'light' : 'dark';
    saveSetting('theme', theme.value);
  };
  return { theme, toggle };
}

/** A variable of theme.css as it is now, for what cannot read variables. */
export const themeColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
