/** Colours and type of the page, for canvases, which know no CSS variables. */

export interface CanvasTheme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  readonly focus: string;
  /** Family, to go after a size. */
  readonly family: string;
  /** A colour that may be a variable. */
  resolve(colour: string): string;
}

export function canvasTheme(element: Element): CanvasTheme {
  const style = getComputedStyle(element);
  const variable = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: variable('--text'),
    muted: variable('--text-muted'),
    grid: variable('--line'),
    surface: variable('--surface'),
    accent: variable('--accent'),
    focus: variable('--focus'),
    family: variable('--font') || 'sans-serif',
    resolve: (colour) => colour.replace(/var\((--[\w-]+)\)/g, (_, name: string) => variable(name)),
  };
}
