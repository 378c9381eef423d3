/**
 * From a picture to the line in it: the stages for its size, and the merge. Nothing in here is state: what one picture leaves
 * behind does not change what the next one gives.
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { Image, LineCoords } from '../../msgs/index.ts';
import { mergeByMean, mergeRobustly } from './merge.ts';
import type { LineParams } from './params.ts';
import type { LineEncoding, LineStageOptions } from './stages.ts';
import { PerMemory } from '../../pixels/per-memory.ts';
import { LineStages } from './stages.ts';
import { encodingOf } from '../../camera-model/encoding.ts';
import { LARGEST_IMAGE } from '../../camera-model/pixel-map.ts';

/** The encoding of a colour picture; undefined when there is no picture in the message. */
export function colourEncodingOf(picture: Image): LineEncoding | undefined {
  const encoding = encodingOf(picture);
  if (encoding === 'mono8')
    throw new InputError(
      'image.encoding',
      `expected rgb8 or bgr8, because lines are found by colour, got ${quote(encoding)}`,
    );
  return encoding;
}

/** The stages for the latest size of picture. */
class SizedStages {
  private stages: LineStages | undefined;
  private height = 0;

  constructor(
    private readonly params: LineParams,
    private readonly options: LineStageOptions,
  ) {}

  of(width: number, height: number): LineStages {
    if (this.stages === undefined || this.stages.columns !== width || this.height !== height) {
      if (width * height > LARGEST_IMAGE)
        throw new InputError('image', `expected at most ${LARGEST_IMAGE} pixels, got ${width} × ${height}`);
      const { top } = this.params.region;
      if (top >= height)
        throw new InputError('image', `expected more than ${top} rows, where the region begins, got ${height}`);
      this.stages = new LineStages(this.params, width, height, this.options);
      this.height = height;
    }
    return this.stages;
  }
}

export class LineFinder {
  private readonly made: PerMemory<SizedStages>;

  constructor(
    private readonly params: LineParams,
    options: { mask?: boolean } = {},
  ) {
    this.made = new PerMemory((frames) => new SizedStages(params, { ...options, frames }));
  }

  /** The stages for pictures of this size and memory. */
  stagesFor({ width, height, step, data }: Image): LineStages {
    return this.made.for(data, step === 3 * width).of(width, height);
  }

  /** Writes the line of the picture; false, and the line left as it is, when there is none. */
  find(picture: Image, encoding: LineEncoding, line: LineCoords): boolean {
    const stages = this.stagesFor(picture);
    stages.load(picture.data, picture.step);
    stages.selectColour(encoding);
    stages.findEdges();
    stages.findSegments();
    if (stages.segmentCount === 0) return false;
    if (this.params.merge === 'mean') mergeByMean(stages, line);
    else mergeRobustly(stages, this.params.linkDistance, line);
    return true;
  }
}
