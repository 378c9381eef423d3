/**
 * From stripes to the nodes of lines.
 *
 * Stripes (bright runs along rows) of about the width of paint that touch from row to row are one piece of line. Each piece is
 * cut into bands along x, and each band becomes a node: the weighted mean of its stripes' centres, which are themselves
 * weighted by brightness and so lie between pixels. A node 0.2 m long is off a curve of 0.2 1/m by 0.3 mm at most.
 *
 * Far rows of the view show the same row of the picture many times. A row therefore weighs only as much as it moves
 * on in the picture, and a weight is a number of picture rows.
 */
import type { GroundGrid } from '../../camera-model/birds-eye.ts';
import { xOfRow, yOfColumn } from '../../camera-model/birds-eye.ts';
import type { PixelMap } from '../../camera-model/pixel-map.ts';
import type { ViewStages } from './view-stages.ts';
import { MAX_STRIPES, STRIPE_FIELDS } from './view-stages.ts';

export interface NodeParams {
  /** Runs narrower or wider than this are not paint [px]. */
  readonly narrowest: number;
  readonly widest: number;
  /** Rows per band. */
  readonly bandRows: number;
  /** Pieces lighter than this are specks [picture rows]. */
  readonly lightest: number;
  /** Runs nearer than this to where the view ends may be cut off by it [px]. */
  readonly edge: number;
}

export const MAX_NODES = 1024;
const MAX_PIECES = 512;

export interface LineNodes {
  /** Middle of each node [m], its weight and its piece. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weight: Float64Array;
  readonly piece: Int32Array;
  count: number;
  /** Weight of each piece. */
  readonly pieceWeight: Float64Array;
  pieces: number;
}

/** What is only needed while nodes are made: the latest node and band of each piece. */
interface Making {
  readonly nodeOf: Int32Array;
  readonly bandOf: Int32Array;
}

export interface NodeMaker {
  readonly nodes: LineNodes;
  readonly making: Making;
  /** Weight of each row of the view. */
  readonly rowWeights: Float64Array;
}

export function createNodeMaker(grid: GroundGrid, map: PixelMap): NodeMaker {
  return {
    nodes: {
      x: new Float64Array(MAX_NODES),
      y: new Float64Array(MAX_NODES),
      weight: new Float64Array(MAX_NODES),
      piece: new Int32Array(MAX_NODES),
      count: 0,
      pieceWeight: new Float64Array(MAX_PIECES),
      pieces: 0,
    },
    making: { nodeOf: new Int32Array(MAX_PIECES), bandOf: new Int32Array(MAX_PIECES) },
    rowWeights: rowWeights(grid, map),
  };
}

/** How many rows of the picture each row of the view moves on, at most 1, measured in the middle of its span. */
function rowWeights(grid: GroundGrid, map: PixelMap): Float64Array {
  const { entries, spans, stride, source } = map;
  const imageRow = (row: number): number => {
    const column = (spans[2 * row] + spans[2 * row + 1]) >> 1;
    const entry = entries[row * stride + column];
    return Math.floor((entry >>> 10) / source.width) + ((entry >>> 5) & 31) / 32;
  };
  const weights = new Float64Array(grid.rows).fill(1);
  for (let row = 0; row + 8 < grid.rows; row++) {
    const isSeen = spans[2 * row + 1] > spans[2 * row] && spans[2 * row + 17] > spans[2 * row + 16];
    if (isSeen) weights[row] = Math.max(0.02, Math.min(1, (imageRow(row + 8) - imageRow(row)) / 8));
  }
  return weights;
}

/** Fills the maker's nodes from the `count` stripes of the stages, which come row by row from the far end. */
export function makeNodes(maker: NodeMaker, stages: ViewStages, count: number, params: NodeParams): void {
  const { nodes } = maker;
  const { stripes } = stages;
  nodes.count = 0;
  nodes.pieces = 0;
  // the row before: its first stripe and the one behind its last
  let previousBegin = 0;
  let previousEnd = 0;
  let begin = 0;
  while (begin < count) {
    const row = stripes[begin * STRIPE_FIELDS];
    let end = begin;
    while (end < count && stripes[end * STRIPE_FIELDS] === row) end++;
    if (previousEnd > previousBegin && stripes[previousBegin * STRIPE_FIELDS] !== row - 1) previousBegin = previousEnd;
    for (let i = begin; i < end; i++) addStripe(maker, stages, i, previousBegin, previousEnd, params);
    previousBegin = begin;
    previousEnd = end;
    begin = end;
  }
  finish(nodes, params.lightest);
}

/** Joins one stripe to a piece, or begins one. */
function addStripe(
  maker: NodeMaker,
  stages: ViewStages,
  i: number,
  previousBegin: number,
  previousEnd: number,
  params: NodeParams,
): void {
  const at = i * STRIPE_FIELDS;
  const { nodes, making } = maker;
  const { grid, stripes, spans } = stages;
  const row = stripes[at];
  const from = stripes[at + 1];
  const to = stripes[at + 2];
  // the piece that it touches most in the row before
  let piece = -1;
  let mostShared = 0;
  for (let p = previousBegin; p < previousEnd; p++) {
    const other = p * STRIPE_FIELDS;
    const shared = Math.min(to, stripes[other + 2]) - Math.max(from, stripes[other + 1]) + 1;
    if (shared > mostShared && pieceOfStripe[p] >= 0) {
      mostShared = shared;
      piece = pieceOfStripe[p];
    }
  }
  pieceOfStripe[i] = -1;
  if (to - from < params.narrowest || to - from > params.widest) return;
  if (from < spans[2 * row] + params.edge || to > spans[2 * row + 1] - params.edge) return;
  if (piece < 0) {
    if (nodes.pieces === MAX_PIECES) return;
    piece = nodes.pieces++;
    nodes.pieceWeight[piece] = 0;
    making.bandOf[piece] = -1;
  }
  pieceOfStripe[i] = piece;
  const band = Math.floor(row / params.bandRows);
  if (making.bandOf[piece] !== band) {
    if (nodes.count === MAX_NODES) return;
    const created = nodes.count++;
    making.bandOf[piece] = band;
    making.nodeOf[piece] = created;
    nodes.x[created] = nodes.y[created] = nodes.weight[created] = 0;
    nodes.piece[created] = piece;
  }
  const node = making.nodeOf[piece];
  const weight = maker.rowWeights[row];
  nodes.x[node] += weight * xOfRow(grid, row);
  nodes.y[node] += weight * yOfColumn(grid, stripes[at + 4] / stripes[at + 3]);
  nodes.weight[node] += weight;
  nodes.pieceWeight[piece] += weight;
}

const pieceOfStripe = new Int32Array(MAX_STRIPES);

/** Sums become means, and specks go. */
function finish(nodes: LineNodes, lightest: number): void {
  let kept = 0;
  for (let i = 0; i < nodes.count; i++) {
    const piece = nodes.piece[i];
    const weight = nodes.weight[i];
    if (nodes.pieceWeight[piece] < lightest) continue;
    nodes.x[kept] = nodes.x[i] / weight;
    nodes.y[kept] = nodes.y[i] / weight;
    nodes.weight[kept] = weight;
    nodes.piece[kept++] = piece;
  }
  nodes.count = kept;
}
