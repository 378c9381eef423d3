/**
 * What a line detector does to a picture, stage by stage, computed in the page by the detector's own code:
 *
 *   picture → colour of the line → its grey → edges → segments and line
 *
 * Stages of a cropped region show its rows only. Pictures are views of the detector's memory: look at them before the next one.
 */
import type { Image, LineCoords } from '../../../../src/msgs/index.ts';
import { Image as ImageType } from '../../../../src/msgs/index.ts';
import { colourEncodingOf, LineFinder } from '../../../../src/vision/line/finder.ts';
import type { LineParams } from '../../../../src/vision/line/params.ts';
import { lineView } from '../../../../src/vision/line/line-view.ts';
import type { Stage } from './lane-stages.ts';
import { greyPicture, inputOf, NO_TIME } from './lane-stages.ts';
import type { PictureMessage } from './pixels.ts';

export class LinePictures {
  private readonly finder: LineFinder;
  private readonly output = { value: ImageType.create(), publish: false, frame: (size: number) => this.bytes(size) };
  private frame = new Uint8Array(0);
  private sequence = 0;

  constructor(private readonly params: LineParams) {
    this.finder = new LineFinder(params, { mask: true });
  }

  of(image: Image, line: LineCoords | undefined): Stage[] {
    const encoding = colourEncodingOf(image);
    if (encoding === undefined) return [];
    const { colour, edges, region, segments, merge } = this.params;
    const stages = this.finder.stagesFor(image);
    stages.load(image.data, image.step);
    stages.selectColour(encoding);
    stages.findEdges();
    const grey = (data: Uint8Array) => greyPicture(data, stages.columns, stages.rows, stages.stride);
    const rows = region.crop ? ` Rows ${region.top} to ${region.bottom}.` : '';
    return [
      { id: 'picture', title: 'Camera', doc: 'The picture as it comes from the camera.', picture: image },
      {
        id: 'mask',
        title: 'Colour',
        picture: grey(stages.mask),
        doc: `Hue ${2 * colour.hueMin}° to ${2 * colour.hueMax}°, saturation from ${colour.saturationMin}, value from ${colour.valueMin}, of 255.${rows}`,
      },
      {
        id: 'grey',
        title: 'Grey of that colour',
        doc: `Luminance where the colour is right, black elsewhere.${rows}`,
        picture: grey(stages.grey),
      },
      {
        id: 'edges',
        title: 'Edges',
        doc: `Canny: begin at a gradient of ${edges.high}, followed down to ${edges.low}.${rows}`,
        picture: grey(stages.edges),
      },
      {
        id: 'line',
        title: 'Segments and line',
        picture: this.lineOf(image, line),
        doc: `Hough segments of ${segments.threshold} points or more (green), merged ${merge === 'robust' ? 'from the longest group' : 'by their mean'} (magenta, its far end boxed).`,
      },
    ];
  }

  private lineOf(image: Image, line: LineCoords | undefined): PictureMessage {
    this.sequence++;
    lineView.step(
      this.params,
      { sequence: 0 },
      { image: inputOf(image, this.sequence), line: inputOf(line, this.sequence) },
      { view: this.output },
      NO_TIME,
    );
    return this.output.value;
  }

  private bytes(size: number): Uint8Array {
    if (this.frame.length !== size) this.frame = new Uint8Array(size);
    return this.frame;
  }
}
