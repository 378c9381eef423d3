/**
 * Line detector: the painted line to follow, as two points of the camera picture.
 *
 *   picture → colour of the line → Canny edges → probabilistic Hough segments → one line (x₁, y₁) – (x₂, y₂) [px]
 *
 * By default the colour is yellow, only the rows of the region are looked at, the line is a robust fit, and (x₂, y₂) is its
 * far end. `scenarios/rosdrive/line-following-published.yaml` has it as RosDrive published it: red and blue mixed up, "medium
 * saturated, not bright" for a colour, the mean of all end points in whole numbers, (x₂, y₂) its right end.
 *
 * State: the sequence of the last picture, and whether there ever was a line. Without one in sight `detected` is false and
 * the last line is repeated; before the first one, the published detector says nothing (it fails there).
 * Checked against: OpenCV 4.6, every pixel of every stage and every segment; the sums in Python.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { copyTime, Image, LineCoords } from '../../msgs/index.ts';
import { colourEncodingOf, LineFinder } from './finder.ts';
import { lineInspection } from './line-inspection.ts';
import type { LineParams } from './params.ts';
import { checkLineParams, lineParams } from './params.ts';

const finderOf = derivedFrom((params: LineParams) => new LineFinder(params));

export const lineDetector = defineBlock({
  type: 'vision/line-detector',
  doc: 'Finds a coloured line in a camera picture and publishes its ends in pixels.',
  params: lineParams,
  defaultPeriod: 1 / 30,
  inputs: { image: Image },
  outputs: { line: occasionalOutput(LineCoords) },
  inspection: lineInspection,
  cost: () => 1e-4,
  check: checkLineParams,
  init: () => ({ sequence: 0, hasLine: false }),
  step(params, state, { image }, { line }) {
    if (image.sequence === state.sequence) return;
    state.sequence = image.sequence;
    const picture = image.value;
    const message = line.value;
    const encoding = colourEncodingOf(picture);
    message.detected = encoding !== undefined && finderOf(params).find(picture, encoding, message);
    state.hasLine ||= message.detected;
    if (!state.hasLine && params.merge === 'mean') return;
    copyTime(message.header.stamp, picture.header.stamp);
    message.header.frame_id = picture.header.frame_id;
    line.publish = true;
  },
});
