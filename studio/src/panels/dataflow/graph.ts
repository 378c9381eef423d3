/** The blocks of a scenario as a graph: a node per block, an edge per wire, and the topic that each wire carries. */
import { wireLabel } from '../../../../src/scenario/dataflow.ts';
import type { BlockView, Topic } from '../../players/player.ts';

export interface GraphEdge {
  /** `block.port → block.port`. */
  readonly id: string;
  readonly from: string;
  readonly fromPort: string;
  readonly to: string;
  readonly toPort: string;
  /** ROS 2 message type. */
  readonly type: string;
  /** What the wire does to messages: `20 ms + 5 ms jitter, 1 % lost`. Empty for nothing. */
  readonly note: string;
}

export interface Graph {
  readonly blocks: readonly BlockView[];
  readonly edges: readonly GraphEdge[];
}

/** Wires from blocks that do not exist are left out. */
export function graphOf(blocks: readonly BlockView[]): Graph {
  const names = new Set(blocks.map((block) => block.name));
  const edges = blocks.flatMap((block) =>
    block.inputs.flatMap(({ port, from, type, wire }) => {
      const cut = from?.lastIndexOf('.') ?? -1;
      if (from === undefined || cut < 0 || !names.has(from.slice(0, cut))) return [];
      return [
        {
          id: `${from} → ${block.name}.${port}`,
          from: from.slice(0, cut),
          fromPort: from.slice(cut + 1),
          to: block.name,
          toPort: port,
          type,
          note: wire === undefined ? '' : wireLabel(wire).replace(/^ \(|\)$/g, ''),
        },
      ];
    }),
  );
  return { blocks, edges };
}

/** Topics by `block.port`. */
export const topicsBySignal = (topics: readonly Topic[]): ReadonlyMap<string, Topic> =>
  new Map(topics.flatMap((topic) => (topic.signal === undefined ? [] : [[topic.signal, topic] as const])));
