/**
 * What a lane detector saw: the bird's-eye view with paint (tinted), windows, lines and centre drawn in. For people, in reports
 * and in the studio, at a low rate; its parameters are those of the detector it shows.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { CameraInfo, copyTime, Image, Lane } from '../../msgs/index.ts';
import type { Canvas, Ink } from '../drawing.ts';
import { drawBox, drawPolynomial } from '../drawing.ts';
import { LaneFinders } from './calibrated-pipeline.ts';
import type { LaneParams } from './params.ts';
import { checkLaneParams, laneParams } from './params.ts';
import { encodingOf } from '../../camera-model/encoding.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import type { ViewStages } from './view-stages.ts';

const PAINT: Ink = [255, 190, 40];
const WINDOW: Ink = [60, 140, 220];
const LINE: Ink = [60, 220, 90];
const CENTRE: Ink = [240, 60, 160];

const findersOf = derivedFrom((params: LaneParams) => new LaneFinders(params, { colour: true }));

export const laneView = defineBlock({
  type: 'vision/lane-view',
  doc: "Draws the bird's-eye view with paint, windows and the lane that was found.",
  params: laneParams,
  defaultPeriod: 1,
  inputs: { image: Image, lane: Lane, camera_info: optionalInput(CameraInfo) },
  outputs: { view: occasionalOutput(Image) },
  cost: () => 1e-3,
  check: checkLaneParams,
  init: () => ({ sequence: 0 }),
  step(params, state, { image, lane, camera_info: info }, { view }) {
    if (image.sequence === state.sequence) return;
    state.sequence = image.sequence;
    const picture = image.value;
    const encoding = encodingOf(picture);
    if (encoding === undefined) return;
    const finder = findersOf(params).of(picture, info);
    const { stages } = finder;
    const { grid } = stages;
    finder.findPaint(picture.data, picture.step, encoding);
    const canvas: Canvas = { data: view.frame(3 * grid.columns * grid.rows), columns: grid.columns, rows: grid.rows };
    paintGround(stages, encoding, canvas);
    if (lane.sequence > 0) drawLane(stages, lane.value, canvas);
    const message = view.value;
    copyTime(message.header.stamp, picture.header.stamp);
    message.header.frame_id = params.frame;
    message.width = grid.columns;
    message.height = grid.rows;
    message.encoding = 'rgb8';
    message.step = 3 * grid.columns;
    message.data = canvas.data;
    view.publish = true;
  },
});

/** The view in its own colours, half tinted where paint was found. */
function paintGround(stages: ViewStages, encoding: Encoding, canvas: Canvas): void {
  const { stride, mask, colour, level } = stages;
  const first = encoding === 'bgr8' ? 2 : 0;
  // the level may have been blurred since
  if (encoding === 'mono8') stages.warp('value');
  else stages.warpColour();
  for (let row = 0, out = 0; row < canvas.rows; row++) {
    for (let column = 0; column < canvas.columns; column++, out += 3) {
      const at = row * stride + column;
      const isPaint = mask[at] !== 0;
      for (let channel = 0; channel < 3; channel++) {
        const seen =
          encoding === 'mono8' ? level[at] : colour[3 * at + (channel === 1 ? 1 : Math.abs(first - channel))];
        canvas.data[out + channel] = isPaint ? (seen + PAINT[channel]) >> 1 : seen;
      }
    }
  }
}

function drawLane(stages: ViewStages, lane: Lane, canvas: Canvas): void {
  const { windows } = lane;
  for (let i = 0; i + 3 < windows.length; i += 4) {
    if (windows[i + 2] > 0) drawBox(canvas, windows[i], windows[i + 1], windows[i + 2], windows[i + 3], WINDOW);
  }
  if (!lane.detected) return;
  drawPolynomial(canvas, stages.grid, lane.left, lane.x_min, lane.x_max, LINE);
  drawPolynomial(canvas, stages.grid, lane.right, lane.x_min, lane.x_max, LINE);
  drawPolynomial(canvas, stages.grid, lane.centre, lane.x_min, lane.x_max, CENTRE);
}
