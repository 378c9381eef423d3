/**
 * A picture in another size, with the intrinsics that belong to it.
 *
 *   s = size / size before      fx′ = s fx      cx′ = s (cx + ½) − ½      the same for y, and for P
 *
 * Pixel centres have whole coordinates, so that the picture begins at −½, and the principal point moves with that: a ray meets the
 * corresponding place in both pictures. Distortion is a matter of angles and stays as it is.
 *
 * Encodings: mono8, rgb8, bgr8, rgba8. `camera_info` is published with each picture, once one has come.
 * Checked against: cv2.resize of OpenCV 4.6, every byte equal; projections of rays.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../core/block.ts';
import { derivedFrom } from '../core/derived.ts';
import { InputError } from '../core/input-error.ts';
import type { FieldValues } from '../core/schema.ts';
import { choice, integer } from '../core/schema.ts';
import type { PackedEncoding } from '../camera-model/encoding.ts';
import { imageBytes, packedEncodingOf } from '../camera-model/encoding.ts';
import { LARGEST_IMAGE } from '../camera-model/pixel-map.ts';
import type { FrameMemory } from '../math/frame-memory.ts';
import { CameraInfo, copyTime, Image } from '../msgs/index.ts';
import { PerMemory } from '../pixels/per-memory.ts';
import { interpolations, Resizer } from '../pixels/resizer.ts';

const resizeParams = {
  width: integer(320, 'px', 'columns of the new picture; fewer are faster to work on', { min: 1, max: 8192 }),
  height: integer(240, 'px', 'rows of the new picture', { min: 1, max: 8192 }),
  interpolation: choice(
    'area',
    interpolations,
    'area: the mean of all pixels that fall into one, which calms noise and keeps thin lines; linear: the four nearest, which skips pixels when the picture is made much smaller',
  ),
};
type ResizeParams = FieldValues<typeof resizeParams>;

/** Seconds per pixel that is read or written. */
const SECONDS_PER_PIXEL = 1e-9;

const resizersOf = derivedFrom(
  (params: ResizeParams) => new PerMemory((frames: FrameMemory | undefined) => new SizedResizer(params, frames)),
);

export const resize = defineBlock({
  type: 'vision/resize',
  doc: 'Gives a picture another size, as cv2.resize does, and scales its camera_info accordingly.',
  params: resizeParams,
  defaultPeriod: 0.1,
  inputs: { image: Image, camera_info: optionalInput(CameraInfo) },
  outputs: { image: occasionalOutput(Image), camera_info: occasionalOutput(CameraInfo) },
  cost: ({ width, height }) => SECONDS_PER_PIXEL * width * height,
  check: ({ width, height }) =>
    width * height > LARGEST_IMAGE
      ? ['width', `expected at most ${LARGEST_IMAGE} pixels, got ${width} × ${height}`]
      : undefined,
  init: () => ({ sequence: 0 }),
  step(params, state, inputs, { image, camera_info: info }) {
    if (inputs.image.sequence === state.sequence) return;
    state.sequence = inputs.image.sequence;
    const picture = inputs.image.value;
    const encoding = packedEncodingOf(picture);
    if (encoding === undefined) return;
    const { step, size } = imageBytes(encoding, params.width, params.height);
    const isPacked = picture.step === imageBytes(encoding, picture.width, picture.height).step;
    const frame = image.frame(size);
    resizersOf(params).for(picture.data, isPacked).of(picture, encoding).resize(picture.data, picture.step, frame);
    const message = image.value;
    copyTime(message.header.stamp, picture.header.stamp);
    message.header.frame_id = picture.header.frame_id;
    message.width = params.width;
    message.height = params.height;
    message.encoding = encoding;
    message.is_bigendian = picture.is_bigendian;
    message.step = step;
    message.data = frame;
    image.publish = true;
    if (inputs.camera_info.sequence === 0) return;
    CameraInfo.copy(info.value, inputs.camera_info.value);
    copyTime(info.value.header.stamp, picture.header.stamp);
    scaleIntrinsics(info.value, params, picture);
    info.publish = true;
  },
});

/** The resizer for the latest size of picture. */
class SizedResizer {
  private resizer: Resizer | undefined;

  constructor(
    private readonly params: ResizeParams,
    private readonly frames: FrameMemory | undefined,
  ) {}

  of(picture: Image, encoding: PackedEncoding): Resizer {
    const { width, height } = picture;
    const channels = imageBytes(encoding, 1, 1).step;
    if (this.resizer?.isFor(picture, channels)) return this.resizer;
    if (width * height > LARGEST_IMAGE)
      throw new InputError('image', `expected at most ${LARGEST_IMAGE} pixels, got ${width} × ${height}`);
    const { interpolation, ...target } = this.params;
    this.resizer = new Resizer({ source: { width, height }, target, channels, interpolation }, this.frames);
    return this.resizer;
  }
}

/** K and P of the picture in its new size; zeros, which mean not calibrated, stay. */
function scaleIntrinsics(info: CameraInfo, to: ResizeParams, from: Image): void {
  const across = to.width / from.width;
  const down = to.height / from.height;
  const { k, p, roi } = info;
  if (k[0] !== 0) scaleMatrix(k, 3, across, down);
  if (p[0] !== 0) scaleMatrix(p, 4, across, down);
  info.width = to.width;
  info.height = to.height;
  roi.x_offset = Math.floor(roi.x_offset * across);
  roi.y_offset = Math.floor(roi.y_offset * down);
  roi.width = Math.ceil(roi.width * across);
  roi.height = Math.ceil(roi.height * down);
}

/** (u, v, w) ← (sₓ (u + w/2) − w/2, s_y (v + w/2) − w/2, w): each row of the matrix plus half the last one, and back. */
function scaleMatrix(m: Float64Array, columns: number, across: number, down: number): void {
  for (let i = 0; i < columns; i++) {
    const half = 0.5 * m[2 * columns + i];
    m[i] = across * (m[i] + half) - half;
    m[columns + i] = down * (m[columns + i] + half) - half;
  }
}
