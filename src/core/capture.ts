/**
 * Capture stamps: where data begins, and how its age travels through the dataflow.
 *
 * Data begins at plants (true when published) and at blocks without wired inputs (made at release). Every other
 * block inherits, for each origin, the oldest stamp among its inputs. A feedback between two such blocks would
 * make stamps grow old for ever, so an edge that leads back towards the origins inside a cycle is not followed.
 */
import type { CaptureRule } from './activation.ts';

export interface CaptureNode {
  readonly name: string;
  readonly plant: boolean;
  /** Names of the blocks wired to the inputs, in port order; undefined where nothing is wired. */
  readonly sources: readonly (string | undefined)[];
}

export interface CapturePlan {
  readonly origins: readonly string[];
  readonly rule: CaptureRule;
}

export function planCaptures(nodes: readonly CaptureNode[]): Map<string, CapturePlan> {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const isOrigin = (node: CaptureNode) => node.plant || node.sources.every((source) => source === undefined);
  const distance = distancesFromOrigins(nodes, isOrigin);
  const follows = (source: string, node: CaptureNode): boolean =>
    distance.get(source)! < distance.get(node.name)! || !reaches(node.name, source, nodes, isOrigin);

  const origins = new Map<string, string[]>();
  const collect = (name: string): string[] => {
    const known = origins.get(name);
    if (known !== undefined) return known;
    const node = byName.get(name)!;
    const found = new Set<string>(isOrigin(node) ? [name] : []);
    if (!isOrigin(node)) {
      for (const source of node.sources)
        if (source !== undefined && follows(source, node)) for (const origin of collect(source)) found.add(origin);
    }
    const sorted = [...found].sort();
    origins.set(name, sorted);
    return sorted;
  };

  return new Map(
    nodes.map((node): [string, CapturePlan] => {
      const own = collect(node.name);
      if (isOrigin(node)) return [node.name, { origins: own, rule: { kind: node.plant ? 'publication' : 'release' } }];
      const slots = node.sources.map((source) =>
        source === undefined
          ? new Int32Array(0)
          : Int32Array.from(collect(source), (origin) => (follows(source, node) ? own.indexOf(origin) : -1)),
      );
      const traced = node.sources.map((source) =>
        Int32Array.from(source === undefined ? [] : collect(source), (origin) => own.indexOf(origin)),
      );
      return [node.name, { origins: own, rule: { kind: 'inherit', slots, traced } }];
    }),
  );
}

/** Number of hops from the nearest origin; Infinity for a cycle that no origin feeds. */
function distancesFromOrigins(
  nodes: readonly CaptureNode[],
  isOrigin: (node: CaptureNode) => boolean,
): Map<string, number> {
  const distance = new Map(nodes.map((node) => [node.name, isOrigin(node) ? 0 : Infinity]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of nodes) {
      for (const source of node.sources) {
        const candidate = source === undefined ? Infinity : distance.get(source)! + 1;
        if (candidate < distance.get(node.name)!) [changed] = [true, distance.set(node.name, candidate)];
      }
    }
  }
  return distance;
}

/** Whether data of block `from` can come to block `to` without passing an origin. */
function reaches(
  from: string,
  to: string,
  nodes: readonly CaptureNode[],
  isOrigin: (node: CaptureNode) => boolean,
): boolean {
  const seen = new Set<string>([from]);
  const frontier = [from];
  while (frontier.length > 0) {
    const name = frontier.pop()!;
    if (name === to) return true;
    for (const node of nodes) {
      if (!isOrigin(node) && node.sources.includes(name) && !seen.has(node.name)) {
        seen.add(node.name);
        frontier.push(node.name);
      }
    }
  }
  return false;
}
