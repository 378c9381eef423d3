import { describe, expect, it } from 'vitest';
import type { BlockView } from '../../players/player.ts';
import { graphOf } from './graph.ts';
import { layerGraph } from './layering.ts';
import { layoutGraph } from './layout.ts';
import { allCrossings, crossings, orderLayers } from './ordering.ts';
import { relatedTo } from './related.ts';
import { stack } from './stacking.ts';
import { hertzText, secondsText } from './traffic.ts';

/** A block from `name: port←from, …  → outputs`. */
function block(name: string, inputs: Record<string, string>, outputs: string[], plant = false): BlockView {
  return {
    name,
    plant,
    type: plant ? 'vehicle/bicycle' : 'control/some',
    doc: '',
    host: 'local',
    period: 0.01,
    publishEvery: 1,
    latency: 0,
    inputs: Object.entries(inputs).map(([port, from]) => ({ port, from, type: 'std_msgs/msg/Float64' })),
    outputs: outputs.map((port) => ({ port, topic: `/${name}/${port}`, type: 'std_msgs/msg/Float64' })),
    parameters: [],
  };
}

const loop = [
  block('car', { twist: 'controller.twist', contact: 'traffic.contact' }, ['state'], true),
  block('traffic', { vehicle: 'car.state' }, ['contact', 'bodies'], true),
  block('camera', { state: 'car.state', bodies: 'traffic.bodies' }, ['image']),
  block('detector', { image: 'camera.image' }, ['lane']),
  block('controller', { lane: 'detector.lane', odom: 'localisation.odom', speed: 'cruise.speed' }, ['twist']),
  block('localisation', { state: 'car.state' }, ['odom']),
  block('cruise', { state: 'car.state' }, ['speed']),
  block('referee', { state: 'car.state' }, ['track']),
];
const graph = graphOf(loop);

describe('layers of a loop', () => {
  const { layerOf, feedback, forward } = layerGraph(graph);

  it('run from sensors over perception and control to the plant and its judges', () => {
    expect(['camera', 'detector', 'controller', 'car', 'referee'].map((name) => layerOf.get(name))).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  it('have blocks that read only the plant right before their readers', () => {
    expect([layerOf.get('localisation'), layerOf.get('cruise')]).toEqual([1, 1]);
  });

  it('turn back where the plant is sensed and where plants push each other', () => {
    expect(feedback.map((edge) => edge.id).sort()).toEqual([
      'car.state → camera.state',
      'car.state → cruise.state',
      'car.state → localisation.state',
      'traffic.bodies → camera.bodies',
      'traffic.contact → car.contact',
    ]);
  });

  it('have all cars in one layer although they push each other', () => {
    const cars = ['a', 'b', 'c'];
    const found = layerGraph(
      graphOf([
        ...cars.map((car) =>
          block(car, { twist: `${car}-driver.twist`, contact: `traffic.contact_${car}` }, ['state'], true),
        ),
        block(
          'traffic',
          Object.fromEntries(cars.map((car) => [`vehicle_${car}`, `${car}.state`])),
          cars.map((car) => `contact_${car}`),
          true,
        ),
        ...cars.map((car) => block(`${car}-driver`, { state: `${car}.state` }, ['twist'])),
      ]),
    );
    expect(cars.map((car) => found.layerOf.get(car))).toEqual([1, 1, 1]);
    expect(found.layerOf.get('traffic')).toBe(2);
  });

  it('leave every forward wire running rightwards, whatever the cycles', () => {
    const tangled = graphOf(
      ['a', 'b', 'c', 'd'].map((name) =>
        block(name, Object.fromEntries(['a', 'b', 'c', 'd'].map((from) => [`in_${from}`, `${from}.out`])), ['out']),
      ),
    );
    for (const { layerOf: layers, forward: wires } of [layerGraph(tangled), { layerOf, forward }]) {
      for (const { from, to } of wires) expect(layers.get(to)).toBeGreaterThan(layers.get(from)!);
    }
  });
});

describe('the order within layers', () => {
  it('counts crossings as pairs in opposite order', () => {
    expect(
      crossings(
        ['a', 'b'],
        ['c', 'd'],
        [
          { from: 'a', to: 'd' },
          { from: 'b', to: 'c' },
        ],
      ),
    ).toBe(1);
    const complete = ['a', 'b', 'c'].flatMap((from) => ['d', 'e', 'f'].map((to) => ({ from, to })));
    // K₃,₃ in two layers: C(3,2)² = 9
    expect(crossings(['a', 'b', 'c'], ['d', 'e', 'f'], complete)).toBe(9);
  });

  it('untangles a graph that can be drawn without crossings', () => {
    const connections = [
      ['a', 'z'],
      ['b', 'y'],
      ['c', 'x'],
      ['x', 'p'],
      ['y', 'q'],
      ['z', 'r'],
    ].map(([from, to]) => ({ from, to }));
    const layers = [
      ['a', 'b', 'c'],
      ['x', 'y', 'z'],
      ['p', 'q', 'r'],
    ];
    expect(allCrossings(layers, connections)).toBe(3);
    const ordered = orderLayers(layers, connections);
    expect(allCrossings(ordered, connections)).toBe(0);
    expect(ordered.map((layer) => [...layer].sort())).toEqual(layers.map((layer) => [...layer].sort()));
  });
});

describe('a stack', () => {
  it('leaves things where they want to be when there is room', () => {
    expect(stack([0, 50, 100], [20, 20, 20], 10)).toEqual([0, 50, 100]);
  });

  it('shares the shift between things that want the same place', () => {
    expect(stack([50, 50], [20, 20], 10)).toEqual([35, 65]);
  });

  it('never overlaps, and no other arrangement on a grid is nearer', () => {
    const [wanted, heights] = [
      [30, 10, 15, 80],
      [10, 20, 10, 10],
    ];
    const placed = stack(wanted, heights, 5);
    const cost = (ys: number[]) => ys.reduce((sum, y, i) => sum + (y - wanted[i]) ** 2, 0);
    placed.slice(1).forEach((y, i) => expect(y).toBeGreaterThanOrEqual(placed[i] + heights[i] + 5 - 1e-9));
    let best = Infinity;
    for (let a = -30; a < 40; a++)
      for (let b = a + 15; b < 60; b++)
        for (let c = b + 25; c < 80; c++) best = Math.min(best, cost([a, b, c, Math.max(80, c + 15)]));
    expect(cost(placed)).toBeLessThanOrEqual(best + 1e-9);
  });
});

describe('the drawing', () => {
  const layout = layoutGraph(graph);

  it('puts no two blocks over each other and everything within its size', () => {
    layout.nodes.forEach((a, i) => {
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= layout.width && a.y + a.height <= layout.height).toBe(true);
      for (const b of layout.nodes.slice(0, i)) {
        expect(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
          `${a.block.name} ${b.block.name}`,
        ).toBe(true);
      }
    });
  });

  it('draws every wire from its output to its input', () => {
    expect(layout.edges).toHaveLength(graph.edges.length);
    for (const edge of layout.edges) {
      const source = layout.nodes.find((node) => node.block.name === edge.from)!;
      expect(edge.path.startsWith(`M${source.x + source.width} `)).toBe(true);
      expect(edge.path).toMatch(/^[MCLQH\d. -]+$/);
    }
  });

  it('knows what a block depends on and what depends on it', () => {
    const { blocks, edges } = relatedTo('detector', layout.edges);
    expect([...blocks].sort()).toEqual(['camera', 'car', 'controller', 'detector', 'referee', 'traffic']);
    expect(edges.has('localisation.odom → controller.odom')).toBe(false);
  });

  it('is empty for no blocks', () => {
    expect(layoutGraph(graphOf([])).nodes).toEqual([]);
  });
});

describe('rates and times', () => {
  it('are short', () => {
    expect([0.2, 9.996, 29.97, 99.97, 999.97, 1000, 125].map(hertzText)).toEqual([
      '0.2 Hz',
      '10 Hz',
      '30 Hz',
      '100 Hz',
      '1 kHz',
      '1 kHz',
      '125 Hz',
    ]);
    expect([0.0333333, 0.001, 2.5, 0, 12e-6].map(secondsText)).toEqual(['33.3 ms', '1 ms', '2.5 s', '0 ms', '12 µs']);
  });
});
