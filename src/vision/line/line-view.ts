/**
 * The picture as the line detector understood it, for people: what has the colour of the line is tinted, edges, segments and
 * the merged line are drawn, a box marks its far end, and what lies outside the region is dimmed. Takes the same parameters as
 * the detector, and its line.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { copyTime, Image, LineCoords } from '../../msgs/index.ts';
import type { Canvas, Ink } from '../drawing.ts';
import { drawBox, setPixel } from '../drawing.ts';
import { colourEncodingOf, LineFinder } from './finder.ts';
import type { LineParams } from './params.ts';
import { checkLineParams, lineParams } from './params.ts';
import type { LineStages } from './stages.ts';

const COLOURED: Ink = [255, 140, 0];
const EDGE: Ink = [0, 220, 255];
const SEGMENT: Ink = [60, 220, 90];
const MERGED: Ink = [240, 60, 160];
/** A line that is only repeated. */
const REPEATED: Ink = [150, 150, 150];

const finderOf = derivedFrom((params: LineParams) => new LineFinder(params, { mask: true }));

export const lineView = defineBlock({
  type: 'vision/line-view',
  doc: 'Draws the colour, edges, segments and the line that a line detector finds into its picture.',
  params: lineParams,
  defaultPeriod: 1,
  inputs: { image: Image, line: LineCoords },
  outputs: { view: occasionalOutput(Image) },
  cost: () => 1e-3,
  check: checkLineParams,
  init: () => ({ sequence: 0 }),
  step(params, state, { image, line }, { view }) {
    if (image.sequence === state.sequence) return;
    state.sequence = image.sequence;
    const picture = image.value;
    const encoding = colourEncodingOf(picture);
    if (encoding === undefined) return;
    const stages = finderOf(params).stagesFor(picture);
    stages.load(picture.data, picture.step);
    stages.selectColour(encoding);
    stages.findEdges();
    stages.findSegments();
    const canvas: Canvas = {
      data: view.frame(3 * picture.width * picture.height),
      columns: picture.width,
      rows: picture.height,
    };
    copyImage(picture, encoding === 'bgr8', params, canvas);
    tintStages(stages, canvas);
    drawSegments(stages, canvas);
    if (line.sequence > 0) drawMerged(canvas, line.value);
    const message = view.value;
    copyTime(message.header.stamp, picture.header.stamp);
    message.header.frame_id = picture.header.frame_id;
    message.width = picture.width;
    message.height = picture.height;
    message.encoding = 'rgb8';
    message.step = 3 * picture.width;
    message.data = canvas.data;
    view.publish = true;
  },
});

/** The picture in red, green, blue, darker outside the region. */
function copyImage(picture: Image, isBgr: boolean, { region }: LineParams, { data, columns, rows }: Canvas): void {
  for (let row = 0, out = 0; row < rows; row++) {
    const dimmed = row < region.top || row > region.bottom ? 1 : 0;
    for (let column = 0, from = row * picture.step; column < columns; column++, from += 3, out += 3) {
      data[out] = picture.data[isBgr ? from + 2 : from] >> dimmed;
      data[out + 1] = picture.data[from + 1] >> dimmed;
      data[out + 2] = picture.data[isBgr ? from : from + 2] >> dimmed;
    }
  }
}

function tintStages({ mask, edges, stride, columns, rows, firstRow }: LineStages, canvas: Canvas): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * stride + column;
      if (edges[at] !== 0) setPixel(canvas, column, row + firstRow, EDGE);
      else if (mask[at] !== 0) blend(canvas, column, row + firstRow, COLOURED);
    }
  }
}

function blend({ data, columns }: Canvas, column: number, row: number, ink: Ink): void {
  const at = 3 * (row * columns + column);
  for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel] + ink[channel]) >> 1;
}

function drawSegments({ segments: s, segmentCount, firstRow }: LineStages, canvas: Canvas): void {
  for (let i = 0; i < 4 * segmentCount; i += 4)
    drawStroke(canvas, s[i], s[i + 1] + firstRow, s[i + 2], s[i + 3] + firstRow, 1, SEGMENT);
}

function drawMerged(canvas: Canvas, line: LineCoords): void {
  const ink = line.detected ? MERGED : REPEATED;
  drawStroke(canvas, line.x1, line.y1, line.x2, line.y2, 3, ink);
  drawBox(canvas, Math.round(line.x2) - 6, Math.round(line.y2) - 6, 13, 13, ink);
}

/** A straight stroke, so many pixels wide across its longer axis. */
function drawStroke(canvas: Canvas, x1: number, y1: number, x2: number, y2: number, width: number, ink: Ink): void {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const isWide = Math.abs(dx) > Math.abs(dy);
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
  for (let i = 0; i <= steps; i++) {
    const column = Math.round(x1 + (dx * i) / steps);
    const row = Math.round(y1 + (dy * i) / steps);
    for (let beside = -(width >> 1); beside <= width >> 1; beside++)
      setPixel(canvas, column + (isWide ? 0 : beside), row + (isWide ? beside : 0), ink);
  }
}
