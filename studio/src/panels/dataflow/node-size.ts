/** How large the box of a block is, from the length of its texts, and where its ports sit on it. All in pixels at zoom 1. */
import type { BlockView } from '../../players/player.ts';
import type { Graph } from './graph.ts';

const HEADER = 62;
const PORT_ROW = 20;
const BOTTOM = 8;
const NARROWEST = 156;
const WIDEST = 300;
/** Mean advance of a character of the name (14 px, bold) and of small text (12 px). */
const NAME_CHARACTER = 8;
const SMALL_CHARACTER = 6.6;
/** Room for a measured rate beside an output. */
const RATE = 52;
/** Outputs that are shown although nobody reads them, where there is none that somebody reads. */
const UNREAD = 3;

export interface NodeShape {
  readonly block: BlockView;
  readonly width: number;
  readonly height: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Boxes with the ports that are wired. */
export function nodeShapes({ blocks, edges }: Graph): NodeShape[] {
  return blocks.map((block) => {
    const read = new Set(edges.filter((edge) => edge.from === block.name).map((edge) => edge.fromPort));
    const wired = new Set(edges.filter((edge) => edge.to === block.name).map((edge) => edge.toPort));
    const inputs = block.inputs.map(({ port }) => port).filter((port) => wired.has(port));
    const all = block.outputs.map(({ port }) => port);
    const outputs = read.size > 0 ? all.filter((port) => read.has(port)) : all.slice(0, UNREAD);
    const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length)) * SMALL_CHARACTER;
    const ports = longest(inputs) + longest(outputs) + (outputs.length > 0 ? RATE : 0) + 36;
    const header = Math.max(block.name.length * NAME_CHARACTER, block.type.length * SMALL_CHARACTER, 150) + 24;
    return {
      block,
      inputs,
      outputs,
      width: Math.min(WIDEST, Math.max(NARROWEST, header, ports)),
      height: HEADER + PORT_ROW * Math.max(inputs.length, outputs.length) + BOTTOM,
    };
  });
}

/** Middle of the row of a port, from the top of its box. */
export const portOffset = (row: number): number => HEADER + PORT_ROW * (row + 0.5);
