/**
 * The order of things within their layers, with few crossings: sweeps to and fro in which everything moves to the mean place
 * (barycentre) of what it is connected to in the layer before; the best order met is kept.
 *
 * Reference: K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans. SMC 11 (1981).
 */

/** Connections run from a layer to the next one only. */
export interface Connection {
  readonly from: string;
  readonly to: string;
}

const SWEEPS = 12;

/** Crossings between one layer and the next, of straight lines between these orders. */
export function crossings(
  left: readonly string[],
  right: readonly string[],
  connections: readonly Connection[],
): number {
  const place = new Map(
    [...left, ...right].map((name) => [name, left.includes(name) ? left.indexOf(name) : right.indexOf(name)]),
  );
  const lines = connections
    .filter(({ from, to }) => left.includes(from) && right.includes(to))
    .map(({ from, to }) => [place.get(from)!, place.get(to)!] as const);
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    for (let j = 0; j < i; j++) if ((lines[i][0] - lines[j][0]) * (lines[i][1] - lines[j][1]) < 0) count++;
  }
  return count;
}

export function allCrossings(layers: readonly (readonly string[])[], connections: readonly Connection[]): number {
  return layers.slice(1).reduce((sum, layer, i) => sum + crossings(layers[i], layer, connections), 0);
}

/** The same names in the same layers, in an order with few crossings. */
export function orderLayers(layers: readonly (readonly string[])[], connections: readonly Connection[]): string[][] {
  const before = neighbours(connections, 'to', 'from');
  const after = neighbours(connections, 'from', 'to');
  let order = layers.map((layer) => [...layer]);
  let best = order;
  let fewest = allCrossings(order, connections);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const rightwards = sweep % 2 === 0;
    order = order.map((layer) => [...layer]);
    for (let step = 1; step < order.length; step++) {
      const i = rightwards ? step : order.length - 1 - step;
      order[i] = byBarycentre(order[i], order[rightwards ? i - 1 : i + 1], rightwards ? before : after);
    }
    const count = allCrossings(order, connections);
    if (count < fewest) {
      fewest = count;
      best = order;
    }
  }
  return best;
}

function neighbours(
  connections: readonly Connection[],
  key: 'from' | 'to',
  other: 'from' | 'to',
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const connection of connections)
    found.set(connection[key], [...(found.get(connection[key]) ?? []), connection[other]]);
  return found;
}

/** Sorted by the mean place of their neighbours; what has none keeps its place. */
function byBarycentre(
  layer: readonly string[],
  fixed: readonly string[],
  neighboursOf: ReadonlyMap<string, readonly string[]>,
): string[] {
  const place = new Map(fixed.map((name, i) => [name, (i + 0.5) / fixed.length]));
  const centre = layer.map((name, i) => {
    const places = (neighboursOf.get(name) ?? []).flatMap((other) => place.get(other) ?? []);
    return places.length === 0 ? (i + 0.5) / layer.length : places.reduce((sum, p) => sum + p, 0) / places.length;
  });
  return layer
    .map((name, i) => ({ name, i }))
    .sort((a, b) => centre[a.i] - centre[b.i] || a.i - b.i)
    .map(({ name }) => name);
}
