/**
 * What a line detector does to an image, stage by stage, by the detector's own code:
 *
 *   image → colour of the line → its grey → edges → segments and line
 *
 * Stages of a cropped region show its rows only.
 */
import { derivedFrom } from '../../core/derived.ts';
import type { Inspection, StageImage } from '../../core/inspection.ts';
import type { Image, LineCoords } from '../../msgs/index.ts';
import { greyImage, imageOutput, inputOf, NO_TIME } from '../stage-image.ts';
import { colourEncodingOf, LineFinder } from './finder.ts';
import { lineView } from './line-view.ts';
import type { LineParams } from './params.ts';

interface LineMessages {
  readonly image?: Image;
  readonly line?: LineCoords;
}

export const lineInspection: Inspection<LineParams, LineMessages> = {
  image: 'image',
  result: 'line',
  finds: 'Line',
  stages(params, messages) {
    const { image } = messages;
    const encoding = image === undefined ? undefined : colourEncodingOf(image);
    if (image === undefined || encoding === undefined) return [];
    const { colour, edges, region, segments, merge } = params;
    const stages = workOf(params).finder.stagesFor(image);
    stages.load(image.data, image.step);
    stages.selectColour(encoding);
    stages.findEdges();
    const grey = (data: Uint8Array) => greyImage(data, stages.columns, stages.rows, stages.stride);
    const rows = region.crop ? ` Rows ${region.top} to ${region.bottom}.` : '';
    return [
      { id: 'image', title: 'Camera', doc: 'The image as it comes from the camera.', image },
      {
        id: 'mask',
        title: 'Colour',
        doc: `Hue ${2 * colour.hueMin}° to ${2 * colour.hueMax}°, saturation from ${colour.saturationMin}, value from ${colour.valueMin}, of 255.${rows}`,
        image: grey(stages.mask),
      },
      {
        id: 'grey',
        title: 'Grey of that colour',
        doc: `Luminance where the colour is right, black elsewhere.${rows}`,
        image: grey(stages.grey),
      },
      {
        id: 'edges',
        title: 'Edges',
        doc: `Canny: begin at a gradient of ${edges.high}, followed down to ${edges.low}.${rows}`,
        image: grey(stages.edges),
      },
      {
        id: 'line',
        title: 'Segments and line',
        doc: `Hough segments of ${segments.threshold} points or more (green), merged ${merge === 'robust' ? 'from the longest group' : 'by their mean'} (magenta, its far end boxed).`,
        image: drawLine(params, messages),
      },
    ];
  },
  lines: (_params, { line }) =>
    line === undefined
      ? []
      : [{ role: line.detected ? 'centre' : 'faded', points: Float64Array.of(line.x1, line.y1, line.x2, line.y2) }],
};

/** What is kept between images for one set of parameters. */
const workOf = derivedFrom((params: LineParams) => ({
  finder: new LineFinder(params, { mask: true }),
  view: imageOutput(),
}));

function drawLine(params: LineParams, { image, line }: LineMessages): StageImage {
  const { view } = workOf(params);
  const inputs = { image: inputOf(image), line: inputOf(line) };
  lineView.step(params, { sequence: 0 }, inputs, { view }, NO_TIME, undefined);
  return view.value;
}
