/** An arrangement of panels between dockview's own form and the one that is shared. */
import type { SerializedDockview } from 'dockview-core';
import type { LayoutNode, LayoutShape, SharedLayout } from '../shell/shared-layout.ts';
import { panelType, sharedLayout } from '../shell/shared-layout.ts';

type DockNode =
  | { type: 'branch'; size?: number; data: DockNode[] }
  | { type: 'leaf'; size?: number; data: { id: string; views: string[]; activeView?: string } };

export function layoutToShare({ grid, panels }: SerializedDockview, shape: LayoutShape): SharedLayout {
  const settings = Object.entries(panels).map(([name, { params }]) => [name, params?.settings ?? {}]);
  return sharedLayout({
    shape,
    orientation: grid.orientation,
    width: grid.width,
    height: grid.height,
    root: toShare(grid.root as unknown as DockNode),
    panels: Object.fromEntries(settings),
  });
}

const toShare = (node: DockNode): unknown =>
  node.type === 'branch'
    ? { size: node.size ?? 0, nodes: node.data.map(toShare) }
    : { size: node.size ?? 0, tabs: node.data.views, active: node.data.activeView };

export function layoutToShow({ orientation, width, height, root, panels }: SharedLayout): SerializedDockview {
  return {
    grid: { root: toShow(root), width, height, orientation },
    panels: Object.fromEntries(
      Object.entries(panels).map(([id, settings]) => [
        id,
        { id, contentComponent: panelType(id), title: panelType(id), params: { settings } },
      ]),
    ),
  } as unknown as SerializedDockview;
}

const toShow = (node: LayoutNode): DockNode =>
  'nodes' in node
    ? { type: 'branch', size: node.size, data: node.nodes.map(toShow) }
    : {
        type: 'leaf',
        size: node.size,
        data: { id: `group-${node.tabs[0]}`, views: [...node.tabs], activeView: node.active },
      };
