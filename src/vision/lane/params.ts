/** What can be set in a lane detector and in the view of it: the camera and its view, what counts as paint, how lines are found. */
import { cameraParams, groundCameraProblem } from '../../camera-model/camera-params.ts';
import { choice, fixed, group, integer, list, param, text } from '../../core/schema.ts';
import type { FieldValues } from '../../core/schema.ts';
import { LARGEST_IMAGE } from '../../camera-model/pixel-map.ts';
import { MAX_ELEMENT } from './view-stages.ts';

const window = group(
  {
    xMin: param(2, 'm', 'near edge of the view'),
    xMax: param(10, 'm', 'far edge of the view; farther rows hold ever fewer rows of the picture'),
    yHalf: param(4, 'm', 'half its width; tight bends need more', { above: 0 }),
    pixelsPerMetre: param(50, '1/m', 'resolution of the view; more is slower, and sharper only near the vehicle', {
      above: 0,
      max: 1000,
    }),
  },
  'the stretch of ground in view, in the vehicle frame',
);

/** The view is laid out for images of one size. */
const camera = group(
  {
    ...cameraParams.fields,
    width: fixed(cameraParams.fields.width),
    height: fixed(cameraParams.fields.height),
  },
  cameraParams.doc,
);

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const matrix = group(
  {
    imageToView: list(
      param(undefined, '', 'one element'),
      IDENTITY,
      'nine elements, row by row, from pixels of the picture to pixels of the view',
      9,
    ),
    imageWidth: fixed(integer(640, 'px', 'width of the picture', { min: 2, max: 8192 })),
    imageHeight: fixed(integer(480, 'px', 'height of the picture', { min: 2, max: 8192 })),
    columns: integer(640, 'px', 'width of the view', { min: 16, max: 4096 }),
    rows: integer(480, 'px', 'height of the view', { min: 16, max: 4096 }),
    forwardScale: param(50, '1/m', 'pixels of the view per metre ahead', { above: 0 }),
    sidewaysScale: param(50, '1/m', 'pixels of the view per metre sideways', { above: 0 }),
    bottomRow: param(480, 'px', 'row at which x is `bias`'),
    bias: param(0, 'm', 'x at that row'),
    centreColumn: param(320, 'px', 'column at which y is 0'),
  },
  'a view that is taken on trust',
);

export const laneParams = {
  birdsEye: group(
    {
      from: choice(
        'camera',
        ['camera', 'matrix'],
        'whether the view follows from lens and mount, exact, or from a given matrix and scales; camera_info, when wired, replaces the lens',
      ),
      camera,
      window,
      matrix,
    },
    'how the ground is seen from above',
  ),
  channel: choice(
    'value',
    ['value', 'grey'],
    'what is bright: the largest channel, which also sees coloured paint, or luminance',
  ),
  blur: integer(3, 'px', 'Gaussian blur of the view: 0 (none), 3 or 5; calms noise, softens stripes', {
    min: 0,
    max: 5,
  }),
  threshold: group(
    {
      kind: choice(
        'local',
        ['local', 'fixed'],
        'paint is brighter than its surroundings at the scale of a stripe, or brighter than a level',
      ),
      level: integer(30, '', 'fixed: grey levels above this are paint', { min: 0, max: 254 }),
      contrast: integer(16, '', 'local: paint stands out by more than this; less finds fainter paint and more dirt', {
        min: 1,
        max: 254,
      }),
      noiseFactor: param(
        3,
        '',
        'local: and by more than this many times what the median pixel stands out; more is calmer in noise',
        { min: 0 },
      ),
      reach: param(0.36, 'm', 'local: what is wider than this is no stripe; more than a stripe crossed slantwise', {
        above: 0,
      }),
    },
    'what counts as paint',
  ),
  open: integer(
    0,
    'px',
    'morphological opening of the mask by a square of this size; 0: none. Removes specks and thin far stripes',
    { min: 0, max: MAX_ELEMENT },
  ),
  search: choice(
    'lane',
    ['lane', 'windows'],
    'lane: two lines of known distance, robust; windows: each line on its own as MonoSIM released it',
  ),
  windows: group(
    {
      count: integer(7, '', 'windows in the lower half of the view, the lowest of which is left out', {
        min: 2,
        max: 64,
      }),
      margin: integer(30, 'px', 'half the width of a window; more follows tighter bends and more dirt', {
        min: 1,
        max: 2048,
      }),
      minPixels: integer(50, '', 'a window with more painted pixels centres the next one', { min: 0 }),
    },
    'sliding windows',
  ),
  lane: group(
    {
      width: param(1, 'm', 'distance of the middles of the lines', { above: 0 }),
      widthDeviation: param(0.04, 'm', 'how far that may be wrong', { above: 0 }),
      stripeWidth: param(0.11, 'm', 'width of the paint', { above: 0 }),
      gate: param(0.15, 'm', 'paint nearer to a line than this belongs to it', { above: 0 }),
      reach: param(1, 'm', 'how far beyond known paint the next is looked for; more bridges longer gaps', { above: 0 }),
      steepest: param(1.2, '', 'slope dy/dx beyond which the lane is not followed', { above: 0 }),
      tolerance: param(
        0.008,
        'm',
        'root mean square distance of paint from the fit above which the far end is given up',
        { above: 0 },
      ),
      memory: param(0.5, 's', 'for how long the last lane helps to find the next', { min: 0 }),
    },
    'the lane as the robust search knows it',
  ),
  order: integer(3, '', 'order of the polynomials; 2 is stiffer and holds less far in bends', { min: 2, max: 3 }),
  minimumPaint: param(0.6, 'm', 'less paint than this along both lines is no lane', { min: 0 }),
  frame: text('base_link', 'frame of the polynomials, in which the mount of the camera is given'),
} as const;

export type LaneParams = FieldValues<typeof laneParams>;

/** A sentence when parameters contradict each other. */
export function checkLaneParams(params: LaneParams): readonly [path: string, problem: string] | undefined {
  const { window: ground, matrix: given, camera } = params.birdsEye;
  const { width, height } = camera;
  const problem = groundCameraProblem('birdsEye.camera', camera);
  if (problem !== undefined) return problem;
  if (params.blur !== 0 && params.blur !== 3 && params.blur !== 5)
    return ['blur', `expected 0, 3 or 5 [px], got ${params.blur}`];
  if (width * height > LARGEST_IMAGE)
    return ['birdsEye.camera', `expected at most ${LARGEST_IMAGE} pixels, got ${width} × ${height}`];
  if (given.imageWidth * given.imageHeight > LARGEST_IMAGE) {
    return [
      'birdsEye.matrix',
      `expected at most ${LARGEST_IMAGE} pixels, got ${given.imageWidth} × ${given.imageHeight}`,
    ];
  }
  if (!(ground.xMax > ground.xMin))
    return ['birdsEye.window.xMax', `expected more than xMin, ${ground.xMin} [m], got ${ground.xMax}`];
  const rows = (ground.xMax - ground.xMin) * ground.pixelsPerMetre;
  const columns = 2 * ground.yHalf * ground.pixelsPerMetre;
  if (!(rows >= 16 && rows <= 4096 && columns >= 16 && columns <= 4096)) {
    return [
      'birdsEye.window',
      `expected a view of 16 to 4096 pixels each way, got ${Math.round(columns)} × ${Math.round(rows)}`,
    ];
  }
  if (given.imageToView.length !== 9)
    return ['birdsEye.matrix.imageToView', `expected nine elements, got ${given.imageToView.length}`];
  const m = given.imageToView;
  const determinant =
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  if (determinant === 0)
    return ['birdsEye.matrix.imageToView', 'expected a matrix that can be inverted, got one with determinant 0'];
  return undefined;
}
