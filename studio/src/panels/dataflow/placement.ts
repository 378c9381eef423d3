/**
 * Where blocks stand: layers from left to right and an order within each that crosses few wires, by dagre, from the wires that do
 * not run back. How far the layers are apart follows from what has to pass between them.
 *
 * Reference: E. Gansner et al., A technique for drawing directed graphs, IEEE Trans. Software Eng. 19 (1993); U. Brandes, B. Köpf,
 * Fast and simple horizontal coordinate assignment, GD 2001.
 */
import { Graph as LayerGraph, layout } from '@dagrejs/dagre';
import type { Graph, GraphEdge } from './graph.ts';
import type { NodeShape } from './node-size.ts';
import { nodeShapes } from './node-size.ts';
import { returningWires } from './returns.ts';

export interface Placement {
  readonly shapes: ReadonlyMap<string, NodeShape>;
  readonly layerOf: ReadonlyMap<string, number>;
  readonly layers: number;
  /** Upper edges of the boxes. */
  readonly top: ReadonlyMap<string, number>;
  readonly forward: readonly GraphEdge[];
  readonly returning: readonly GraphEdge[];
  /** Where a forward wire passes the layers between its ends, in their order. */
  passagesOf(edge: GraphEdge): readonly number[];
}

export const MARGIN = 24;
/** Between boxes, and between wires that pass a layer. */
const BOX_GAP = 22;
const WIRE_GAP = 12;

export function placeBlocks(graph: Graph): Placement {
  const shapes = new Map(nodeShapes(graph).map((shape) => [shape.block.name, shape]));
  const cut = returningWires(graph);
  const drawn = drawLayers(
    shapes,
    graph.edges.filter((edge) => !cut.has(edge)),
  );
  const middles = [...new Set(graph.blocks.map(({ name }) => drawn.node(name).x!))].sort((a, b) => a - b);
  const layerOf = new Map(graph.blocks.map(({ name }) => [name, middles.indexOf(drawn.node(name).x!)]));
  const isForward = ({ from, to }: GraphEdge) => layerOf.get(from)! < layerOf.get(to)!;
  return {
    shapes,
    layerOf,
    layers: middles.length,
    top: new Map([...shapes].map(([name, { height }]) => [name, MARGIN + drawn.node(name).y! - height / 2] as const)),
    // what dagre had to turn round runs back, too
    forward: graph.edges.filter((edge) => !cut.has(edge) && isForward(edge)),
    returning: graph.edges.filter((edge) => cut.has(edge) || !isForward(edge)),
    passagesOf: ({ from, to }) =>
      middles
        .slice(layerOf.get(from)! + 1, layerOf.get(to)!)
        .map((middle) => MARGIN + heightAt(drawn.edge(from, to).points!, middle)),
  };
}

/** One connection for all wires between two blocks. */
function drawLayers(shapes: ReadonlyMap<string, NodeShape>, edges: readonly GraphEdge[]): LayerGraph {
  const graph = new LayerGraph();
  graph.setGraph({ rankdir: 'LR', nodesep: BOX_GAP, edgesep: WIRE_GAP, ranker: 'network-simplex' });
  for (const [name, { width, height }] of shapes) graph.setNode(name, { width, height });
  for (const { from, to } of edges)
    graph.setEdge(from, to, { weight: ((graph.edge(from, to)?.weight as number | undefined) ?? 0) + 1 });
  layout(graph);
  return graph;
}

/** Of a line through points from left to right. */
function heightAt(points: readonly { readonly x: number; readonly y: number }[], x: number): number {
  const next = Math.max(
    1,
    points.findIndex((point) => point.x >= x),
  );
  const [a, b] = [points[next - 1], points[next]];
  return b.x === a.x ? b.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}
