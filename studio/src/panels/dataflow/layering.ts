/**
 * Layers of a dataflow graph, left to right: who reads stands right of whom it reads.
 *
 * A control loop is a cycle, so some edges must run back. Those are, first, the edges from a plant to what leads to a plant
 * again (the car is seen by its sensors): the loop then reads sensor → perception → controller → plant. Where plants act on each
 * other, those run back that lead to a plant with a controller (cars push each other through the traffic). Whatever cycles remain
 * are cut where a depth-first search meets its own path. The rest has longest-path layers; blocks that nothing leads to move
 * right up to their first reader.
 *
 * Reference: K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans. SMC 11 (1981), with the first cut from knowing what a plant is.
 */
import type { Graph, GraphEdge } from './graph.ts';

export interface Layering {
  readonly layerOf: ReadonlyMap<string, number>;
  readonly layers: number;
  readonly forward: readonly GraphEdge[];
  /** Drawn as returns. */
  readonly feedback: readonly GraphEdge[];
}

export function layerGraph(graph: Graph): Layering {
  const feedback = feedbackEdges(graph);
  const forward = graph.edges.filter((edge) => !feedback.has(edge));
  const layerOf = longestPaths(graph, forward);
  pullSources(graph, forward, layerOf);
  const layers = Math.max(-1, ...layerOf.values()) + 1;
  return { layerOf, layers, forward, feedback: [...feedback] };
}

const groupBy = (edges: Iterable<GraphEdge>, end: 'from' | 'to'): Map<string, GraphEdge[]> => {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const group = groups.get(edge[end]);
    if (group === undefined) groups.set(edge[end], [edge]);
    else group.push(edge);
  }
  return groups;
};

function feedbackEdges({ blocks, edges }: Graph): Set<GraphEdge> {
  const plants = new Set(blocks.filter((block) => block.plant).map((block) => block.name));
  const towardsPlants = reachedBackwards(edges, plants);
  const commanded = new Set(edges.filter(({ from, to }) => plants.has(to) && !plants.has(from)).map(({ to }) => to));
  const feedback = new Set(
    edges.filter(({ from, to }) => {
      if (from === to) return true;
      if (!plants.has(from)) return false;
      if (!plants.has(to)) return towardsPlants.has(to);
      return !commanded.has(from) && commanded.has(to) && reachedBackwards(edges, new Set([from])).has(to);
    }),
  );
  cutCycles(
    blocks.map((block) => block.name),
    edges,
    feedback,
  );
  return feedback;
}

/** Every block from which some edges lead to one of these. */
function reachedBackwards(edges: readonly GraphEdge[], targets: ReadonlySet<string>): Set<string> {
  const into = groupBy(edges, 'to');
  const reached = new Set(targets);
  const open = [...targets];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const { from } of into.get(name) ?? []) {
      if (reached.has(from)) continue;
      reached.add(from);
      open.push(from);
    }
  }
  return reached;
}

/** Adds to `feedback` the edges that close a cycle, going depth first from blocks that nothing leads to. */
function cutCycles(names: readonly string[], edges: readonly GraphEdge[], feedback: Set<GraphEdge>): void {
  const rest = edges.filter((edge) => !feedback.has(edge));
  const out = groupBy(rest, 'from');
  const hasInput = new Set(rest.map((edge) => edge.to));
  const state = new Map<string, 'open' | 'done'>();
  const visit = (name: string): void => {
    state.set(name, 'open');
    for (const edge of out.get(name) ?? []) {
      const seen = state.get(edge.to);
      if (seen === 'open') feedback.add(edge);
      else if (seen === undefined) visit(edge.to);
    }
    state.set(name, 'done');
  };
  const sourcesFirst = [...names.filter((name) => !hasInput.has(name)), ...names.filter((name) => hasInput.has(name))];
  for (const name of sourcesFirst) if (!state.has(name)) visit(name);
}

function longestPaths({ blocks }: Graph, forward: readonly GraphEdge[]): Map<string, number> {
  const into = groupBy(forward, 'to');
  const layerOf = new Map<string, number>();
  const layer = (name: string): number => {
    const known = layerOf.get(name);
    if (known !== undefined) return known;
    const found = Math.max(-1, ...(into.get(name) ?? []).map((edge) => layer(edge.from))) + 1;
    layerOf.set(name, found);
    return found;
  };
  for (const { name } of blocks) layer(name);
  return layerOf;
}

function pullSources({ blocks }: Graph, forward: readonly GraphEdge[], layerOf: Map<string, number>): void {
  const out = groupBy(forward, 'from');
  const hasInput = new Set(forward.map((edge) => edge.to));
  for (const { name } of blocks) {
    const readers = out.get(name);
    if (!hasInput.has(name) && readers !== undefined)
      layerOf.set(name, Math.min(...readers.map((edge) => layerOf.get(edge.to)!)) - 1);
  }
}
