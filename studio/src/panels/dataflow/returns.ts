/**
 * Which wires of a dataflow run back, so that the rest reads from left to right.
 *
 * A control loop is a cycle. The wires that run back are those from a plant to what leads to a plant again (the car is seen by its
 * sensors): the loop then reads sensor → perception → controller → plant. Where plants act on each other, those run back that lead
 * to a plant with a controller (cars push each other through the traffic). Cycles that remain are for the layout to cut.
 */
import type { Graph, GraphEdge } from './graph.ts';

export function returningWires({ blocks, edges }: Graph): Set<GraphEdge> {
  const plants = new Set(blocks.filter((block) => block.plant).map((block) => block.name));
  const towardsPlants = leadingTo(plants, edges);
  const commanded = new Set(edges.filter(({ from, to }) => plants.has(to) && !plants.has(from)).map(({ to }) => to));
  return new Set(
    edges.filter(({ from, to }) => {
      if (from === to) return true;
      if (!plants.has(from)) return false;
      if (!plants.has(to)) return towardsPlants.has(to);
      return !commanded.has(from) && commanded.has(to) && leadingTo(new Set([from]), edges).has(to);
    }),
  );
}

/** Every block from which some wires lead to one of these, and these. */
function leadingTo(targets: ReadonlySet<string>, edges: readonly GraphEdge[]): Set<string> {
  const reached = new Set(targets);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const { from, to } of edges) if (reached.has(to)) reached.add(from);
  }
  return reached;
}
