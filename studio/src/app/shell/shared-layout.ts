/**
 * An arrangement of panels that travels with a run. Only what is understood is taken over, from those who share and from those who open:
 * splits, tabs, and the settings of panels. Editors stay at home, with the drafts of whoever wrote them.
 */
export type LayoutShape = 'wide' | 'high' | 'low';

export interface SharedLayout {
  /** A page of another shape shows its own arrangement. */
  readonly shape: LayoutShape;
  readonly orientation: 'HORIZONTAL' | 'VERTICAL';
  readonly width: number;
  readonly height: number;
  readonly root: LayoutNode;
  readonly panels: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export type LayoutNode =
  | { readonly size: number; readonly nodes: readonly LayoutNode[] }
  | { readonly size: number; readonly tabs: readonly string[]; readonly active: string };

const MOST_DEPTH = 12;
const MOST_PANELS = 64;
const PANEL = /^([a-z]+(?:-[a-z]+)*)-\d{1,4}$/;

/** The type of a panel is the first part of its name. */
export const panelType = (name: string): string => PANEL.exec(name)?.[1] ?? '';

const refuse = (): never => {
  throw new Error('the arrangement of panels in it is damaged');
};

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : refuse();

const length = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value < 1e5 ? Math.round(value) : refuse();

/** What came from elsewhere, checked. */
export function sharedLayout(value: unknown): SharedLayout {
  const { shape, orientation, width, height, root, panels } = record(value);
  if (!['wide', 'high', 'low'].includes(shape as string)) refuse();
  if (!['HORIZONTAL', 'VERTICAL'].includes(orientation as string)) refuse();
  const settings = Object.entries(record(panels)).map(([name, own]) => [name, record(own)] as const);
  if (settings.length > MOST_PANELS || settings.some(([name]) => !PANEL.test(name))) refuse();
  const known = new Set(settings.map(([name]) => name).filter((name) => panelType(name) !== 'editor'));
  const kept = nodeOf(root, known, 0) ?? refuse();
  const used = new Set(tabsOf(kept));
  return {
    shape: shape as LayoutShape,
    orientation: orientation as SharedLayout['orientation'],
    width: length(width),
    height: length(height),
    root: kept,
    panels: Object.fromEntries(settings.filter(([name]) => used.has(name))),
  };
}

/** Without tabs that are not to be shown, and without what is then empty. */
function nodeOf(value: unknown, known: Set<string>, depth: number): LayoutNode | undefined {
  if (depth > MOST_DEPTH) refuse();
  const { size, nodes, tabs, active } = record(value);
  if (Array.isArray(nodes)) {
    const kept = nodes.flatMap((node) => nodeOf(node, known, depth + 1) ?? []);
    return kept.length === 0 ? undefined : { size: length(size), nodes: kept };
  }
  if (!Array.isArray(tabs)) return refuse();
  const own = tabs.filter((name): name is string => typeof name === 'string' && known.delete(name));
  if (own.length === 0) return undefined;
  return { size: length(size), tabs: own, active: own.includes(active as string) ? (active as string) : own[0] };
}

const tabsOf = (node: LayoutNode): readonly string[] => ('tabs' in node ? node.tabs : node.nodes.flatMap(tabsOf));
