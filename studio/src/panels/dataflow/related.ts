/** What leads to a block and what it leads to, along forward wires; of the returns only those at the block itself. */
import type { PlacedEdge } from './layout.ts';

export interface Related {
  readonly blocks: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

export function relatedTo(block: string, edges: readonly PlacedEdge[]): Related {
  const blocks = new Set([block]);
  const wires = new Set<string>();
  const follow = (near: 'from' | 'to', far: 'from' | 'to'): void => {
    const open = [block];
    const visited = new Set(open);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const edge of edges) {
        if (edge[near] !== name || (edge.isFeedback && name !== block)) continue;
        wires.add(edge.id);
        blocks.add(edge[far]);
        if (edge.isFeedback || visited.has(edge[far])) continue;
        visited.add(edge[far]);
        open.push(edge[far]);
      }
    }
  };
  follow('from', 'to');
  follow('to', 'from');
  return { blocks, edges: wires };
}
