/**
 * What a lane detector does to a picture, stage by stage, computed in the page by the detector's own code:
 *
 *   picture → bird's-eye view → brightness → what stands out → paint → lane
 *
 * Pictures of stages are views of the detector's memory: look at them before the next picture is worked on.
 */
import type { CameraInfo, Image, Lane } from '../../../../src/msgs/index.ts';
import { Image as ImageType } from '../../../../src/msgs/index.ts';
import { LaneFinders } from '../../../../src/vision/lane/calibrated-pipeline.ts';
import type { LaneParams } from '../../../../src/vision/lane/params.ts';
import { laneView } from '../../../../src/vision/lane/lane-view.ts';
import { encodingOf } from '../../../../src/camera-model/encoding.ts';
import type { PictureMessage } from './pixels.ts';

export interface Stage {
  readonly id: string;
  readonly title: string;
  /** One sentence on what was done, with the parameters that matter. */
  readonly doc: string;
  readonly picture: PictureMessage;
}

/** An input of a block with a message, or with none. */
export const inputOf = <T>(value: T | undefined, sequence: number): any => ({
  value: value ?? {},
  sequence: value === undefined ? 0 : sequence,
  publishedNs: 0,
});

/** A picture of one channel with rows of `stride` bytes. */
export const greyPicture = (data: Uint8Array, width: number, height: number, stride: number): PictureMessage => ({
  width,
  height,
  encoding: 'mono8',
  is_bigendian: 0,
  step: stride,
  data,
});

export class LaneStages {
  private readonly finders: LaneFinders;
  private readonly output = { value: ImageType.create(), publish: false, frame: (size: number) => this.bytes(size) };
  private frame = new Uint8Array(0);
  private sequence = 0;

  constructor(private readonly params: LaneParams) {
    this.finders = new LaneFinders(params, { colour: true });
  }

  of(image: Image, lane: Lane | undefined, info: CameraInfo | undefined): Stage[] {
    const encoding = encodingOf(image);
    if (encoding === undefined) return [];
    const { threshold, channel, blur, open, search } = this.params;
    const finder = this.finders.of(image, inputOf(info, 1));
    finder.findPaint(image.data, image.step, encoding);
    const { stages } = finder;
    const { grid, stride } = stages;
    const grey = (data: Uint8Array) => greyPicture(data, grid.columns, grid.rows, stride);
    const isLocal = threshold.kind === 'local';
    stages.warpColour();
    const colour: PictureMessage = {
      width: grid.columns,
      height: grid.rows,
      encoding,
      is_bigendian: 0,
      step: 3 * stride,
      data: stages.colour,
    };
    return [
      { id: 'picture', title: 'Camera', doc: 'The picture as it comes from the camera.', picture: image },
      ...(encoding === 'mono8'
        ? []
        : [
            {
              id: 'view',
              title: 'Bird’s-eye view',
              doc: 'The ground from above: lens and mount taken out, so that lanes run parallel.',
              picture: colour,
            },
          ]),
      {
        id: 'level',
        title: 'Brightness',
        picture: grey(stages.level),
        doc: `${channel === 'value' ? 'The largest of red, green and blue' : 'Luminance'}${blur > 0 ? `, blurred by ${blur} × ${blur} pixels` : ''}.`,
      },
      ...(isLocal
        ? [
            {
              id: 'response',
              title: 'Stands out',
              picture: grey(stages.response),
              doc: `Brighter than its surroundings and narrower than ${threshold.reach} m: a top-hat along each row.`,
            },
          ]
        : []),
      {
        id: 'mask',
        title: 'Paint',
        picture: grey(stages.mask),
        doc: `${isLocal ? `Stands out by more than ${threshold.contrast} grey levels, or ${threshold.noiseFactor} times the noise` : `Brighter than ${threshold.level}`}${open > 0 ? `; specks below ${open} pixels removed` : ''}.`,
      },
      {
        id: 'lane',
        title: 'Lane',
        picture: this.laneOf(image, lane, info),
        doc: `${search === 'lane' ? 'Two lines of known distance, found together' : 'Sliding windows, each line on its own'}: windows blue, lines green, centre magenta.`,
      },
    ];
  }

  private laneOf(image: Image, lane: Lane | undefined, info: CameraInfo | undefined): PictureMessage {
    this.sequence++;
    laneView.step(
      this.params,
      { sequence: 0 },
      { image: inputOf(image, this.sequence), lane: inputOf(lane, this.sequence), camera_info: inputOf(info, 1) },
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

/** For blocks that do not look at the clock. */
export const NO_TIME = { now: 0, nowNs: 0, tick: 0, dt: 0, elapsed: 0, activation: 0 };
