/**
 * The drawing of a dataflow: boxes in layers, wires from port to port.
 *
 * Wires to the right are curves that pass the layers between their ends. Wires that run back leave to the right of their writer's
 * layer, go down to a bus below everything, back to the left of their reader, and up; all returns of one output share their bus,
 * so that ten sonars that look at one car are one line with ten branches.
 */
import type { Graph, GraphEdge } from './graph.ts';
import type { NodeShape } from './node-size.ts';
import { portOffset } from './node-size.ts';
import type { Placement } from './placement.ts';
import { MARGIN, placeBlocks } from './placement.ts';
import type { Corner } from './routes.ts';
import { curve, roundedPath } from './routes.ts';

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

/** Room between layers without buses, beside a layer's boxes, for each bus in it, and above the buses. */
const GUTTER = 72;
const BESIDE = 14;
const BUS = 7;
const ABOVE_BUSES = 22;
/** Room for a remark before a reader: for each character, and around it. */
const NOTE_CHARACTER = 5.8;
const NOTE_MARGIN = 28;

export function layoutGraph(graph: Graph): Layout {
  const placement = placeBlocks(graph);
  const buses = busesOf(placement);
  const columns = placeColumns(placement, buses);
  const nodes = [...placement.shapes.values()].map((shape): PlacedNode => {
    const layer = placement.layerOf.get(shape.block.name)!;
    return {
      ...shape,
      layer,
      x: columns[layer].x,
      y: placement.top.get(shape.block.name)!,
      width: columns[layer].width,
    };
  });
  const bottom = Math.max(0, ...nodes.map((node) => node.y + node.height));
  const places: Places = { nodes: new Map(nodes.map((node) => [node.block.name, node])), columns, buses, bottom };
  const last = columns.at(-1);
  return {
    nodes,
    edges: [
      ...placement.returning.map((edge) => routeReturn(edge, places)),
      ...placement.forward.map((edge) => routeForward(edge, places, placement.passagesOf(edge))),
    ],
    width:
      last === undefined ? 0 : last.x + last.width + MARGIN + BUS * (buses.right.get(columns.length - 1)?.length ?? 0),
    height: bottom + MARGIN + (buses.all.length === 0 ? 0 : ABOVE_BUSES + BUS * buses.all.length),
  };
}

const signalOf = (edge: GraphEdge): string => `${edge.from}.${edge.fromPort}`;

interface Buses {
  /** Outputs with returns, the uppermost bus first. */
  readonly all: readonly string[];
  /** Those that leave a layer to the right, and those that come up left of a layer. */
  readonly right: ReadonlyMap<number, readonly string[]>;
  readonly left: ReadonlyMap<number, readonly string[]>;
}

function busesOf({ returning, layerOf }: Placement): Buses {
  const right = new Map<number, string[]>();
  const left = new Map<number, string[]>();
  const join = (map: Map<number, string[]>, layer: number, signal: string) => {
    const signals = map.get(layer) ?? [];
    if (!signals.includes(signal)) map.set(layer, [...signals, signal]);
  };
  for (const edge of returning) {
    join(right, layerOf.get(edge.from)!, signalOf(edge));
    join(left, layerOf.get(edge.to)!, signalOf(edge));
  }
  return { all: [...new Set(returning.map(signalOf))], right, left };
}

interface Column {
  readonly x: number;
  readonly width: number;
}

function placeColumns(placement: Placement, { left, right }: Buses): Column[] {
  const placed: Column[] = [];
  const busRoom = (buses: readonly string[] = []) => BUS * buses.length;
  let x = Math.max(MARGIN + BESIDE + busRoom(left.get(0)), noteRoom(placement, 0));
  for (let layer = 0; layer < placement.layers; layer++) {
    const own = [...placement.shapes.values()].filter(({ block }) => placement.layerOf.get(block.name) === layer);
    const width = Math.max(...own.map((shape) => shape.width));
    placed.push({ x, width });
    const between = Math.max(GUTTER + busRoom(left.get(layer + 1)), noteRoom(placement, layer + 1));
    x += width + between + busRoom(right.get(layer));
  }
  return placed;
}

/** Room left of a layer for the longest remark about a wire into it. */
function noteRoom({ forward, returning, layerOf }: Placement, layer: number): number {
  const notes = [...forward, ...returning].filter(({ to, note }) => note !== '' && layerOf.get(to) === layer);
  return notes.length === 0 ? 0 : NOTE_MARGIN + NOTE_CHARACTER * Math.max(...notes.map(({ note }) => note.length));
}

interface Places {
  readonly nodes: ReadonlyMap<string, PlacedNode>;
  readonly columns: readonly Column[];
  readonly buses: Buses;
  /** Below all boxes. */
  readonly bottom: number;
}

const outputAt = ({ x, y, width, outputs }: PlacedNode, port: string): Corner => [
  x + width,
  y + portOffset(outputs.indexOf(port)),
];
const inputAt = ({ x, y, inputs }: PlacedNode, port: string): Corner => [x, y + portOffset(inputs.indexOf(port))];

function routeForward(edge: GraphEdge, { nodes, columns }: Places, passages: readonly number[]): PlacedEdge {
  const [source, reader] = [nodes.get(edge.from)!, nodes.get(edge.to)!];
  let [x, y] = outputAt(source, edge.fromPort);
  const [endX, endY] = inputAt(reader, edge.toPort);
  let path = `M${x} ${y}`;
  passages.forEach((passage, i) => {
    const column = columns[source.layer + 1 + i];
    path += `${curve(x, y, column.x, passage)}H${column.x + column.width}`;
    [x, y] = [column.x + column.width, passage];
  });
  return { ...edge, path: path + curve(x, y, endX, endY), isFeedback: false, endX, endY };
}

function routeReturn(edge: GraphEdge, { nodes, columns, buses, bottom }: Places): PlacedEdge {
  const [source, reader] = [nodes.get(edge.from)!, nodes.get(edge.to)!];
  const signal = signalOf(edge);
  const start = outputAt(source, edge.fromPort);
  const [endX, endY] = inputAt(reader, edge.toPort);
  const { x, width } = columns[source.layer];
  const downX = x + width + BESIDE + BUS * buses.right.get(source.layer)!.indexOf(signal);
  const upX = columns[reader.layer].x - BESIDE - BUS * buses.left.get(reader.layer)!.indexOf(signal);
  const busY = bottom + ABOVE_BUSES + BUS * buses.all.indexOf(signal);
  const corners: Corner[] = [start, [downX, start[1]], [downX, busY], [upX, busY], [upX, endY], [endX, endY]];
  return { ...edge, path: roundedPath(corners), isFeedback: true, endX, endY };
}
