/**
 * What a lane detector does to an image, stage by stage, by the detector's own code:
 *
 *   image → bird's-eye view → brightness → what stands out → paint → lane
 *
 * and the lane that it found, through the lens and mount that it believes in (or back through its matrix), as lines over the image.
 */
import { derivedFrom } from '../../core/derived.ts';
import type { ImageLine, ImageStage, Inspection, StageImage } from '../../core/inspection.ts';
import { lensFrom } from '../../camera-model/camera-info.ts';
import { lensOf } from '../../camera-model/camera-params.ts';
import { encodingOf } from '../../camera-model/encoding.ts';
import { groundToPixel } from '../../camera-model/ground.ts';
import { applyHomography, invertHomography } from '../../camera-model/homography.ts';
import type { Lens } from '../../camera-model/lens.ts';
import type { CameraInfo, Image, Lane } from '../../msgs/index.ts';
import { greyImage, imageOutput, inputOf, NO_TIME } from '../stage-image.ts';
import { LaneFinders } from './calibrated-pipeline.ts';
import { laneView } from './lane-view.ts';
import type { LaneParams } from './params.ts';
import type { ViewStages } from './view-stages.ts';

interface LaneMessages {
  readonly image?: Image;
  readonly camera_info?: CameraInfo;
  readonly lane?: Lane;
}

export const laneInspection: Inspection<LaneParams, LaneMessages> = {
  image: 'image',
  result: 'lane',
  finds: 'Lane',
  stages(params, messages) {
    const { image } = messages;
    const encoding = image === undefined ? undefined : encodingOf(image);
    if (image === undefined || encoding === undefined) return [];
    const { finders } = workOf(params);
    const finder = finders.of(image, inputOf(messages.camera_info));
    finder.findPaint(image.data, image.step, encoding);
    const { stages } = finder;
    return [
      { id: 'image', title: 'Camera', doc: 'The image as it comes from the camera.', image },
      ...(encoding === 'mono8' ? [] : [colourStage(stages, encoding)]),
      ...greyStages(stages, params),
      {
        id: 'lane',
        title: 'Lane',
        doc: `${params.search === 'lane' ? 'Two lines of known distance, found together' : 'Sliding windows, each line on its own'}: windows blue, lines green, centre magenta.`,
        image: drawLane(params, messages),
      },
    ];
  },
  lines(params, { lane, camera_info: info }) {
    if (lane === undefined) return [];
    const isCalibrated = info !== undefined && info.k[0] > 0;
    return laneLines(lane, laneProjector(params, isCalibrated ? lensFrom(info) : undefined));
  },
};

/** What is kept between images for one set of parameters. */
const workOf = derivedFrom((params: LaneParams) => ({
  finders: new LaneFinders(params, { colour: true }),
  view: imageOutput(),
}));

function colourStage(stages: ViewStages, encoding: string): ImageStage {
  stages.warpColour();
  const { grid, stride, colour } = stages;
  return {
    id: 'view',
    title: 'Bird’s-eye view',
    doc: 'The ground from above: lens and mount taken out, so that lanes run parallel.',
    image: {
      width: grid.columns,
      height: grid.rows,
      encoding,
      is_bigendian: 0,
      step: 3 * stride,
      data: colour,
    },
  };
}

function greyStages(stages: ViewStages, { channel, blur, threshold, open }: LaneParams): ImageStage[] {
  const { grid, stride } = stages;
  const grey = (data: Uint8Array) => greyImage(data, grid.columns, grid.rows, stride);
  const isLocal = threshold.kind === 'local';
  const level: ImageStage = {
    id: 'level',
    title: 'Brightness',
    doc: `${channel === 'value' ? 'The largest of red, green and blue' : 'Luminance'}${blur > 0 ? `, blurred by ${blur} × ${blur} pixels` : ''}.`,
    image: grey(stages.level),
  };
  const response: ImageStage = {
    id: 'response',
    title: 'Stands out',
    doc: `Brighter than its surroundings and narrower than ${threshold.reach} m: a top-hat along each row.`,
    image: grey(stages.response),
  };
  const mask: ImageStage = {
    id: 'mask',
    title: 'Paint',
    doc: `${isLocal ? `Stands out by more than ${threshold.contrast} grey levels, or ${threshold.noiseFactor} times the noise` : `Brighter than ${threshold.level}`}${open > 0 ? `; specks below ${open} pixels removed` : ''}.`,
    image: grey(stages.mask),
  };
  return isLocal ? [level, response, mask] : [level, mask];
}

function drawLane(params: LaneParams, { image, lane, camera_info: info }: LaneMessages): StageImage {
  const { view } = workOf(params);
  const inputs = { image: inputOf(image), lane: inputOf(lane), camera_info: inputOf(info) };
  laneView.step(params, { sequence: 0 }, inputs, { view }, NO_TIME, undefined);
  return view.value;
}

/** Ground [m] to pixel; false where the camera does not see it. */
type Projector = (x: number, y: number, out: Float64Array) => boolean;

export function laneProjector(params: LaneParams, lens: Lens = lensOf(params.birdsEye.camera)): Projector {
  const { from, camera, matrix } = params.birdsEye;
  if (from === 'camera') return groundToPixel(lens, camera.mount);
  const toImage = invertHomography(Float64Array.from(matrix.imageToView));
  return (x, y, out) => {
    if (toImage === undefined) return false;
    const column = matrix.centreColumn - y * matrix.sidewaysScale;
    const row = matrix.bottomRow - (x - matrix.bias) * matrix.forwardScale;
    applyHomography(toImage, column, row, out);
    return Number.isFinite(out[0]) && Number.isFinite(out[1]);
  };
}

/** Points of each line. */
const SAMPLES = 40;
const pixel = new Float64Array(2);

export function laneLines(lane: Lane, project: Projector): ImageLine[] {
  if (!(lane.x_max > lane.x_min)) return [];
  const line = (c: ArrayLike<number>, role: ImageLine['role']): ImageLine => {
    const points: number[] = [];
    for (let i = 0; i <= SAMPLES; i++) {
      const x = lane.x_min + ((lane.x_max - lane.x_min) * i) / SAMPLES;
      if (project(x, c[0] + x * (c[1] + x * (c[2] + x * c[3])), pixel)) points.push(pixel[0], pixel[1]);
    }
    return { role: lane.detected ? role : 'faded', points: Float64Array.from(points) };
  };
  return [line(lane.left, 'edge'), line(lane.right, 'edge'), line(lane.centre, 'centre')];
}
