/** Colours of the scene from the variables of the theme, and made lighter where the world's ground is dark although the theme is not. */
import { Color, SRGBColorSpace } from 'three';
import type { World } from '../../../src/world/world.ts';
import { enclosed } from '../../../src/world/track/lines.ts';

export interface SceneTheme {
  readonly dark: boolean;
  readonly horizon: string;
  readonly zenith: string;
  readonly sun: string;
  /** Ground where no world says otherwise. */
  readonly ground: string;
  readonly surface: string;
  readonly line: string;
  readonly text: string;
  readonly accent: string;
  readonly bad: string;
  readonly good: string;
  readonly series: readonly string[];
}

const SERIES = 8;

export function readTheme(dark: boolean): SceneTheme {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    dark,
    // a clear day, and the hour after sunset
    horizon: dark ? '#4a5767' : '#e3ebf1',
    zenith: dark ? '#16222f' : '#79a9d1',
    sun: dark ? '#f0c38a' : '#fffbe9',
    ground: dark ? of('--surface-raised') : of('--surface-sunken'),
    surface: of('--surface'),
    line: of('--line-strong'),
    text: of('--text'),
    accent: of('--accent'),
    bad: of('--bad'),
    good: of('--good'),
    series: Array.from({ length: SERIES }, (_, i) => of(`--series-${i + 1}`)),
  };
}

export const seriesColour = ({ series }: SceneTheme, i: number): string => series[i % series.length];

/** The ground that most is painted on: that of the largest area, or all of it. */
export function mainGround(world: World | undefined, theme: SceneTheme): Color {
  if (world === undefined) return new Color(theme.ground);
  const { areas, colour } = world.scene.ground;
  const [largest] = [...areas].sort((a, b) => enclosed(b.points) - enclosed(a.points));
  return rgbColour(largest?.colour ?? colour);
}

export const rgbColour = ([red, green, blue]: readonly number[]): Color => new Color(`rgb(${red}, ${green}, ${blue})`);

/** By relative luminance. */
export const isDark = ({ r, g, b }: Color): boolean => 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.2;

/** Lightness that colours have at least on dark ground, as in the dark theme. */
const LIGHT = 0.65;

/** The theme with colours of lines and cones that can be told from the ground. */
export function themeOnGround(theme: SceneTheme, ground: Color): SceneTheme {
  if (theme.dark || !isDark(ground)) return theme;
  const light = (colour: string) => {
    const { h, s, l } = new Color(colour).getHSL({ h: 0, s: 0, l: 0 }, SRGBColorSpace);
    return `#${new Color().setHSL(h, s, Math.max(LIGHT, l), SRGBColorSpace).getHexString()}`;
  };
  return {
    ...theme,
    accent: light(theme.accent),
    good: light(theme.good),
    bad: light(theme.bad),
    series: theme.series.map(light),
  };
}
