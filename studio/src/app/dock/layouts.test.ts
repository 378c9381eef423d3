import { describe, expect, it } from 'vitest';
import type { LayoutSubject } from './default-layout.ts';
import { defaultLayout, shapeOf } from './default-layout.ts';
import { LAYOUT_VERSION, restoreLayout } from './remembered-layout.ts';

const KNOWN = ['scene', 'image', 'plot', 'parameters', 'results', 'dataflow', 'topics', 'scenario', 'editor'];
const plot = (title: string) => ({ title, y: [`car.state.${title}`], equal: false, track: false, doc: '' });
const blind: LayoutSubject = {
  kind: 'live',
  topics: [{ type: 'nav_msgs/msg/Odometry' }],
  scenario: { plots: ['a', 'b', 'c', 'd'].map(plot) },
};
const seeing: LayoutSubject = { ...blind, topics: [{ type: 'sensor_msgs/msg/Image' }] };

interface Leaf {
  views: string[];
  activeView: string;
}
const leaves = (node: any): Leaf[] => (node.type === 'leaf' ? [node.data] : node.data.flatMap(leaves));
const groups = (layout: { grid: { root: unknown } }) => leaves(layout.grid.root).map(({ views }) => views);

describe('layouts nobody has touched', () => {
  it('show the camera where there is one, and plots where there is none', () => {
    expect(groups(defaultLayout(seeing, KNOWN, 'wide'))).toEqual([
      ['scene-1'],
      ['image-1', 'plot-1', 'plot-2', 'plot-3'],
      ['parameters-1', 'results-1', 'dataflow-1', 'scenario-1'],
    ]);
    expect(groups(defaultLayout(blind, KNOWN, 'wide'))[1]).toEqual(['plot-1', 'plot-2', 'plot-3']);
  });

  it('have tabs instead of columns on a tablet, and only tabs on a telephone', () => {
    expect([shapeOf(1440, 900), shapeOf(820, 1180), shapeOf(800, 400)]).toEqual(['wide', 'high', 'low']);
    expect(groups(defaultLayout(seeing, KNOWN, 'high'))).toHaveLength(2);
    expect(groups(defaultLayout(seeing, KNOWN, 'low'))).toHaveLength(1);
  });

  it('have no parameters to turn in a recording', () =>
    expect(groups(defaultLayout({ ...blind, kind: 'recording' }, KNOWN, 'wide')).flat()).not.toContain('parameters-1'));

  it('use only panels that are there, and no empty groups', () => {
    expect(groups(defaultLayout(seeing, ['scene', 'plot'], 'wide'))).toEqual([
      ['scene-1'],
      ['plot-1', 'plot-2', 'plot-3'],
    ]);
  });

  it('list every panel once, with the first of each group in front', () => {
    const layout = defaultLayout(seeing, KNOWN, 'wide');
    expect(groups(layout).flat().sort()).toEqual(Object.keys(layout.panels).sort());
    for (const { views, activeView } of leaves(layout.grid.root)) expect(activeView).toBe(views[0]);
  });
});

describe('layouts that are remembered', () => {
  const layout = defaultLayout(seeing, KNOWN, 'wide');
  layout.panels['plot-1'].params = { settings: { series: ['mine'] } };
  const remembered = { version: LAYOUT_VERSION, of: 'one', layout };

  it('come back as they were', () => expect(restoreLayout(remembered, 'one', blind, KNOWN)).toEqual(layout));

  it('show the plots of another scenario in the same places', () => {
    const other = restoreLayout(remembered, 'two', { ...blind, scenario: { plots: [plot('speed')] } }, KNOWN)!;
    expect(other.grid).toEqual(layout.grid);
    expect(other.panels['plot-1'].params!.settings.series).toEqual(['car.state.speed']);
    expect(other.panels['plot-2'].params).toEqual({ settings: {} });
  });

  it('get the pictures of another scenario, beside the plots, where they had none', () => {
    const plain = { version: LAYOUT_VERSION, of: 'one', layout: defaultLayout(blind, KNOWN, 'wide') };
    expect(groups(restoreLayout(plain, 'two', seeing, KNOWN)!)[1]).toEqual(['image-1', 'plot-1', 'plot-2', 'plot-3']);
    expect(groups(restoreLayout(plain, 'one', seeing, KNOWN)!)).toEqual(groups(plain.layout));
  });

  it('of another version, of panels that are gone, and garbage are forgotten', () => {
    expect(restoreLayout({ ...remembered, version: 0 }, 'one', blind, KNOWN)).toBeUndefined();
    expect(restoreLayout(remembered, 'one', blind, ['scene'])).toBeUndefined();
    expect(restoreLayout({ version: LAYOUT_VERSION } as never, 'one', blind, KNOWN)).toBeUndefined();
    expect(restoreLayout(undefined, 'one', blind, KNOWN)).toBeUndefined();
  });
});
