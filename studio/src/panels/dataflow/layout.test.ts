import { describe, expect, it } from 'vitest';
import type { BlockView } from '../../players/player.ts';
import { graphOf } from './graph.ts';
import { layoutGraph } from './layout.ts';
import { placeBlocks } from './placement.ts';
import { relatedTo } from './related.ts';
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
  const { layerOf, returning, forward } = placeBlocks(graph);

  it('run from sensors over perception and control to the plant and its judges', () => {
    expect(['camera', 'detector', 'controller', 'car', 'referee'].map((name) => layerOf.get(name))).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  it('have blocks that read only the plant right before their readers', () => {
    expect([layerOf.get('localisation'), layerOf.get('cruise')]).toEqual([1, 1]);
  });

  it('turn back where the plant is sensed and where plants push each other', () => {
    expect(returning.map((edge) => edge.id).sort()).toEqual([
      'car.state → camera.state',
      'car.state → cruise.state',
      'car.state → localisation.state',
      'traffic.bodies → camera.bodies',
      'traffic.contact → car.contact',
    ]);
  });

  it('have all cars in one layer although they push each other', () => {
    const cars = ['a', 'b', 'c'];
    const found = placeBlocks(
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
    expect(placeBlocks(tangled).forward.length).toBeGreaterThan(0);
    for (const { layerOf: layers, forward: wires } of [placeBlocks(tangled), { layerOf, forward }]) {
      for (const { from, to } of wires) expect(layers.get(to)).toBeGreaterThan(layers.get(from)!);
    }
  });
});

describe('the order within layers', () => {
  /** Pairs of connections between neighbouring layers that cross. */
  function crossings({ layerOf, top, forward }: ReturnType<typeof placeBlocks>): number {
    let count = 0;
    for (const a of forward)
      for (const b of forward)
        if (layerOf.get(a.from) === layerOf.get(b.from) && layerOf.get(a.to) === layerOf.get(b.to))
          if (top.get(a.from)! < top.get(b.from)! && top.get(a.to)! > top.get(b.to)!) count++;
    return count;
  }

  it('untangles a graph that can be drawn without crossings', () => {
    const chains = ['a', 'b', 'c', 'd'].flatMap((name, i) => [
      block(`${name}1`, {}, ['out']),
      // listed in another order than their sources
      block(`${'dcba'[i]}2`, { in: `${'dcba'[i]}1.out` }, ['out']),
      block(`${'bdac'[i]}3`, { in: `${'bdac'[i]}2.out` }, ['out']),
    ]);
    expect(crossings(placeBlocks(graphOf(chains)))).toBe(0);
  });

  it('lets wires pass the layers between their ends clear of the boxes there', () => {
    const bypass = [
      block('source', {}, ['out']),
      block('middle', { in: 'source.out' }, ['out']),
      block('end', { in: 'middle.out', direct: 'source.out' }, []),
    ];
    const placed = placeBlocks(graphOf(bypass));
    const direct = placed.forward.find(({ toPort }) => toPort === 'direct')!;
    const [passage, ...others] = placed.passagesOf(direct);
    expect(others).toEqual([]);
    const top = placed.top.get('middle')!;
    expect(passage < top || passage > top + placed.shapes.get('middle')!.height).toBe(true);
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
