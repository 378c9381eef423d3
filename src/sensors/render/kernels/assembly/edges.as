/**
 * Edges of paths that wait for the rows they cross, and the layers that they bound. A layer is a brush and all edges between it and the
 * brush before; layers are painted in the order in which they came.
 */
import { Canvas, truncated } from './canvas';
import { Brush } from './paint';

/** Of an edge: x and y where it goes on, x and y where it ends, dx/dy, its layer with a bit for those that went upwards, the next of its row. */
export const EDGE: usize = 48;
export const X: usize = 0;
export const Y: usize = 8;
export const X_LAST: usize = 16;
export const Y_LAST: usize = 24;
export const SLOPE: usize = 32;
export const LAYER_OF: usize = 40;
export const NEXT: usize = 44;
/** No edge; greater than the address of any. */
export const NONE: usize = 0xffffffff;

/** How a layer is painted: at once, or recorded as a silhouette or a part of one. */
export const PAINTED: i32 = 0;
export const RECORDED: i32 = 1;

/** A layer. */
@unmanaged
export class Layer {
  first: f64;
  second: f64;
  third: f64;
  opacity: f64;
  kind: i32;
  /** The first layer of the solid that it is a part of. */
  group: usize;
  /** Columns between which all of it is, the last not included. */
  from: i32;
  to: i32;
}
const LAYER: usize = 48;

/** What is done to a row between layers: before which layer, and what. */
const TURN: usize = 8;
export const MOST_TURNS: i32 = 16;
export const ADD_LIGHT: i32 = 0;
export const LIGHT_UP: i32 = 1;
export const PAINT_RECORDS: i32 = 2;

/** Limits what is drawn to these rows, the last included. */
export function limitRows(self: usize, from: i32, to: i32): void {
  const canvas = changetype<Canvas>(self);
  canvas.fromRow = from;
  canvas.toRow = to;
}

/** Adds the edges between `count` points x₀, y₀, x₁, y₁ …; over several calls they must close. */
export function addPath(self: usize, path: usize, count: i32): void {
  const canvas = changetype<Canvas>(self);
  const width = <f64>canvas.width;
  const height = <f64>canvas.height;
  const fromRow = canvas.fromRow;
  const toRow = canvas.toRow;
  const layer = canvas.layersEnd;
  const limit = canvas.edgesLimit;
  let left = <f64>canvas.left;
  let right = <f64>canvas.right;
  let edge = canvas.edgesEnd;
  const before = edge;
  const end = path + (<usize>(count - 1) << 4);
  for (let p = path; p < end; p += 16) {
    // downwards, the layer's last bit tells which way it was
    const isDown = load<f64>(p, 8) < load<f64>(p, 24);
    const from = isDown ? p : p + 16;
    const to = isDown ? p + 16 : p;
    let x = load<f64>(from);
    let y = load<f64>(from, 8);
    let xLast = load<f64>(to);
    let yLast = load<f64>(to, 8);
    // out of sight: above, below, level, or to the right
    if (!(yLast > 0 && y < height && y < yLast)) continue;
    if (!(x < width || xLast < width)) {
      right = width;
      continue;
    }
    const slope = (xLast - x) / (yLast - y);
    if (y < 0) {
      x -= y * slope;
      y = 0;
    }
    if (yLast > height) {
      xLast += (height - yLast) * slope;
      yLast = height;
    }
    let row = truncated(y);
    if (row > toRow) continue;
    // down to the first row that counts
    for (; row < fromRow && y < yLast; row++) {
      const yNext = min(yLast, <f64>(row + 1));
      x = <f64>(row + 1) >= yLast ? xLast : x + (yNext - y) * slope;
      y = yNext;
    }
    if (y >= yLast) continue;
    if (edge == limit) {
      canvas.isFull = 1;
      break;
    }
    left = min(left, min(x, xLast));
    right = max(right, max(x, xLast));
    store<f64>(edge, x, X);
    store<f64>(edge, y, Y);
    store<f64>(edge, xLast, X_LAST);
    store<f64>(edge, yLast, Y_LAST);
    store<f64>(edge, slope, SLOPE);
    store<usize>(edge, layer | <usize>!isDown, LAYER_OF);
    store<usize>(edge, NONE, NEXT);
    const at = <usize>row << 2;
    if (load<usize>(canvas.heads + at) == NONE) store<usize>(canvas.heads + at, edge);
    else store<usize>(load<usize>(canvas.tails + at), edge, NEXT);
    store<usize>(canvas.tails + at, edge);
    edge += EDGE;
  }
  canvas.edgesEnd = edge;
  if (edge != before) canvas.hasEdges = 1;
  canvas.left = <f32>left;
  canvas.right = <f32>right;
}

/** Ends the layer at hand. */
function endLayer(canvas: Canvas, brush: Brush, kind: i32, group: usize): void {
  if (canvas.hasEdges == 0) return;
  const layer = changetype<Layer>(canvas.layersEnd);
  layer.first = brush.first;
  layer.second = brush.second;
  layer.third = brush.third;
  layer.opacity = brush.opacity;
  layer.kind = kind;
  layer.group = group;
  // a pixel more to either side, where a rounding may have gone
  layer.from = max(0, <i32>max(<f32>0, canvas.left) - 1);
  layer.to = min(canvas.width, <i32>min(<f32>canvas.width, canvas.right) + 2);
  canvas.hasEdges = 0;
  canvas.left = <f32>canvas.width;
  canvas.right = 0;
  if (canvas.layersEnd + 2 * LAYER > canvas.layersLimit) canvas.isFull = 1;
  else canvas.layersEnd += LAYER;
}

/** Paints what the paths cover, p ← p + α (paint − opacity p) for the covered share α of a pixel. */
export function paint(self: usize, brush: usize): void {
  endLayer(changetype<Canvas>(self), changetype<Brush>(brush), PAINTED, 0);
}

/** What is recorded from here on is of another solid. */
export function beginSolid(self: usize): void {
  changetype<Canvas>(self).group = 0;
}

/** Records what the paths cover: first the silhouette of a solid, then what is added to parts of it. */
export function record(self: usize, brush: usize): void {
  const canvas = changetype<Canvas>(self);
  // parts of a silhouette that is out of the picture are of nobody
  if (canvas.group == 0) canvas.group = canvas.hasEdges != 0 ? canvas.layersEnd : NONE;
  endLayer(canvas, changetype<Brush>(brush), RECORDED, canvas.group);
}

/** Something is done to each row between the layers before and those to come. */
export function takeTurn(self: usize, kind: i32): void {
  const canvas = changetype<Canvas>(self);
  if (canvas.turnCount == MOST_TURNS) {
    canvas.isFull = 1;
    return;
  }
  const turn = canvas.turns + <usize>canvas.turnCount * TURN;
  store<usize>(turn, canvas.layersEnd);
  store<i32>(turn, kind, 4);
  canvas.turnCount++;
}

/** Sets before which layer the next turn comes; NONE after the last. */
export function findNextTurn(canvas: Canvas): void {
  const isAnyLeft = canvas.turnsDone < canvas.turnCount;
  canvas.nextTurn = isAnyLeft ? load<usize>(canvas.turns + <usize>canvas.turnsDone * TURN) : NONE;
}

// @ts-ignore: decorator
@inline
export function kindOfTurn(canvas: Canvas): i32 {
  return load<i32>(canvas.turns + <usize>canvas.turnsDone * TURN, 4);
}
