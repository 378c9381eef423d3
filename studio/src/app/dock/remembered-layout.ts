/**
 * The arrangement somebody has made, one per kind of player and shape of the page. In the scenario it was made for it comes back as it
 * was; in another one, plots show what that one has to show, and images the first there are, beside the plots if there was no place for them.
 */
import type { SerializedDockview } from 'dockview-core';
import type { LayoutSubject, Shape } from './default-layout.ts';
import { hasImages, plotPresets } from './default-layout.ts';

/** Counts up when layouts of before cannot be read any more. */
export const LAYOUT_VERSION = 1;

export interface RememberedLayout {
  readonly version: number;
  /** Title of what was shown. */
  readonly of: string;
  readonly layout: SerializedDockview;
}

export const layoutKey = (kind: LayoutSubject['kind'], shape: Shape): string => `layout.${kind}.${shape}`;

/** The layout to show; undefined when it is of another version or names panels that are not there any more. */
export function restoreLayout(
  remembered: RememberedLayout | undefined,
  title: string,
  subject: LayoutSubject,
  known: readonly string[],
): SerializedDockview | undefined {
  if (remembered?.version !== LAYOUT_VERSION) return undefined;
  const panels = Object.values(remembered.layout?.panels ?? {});
  if (panels.length === 0 || !panels.every(({ contentComponent }) => known.includes(contentComponent ?? '')))
    return undefined;
  if (remembered.of === title) return remembered.layout;
  const layout = adapted(remembered.layout, subject);
  const needsImages =
    hasImages(subject) &&
    known.includes('image') &&
    !panels.some(({ contentComponent }) => contentComponent === 'image');
  return needsImages ? withImages(layout) : layout;
}

function adapted(layout: SerializedDockview, { scenario }: LayoutSubject): SerializedDockview {
  const presets = plotPresets(scenario);
  const panels = Object.entries(layout.panels).map(([id, panel]) => {
    if (panel.contentComponent === 'plot') return [id, { ...panel, params: { settings: presets.shift() ?? {} } }];
    return [id, panel.contentComponent === 'image' ? { ...panel, params: { settings: {} } } : panel];
  });
  return { ...layout, panels: Object.fromEntries(panels) };
}

type GridNode = { type: 'branch'; data: GridNode[] } | { type: 'leaf'; data: { views: string[]; activeView?: string } };

/** An image panel in front of the first plot; nothing is done to a layout without plots. */
function withImages(layout: SerializedDockview): SerializedDockview {
  const changed = structuredClone(layout);
  const leaves = (node: GridNode): { views: string[]; activeView?: string }[] =>
    node.type === 'leaf' ? [node.data] : node.data.flatMap(leaves);
  const place = leaves(changed.grid.root as unknown as GridNode).find(({ views }) =>
    views.some((id) => id.startsWith('plot-')),
  );
  if (place === undefined) return layout;
  place.views.unshift('image-1');
  place.activeView = 'image-1';
  changed.panels['image-1'] = { id: 'image-1', contentComponent: 'image', params: { settings: {} } };
  return changed;
}
