/**
 * How panels are arranged before anybody has moved one. Plain data as dockview reads it: a tree of branches, split in turn
 * side by side and one above the other, with groups of tabs as leaves.
 *
 *   wide     scene │ images and plots        narrow, high   scene             narrow, low   everything as tabs
 *                  ├──────────────────                      ─────────────
 *                  │ parameters, results                    the rest as tabs
 */
import type { SerializedDockview } from 'dockview-core';
import type { ScenarioView, Topic } from '../../players/player.ts';

export interface LayoutSubject {
  readonly kind: 'live' | 'recording' | 'remote';
  readonly scenario?: Pick<ScenarioView, 'plots'>;
  readonly topics: readonly Pick<Topic, 'type'>[];
}

export type Shape = 'wide' | 'high' | 'low';

/** Below this width panels are not put side by side [px]. */
const NARROW = 900;
const LOW = 640;

export const shapeOf = (width: number, height: number): Shape =>
  width >= NARROW ? 'wide' : height >= LOW ? 'high' : 'low';

interface PanelSpec {
  readonly id: string;
  readonly type: string;
  readonly settings: Record<string, unknown>;
}

/** Plots that are opened at once; the others are one press away. */
const MOST_PLOTS = 3;
const BELOW: Readonly<Record<LayoutSubject['kind'], readonly string[]>> = {
  live: ['parameters', 'results', 'dataflow', 'scenario'],
  recording: ['results', 'topics', 'dataflow', 'scenario'],
  remote: ['topics', 'results', 'dataflow'],
};

const panel = (type: string, number = 1, settings: Record<string, unknown> = {}): PanelSpec => ({
  id: `${type}-${number}`,
  type,
  settings,
});

/** Settings of the plot panels of a scenario, in order. */
export const plotPresets = (scenario: LayoutSubject['scenario']): Record<string, unknown>[] =>
  (scenario?.plots ?? []).map(({ title, x, y, equal, track }) => ({
    title,
    series: [...y],
    ...(x !== undefined && { x }),
    equal,
    track,
    window: 'all',
  }));

export const hasImages = ({ topics }: LayoutSubject): boolean =>
  topics.some(({ type }) => /sensor_msgs\/(msg\/)?(Compressed)?Image$/.test(type));

export function defaultLayout(subject: LayoutSubject, known: readonly string[], shape: Shape): SerializedDockview {
  const exists = ({ type }: PanelSpec) => known.includes(type);
  const presets = plotPresets(subject.scenario).slice(0, MOST_PLOTS);
  const plots = presets.length > 0 ? presets.map((settings, i) => panel('plot', i + 1, settings)) : [panel('plot')];
  const scene = [panel('scene')].filter(exists);
  const views = [...(hasImages(subject) ? [panel('image')] : []), ...plots].filter(exists);
  const below = BELOW[subject.kind].map((type) => panel(type)).filter(exists);
  if (shape === 'low') return layoutOf(row([leaf([...scene, ...views, ...below], 100)]), 'HORIZONTAL');
  if (shape === 'high') return layoutOf(row([leaf(scene, 48), leaf([...views, ...below], 52)]), 'VERTICAL');
  return layoutOf(row([leaf(scene, 60), branch([leaf(views, 54), leaf(below, 46)], 40)]), 'HORIZONTAL');
}

/** Sizes are shares of a square of this side; dockview stretches them to the page. */
const SIDE = 1000;

type Node =
  | { readonly type: 'leaf'; readonly panels: readonly PanelSpec[]; readonly share: number }
  | { readonly type: 'branch'; readonly nodes: readonly Node[]; readonly share: number };

const leaf = (panels: readonly PanelSpec[], share: number): Node => ({ type: 'leaf', panels, share });
const isFilled = (node: Node): boolean => (node.type === 'leaf' ? node.panels.length > 0 : node.nodes.some(isFilled));
const branch = (nodes: readonly Node[], share: number): Node => ({
  type: 'branch',
  nodes: nodes.filter(isFilled),
  share,
});
const row = (nodes: readonly Node[]): Node => branch(nodes, 100);

function layoutOf(root: Node, orientation: 'HORIZONTAL' | 'VERTICAL'): SerializedDockview {
  const panels = panelsOf(root);
  return {
    grid: { root: serialized(root), width: SIDE, height: SIDE, orientation },
    panels: Object.fromEntries(
      panels.map(({ id, type, settings }) => [id, { id, contentComponent: type, title: type, params: { settings } }]),
    ),
  } as unknown as SerializedDockview;
}

const panelsOf = (node: Node): readonly PanelSpec[] =>
  node.type === 'leaf' ? node.panels : node.nodes.flatMap(panelsOf);

function serialized(node: Node): unknown {
  if (node.type === 'leaf') {
    const views = node.panels.map(({ id }) => id);
    return {
      type: 'leaf',
      size: node.share * (SIDE / 100),
      data: { id: `group-${views[0]}`, views, activeView: views[0] },
    };
  }
  return { type: 'branch', size: node.share * (SIDE / 100), data: node.nodes.map(serialized) };
}
