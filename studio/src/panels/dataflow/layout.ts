/**
 * Where blocks stand and how wires run: layers from left to right, forward wires as curves, returns on buses below.
 *
 * A wire over several layers passes the layers between at a place of its own; all wires of one output share it. A return leaves
 * its output to the right, goes down to a bus below everything, back to the left of its reader, and up; all returns of one output
 * share their bus, so that ten sonars that look at one car are one line with ten branches.
 */
import type { Graph, GraphEdge } from './graph.ts';
import type { Layering } from './layering.ts';
import { layerGraph } from './layering.ts';
import type { NodeShape } from './node-size.ts';
import { nodeShapes, portOffset } from './node-size.ts';
import type { Connection } from './ordering.ts';
import { orderLayers } from './ordering.ts';
import type { Corner } from './routes.ts';
import { curve, roundedPath } from './routes.ts';
import { stack } from './stacking.ts';

export interface PlacedNode extends NodeShape {
  readonly x: number;
  readonly y: number;
  readonly layer: number;
}
export interface PlacedEdge extends GraphEdge {
  readonly path: string;
  readonly isFeedback: boolean;
  /** Where a remark about the wire can stand: just before its reader. */
  readonly endX: number;
  readonly endY: number;
}
export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

const MARGIN = 24;
const GAP = 22;
/** Room between layers without buses, and for each bus in it. */
const GUTTER = 72;
/** Room for a remark before a reader: for each character, and around it. */
const NOTE_CHARACTER = 5.8;
const NOTE_MARGIN = 28;
const BUS = 7;
const PASSAGE = 12;
const ALIGNMENTS = 8;

const signalOf = (edge: GraphEdge): string => `${edge.from}.${edge.fromPort}`;
const passageOf = (edge: GraphEdge, layer: number): string => `${signalOf(edge)}@${layer}`;

interface Grid {
  readonly shapes: ReadonlyMap<string, NodeShape>;
  readonly layering: Layering;
  /** Names of blocks and passages, from top to bottom. */
  readonly columns: readonly (readonly string[])[];
  readonly connections: readonly Connection[];
}

export function layoutGraph(graph: Graph): Layout {
  const grid = gridOf(graph);
  const tops = alignColumns(grid);
  const buses = busesOf(grid.layering);
  const columnX = placeColumns(grid, buses);
  const nodes = [...grid.shapes.values()].map((shape): PlacedNode => {
    const layer = grid.layering.layerOf.get(shape.block.name)!;
    return { ...shape, layer, x: columnX[layer].x, y: tops.get(shape.block.name)!, width: columnX[layer].width };
  });
  const bottom = Math.max(0, ...nodes.map((node) => node.y + node.height));
  const placed = new Map(nodes.map((node) => [node.block.name, node]));
  const forward = grid.layering.forward.map((edge) => routeForward(edge, placed, columnX, tops));
  const feedback = grid.layering.feedback.map((edge) => routeFeedback(edge, placed, columnX, buses, bottom));
  const last = columnX.at(-1);
  return {
    nodes,
    edges: [...feedback, ...forward],
    width:
      last === undefined ? 0 : last.x + last.width + MARGIN + (buses.right.get(columnX.length - 1)?.length ?? 0) * BUS,
    height: bottom + MARGIN + (buses.all.length === 0 ? 0 : GAP + BUS * buses.all.length),
  };
}

function gridOf(graph: Graph): Grid {
  const layering = layerGraph(graph);
  const shapes = new Map(nodeShapes(graph).map((shape) => [shape.block.name, shape]));
  const columns: string[][] = Array.from({ length: layering.layers }, () => []);
  for (const [name, layer] of layering.layerOf) columns[layer].push(name);
  const connections = new Map<string, Connection>();
  const passages = new Set<string>();
  for (const edge of layering.forward) {
    const [start, end] = [layering.layerOf.get(edge.from)!, layering.layerOf.get(edge.to)!];
    let from = edge.from;
    for (let layer = start + 1; layer <= end; layer++) {
      const to = layer === end ? edge.to : passageOf(edge, layer);
      if (layer < end && !passages.has(to)) columns[layer].push(to);
      if (layer < end) passages.add(to);
      connections.set(`${from} ${to}`, { from, to });
      from = to;
    }
  }
  return {
    shapes,
    layering,
    columns: orderLayers(columns, [...connections.values()]),
    connections: [...connections.values()],
  };
}

/** Tops of blocks and passages, such that wires are as level as the order allows. */
function alignColumns({ shapes, columns, connections, layering }: Grid): Map<string, number> {
  const heightOf = (name: string) => shapes.get(name)?.height ?? PASSAGE;
  const tops = new Map<string, number>();
  for (const column of columns)
    stack(
      column.map(() => 0),
      column.map(heightOf),
      GAP,
    ).forEach((y, i) => tops.set(column[i], y));
  const pulls = pullsOf(connections, shapes, layering);
  for (let round = 0; round < ALIGNMENTS; round++) {
    const order = round % 2 === 0 ? columns : [...columns].reverse();
    for (const column of order) {
      const wanted = column.map((name) => {
        const own = pulls.get(name) ?? [];
        return own.length === 0
          ? tops.get(name)!
          : own.reduce((sum, { other, shift }) => sum + tops.get(other)! + shift, 0) / own.length;
      });
      stack(wanted, column.map(heightOf), GAP).forEach((y, i) => tops.set(column[i], y));
    }
  }
  const least = Math.min(...tops.values());
  for (const [name, y] of tops) tops.set(name, y - least + MARGIN);
  return tops;
}

/** What draws each thing up or down: its top wants to be at the top of another, plus the difference of their ports. */
function pullsOf(
  connections: readonly Connection[],
  shapes: Grid['shapes'],
  { forward }: Layering,
): Map<string, { other: string; shift: number }[]> {
  const pulls = new Map<string, { other: string; shift: number }[]>();
  const add = (name: string, other: string, shift: number) =>
    pulls.set(name, [...(pulls.get(name) ?? []), { other, shift }]);
  for (const { from, to } of connections) {
    const edge = forward.find(
      (candidate) =>
        (candidate.from === from || from.startsWith(`${signalOf(candidate)}@`)) &&
        (candidate.to === to || to.startsWith(`${signalOf(candidate)}@`)),
    )!;
    const out = shapes.has(from) ? portOffset(shapes.get(from)!.outputs.indexOf(edge.fromPort)) : PASSAGE / 2;
    const into = shapes.has(to) ? portOffset(shapes.get(to)!.inputs.indexOf(edge.toPort)) : PASSAGE / 2;
    add(to, from, out - into);
    add(from, to, into - out);
  }
  return pulls;
}

interface Buses {
  /** Outputs with returns, the uppermost bus first. */
  readonly all: readonly string[];
  /** Those that leave a layer to the right, and those that come up left of a layer. */
  readonly right: ReadonlyMap<number, readonly string[]>;
  readonly left: ReadonlyMap<number, readonly string[]>;
}

function busesOf({ feedback, layerOf }: Layering): Buses {
  const right = new Map<number, string[]>();
  const left = new Map<number, string[]>();
  const join = (map: Map<number, string[]>, layer: number, signal: string) => {
    const signals = map.get(layer) ?? [];
    if (!signals.includes(signal)) map.set(layer, [...signals, signal]);
  };
  for (const edge of feedback) {
    join(right, layerOf.get(edge.from)!, signalOf(edge));
    join(left, layerOf.get(edge.to)!, signalOf(edge));
  }
  return { all: [...new Set(feedback.map(signalOf))], right, left };
}

interface Column {
  readonly x: number;
  readonly width: number;
}

/** Room left of a layer for the longest remark about a wire into it. */
function noteRoom({ forward, feedback, layerOf }: Layering, layer: number): number {
  const notes = [...forward, ...feedback]
    .filter(({ to, note }) => note !== '' && layerOf.get(to) === layer)
    .map(({ note }) => note.length);
  return notes.length === 0 ? 0 : NOTE_MARGIN + NOTE_CHARACTER * Math.max(...notes);
}

function placeColumns({ shapes, columns, layering }: Grid, { left, right }: Buses): Column[] {
  const placed: Column[] = [];
  const busRoom = (buses: readonly string[] = []) => BUS * buses.length;
  let x = Math.max(MARGIN + 12 + busRoom(left.get(0)), noteRoom(layering, 0));
  columns.forEach((column, layer) => {
    const width = Math.max(PASSAGE, ...column.map((name) => shapes.get(name)?.width ?? 0));
    placed.push({ x, width });
    x +=
      width +
      Math.max(GUTTER + busRoom(left.get(layer + 1)), noteRoom(layering, layer + 1)) +
      busRoom(right.get(layer));
  });
  return placed;
}

const outputAt = (node: PlacedNode, port: string): Corner => [
  node.x + node.width,
  node.y + portOffset(node.outputs.indexOf(port)),
];
const inputAt = (node: PlacedNode, port: string): Corner => [node.x, node.y + portOffset(node.inputs.indexOf(port))];

function routeForward(
  edge: GraphEdge,
  nodes: ReadonlyMap<string, PlacedNode>,
  columns: readonly Column[],
  tops: ReadonlyMap<string, number>,
): PlacedEdge {
  const [source, reader] = [nodes.get(edge.from)!, nodes.get(edge.to)!];
  const [startX, startY] = outputAt(source, edge.fromPort);
  const [endX, endY] = inputAt(reader, edge.toPort);
  let path = `M${startX} ${startY}`;
  let [x, y] = [startX, startY];
  for (let layer = source.layer + 1; layer < reader.layer; layer++) {
    const passage = tops.get(passageOf(edge, layer))! + PASSAGE / 2;
    path += `${curve(x, y, columns[layer].x, passage)}H${columns[layer].x + columns[layer].width}`;
    [x, y] = [columns[layer].x + columns[layer].width, passage];
  }
  return { ...edge, path: path + curve(x, y, endX, endY), isFeedback: false, endX, endY };
}

function routeFeedback(
  edge: GraphEdge,
  nodes: ReadonlyMap<string, PlacedNode>,
  columns: readonly Column[],
  buses: Buses,
  bottom: number,
): PlacedEdge {
  const [source, reader] = [nodes.get(edge.from)!, nodes.get(edge.to)!];
  const signal = signalOf(edge);
  const start = outputAt(source, edge.fromPort);
  const [endX, endY] = inputAt(reader, edge.toPort);
  const downX =
    columns[source.layer].x + columns[source.layer].width + 14 + BUS * buses.right.get(source.layer)!.indexOf(signal);
  const upX = columns[reader.layer].x - 14 - BUS * buses.left.get(reader.layer)!.indexOf(signal);
  const busY = bottom + GAP + BUS * buses.all.indexOf(signal);
  return {
    ...edge,
    path: roundedPath([start, [downX, start[1]], [downX, busY], [upX, busY], [upX, endY], [endX, endY]]),
    isFeedback: true,
    endX,
    endY,
  };
}
