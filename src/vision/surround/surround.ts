/**
 * Surround view: the ground around the vehicle as if seen from above, from the pictures of cameras that were taken together.
 *
 *   pictures ─ exact table (view-table.ts), moved for the tilt of the body (tilt-mesh.ts) ─ gains (exposure.ts) ─ blended samples → view, rgb8
 *
 * Up is ahead, the middle lies `centre` ahead of base_link; the frame is base_link without roll and pitch. The own vehicle is always black, and so is
 * ground that no camera sees. Whatever stands on the ground is smeared away from the cameras, and appears twice where two of them see it.
 *
 * The view carries the capture stamp of its pictures. Where their stamps differ by more than `tolerance`, nothing is published: a camera that freezes
 * or is lost stops the view, and whoever needs one sees its age. So does a set that was published before.
 *
 * `state` or, without it, `imu` gives roll and pitch of the body: 1° of pitch moves a place 4 m ahead of a camera at 1 m height by 0.3 m. Without
 * both, the body is taken for level.
 * State: the stamp of the last view. Checked against: OpenCV's remap and projectPoints; points drawn by the camera and found again in the view.
 */
import { defineBlock, occasionalOutput, optionalInput, portList } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { Input } from '../../core/signal.ts';
import { copyTime, Image, Imu, timeToNs, VehicleState } from '../../msgs/index.ts';
import { tiltOfQuaternion } from './body-tilt.ts';
import type { SurroundParams } from './params.ts';
import { surroundParams, surroundProblem } from './params.ts';
import { Stitcher } from './stitcher.ts';

const stitcherOf = derivedFrom((params: SurroundParams) => new Stitcher(params));

/** Seconds per pixel of the view. */
const SECONDS_PER_PIXEL = 1.5e-8;

export const surround = defineBlock({
  type: 'vision/surround',
  doc: "Stitches the pictures of the cameras around a vehicle to one bird's-eye view of the ground.",
  params: surroundParams,
  defaultPeriod: 0.1,
  inputs: {
    images: portList(Image, ({ cameras }: SurroundParams) => cameras.length),
    state: optionalInput(VehicleState),
    imu: optionalInput(Imu),
  },
  outputs: { image: occasionalOutput(Image) },
  cost: ({ size }) => SECONDS_PER_PIXEL * size * size,
  check: surroundProblem,
  init: () => ({ publishedNs: -1 }),
  step(params, state, { images, state: vehicle, imu }, { image }) {
    const stampNs = commonStamp(images, params.tolerance);
    if (stampNs === undefined || stampNs === state.publishedNs) return;
    state.publishedNs = stampNs;
    const tilt = { roll: 0, pitch: 0 };
    if (vehicle.sequence > 0) Object.assign(tilt, { roll: vehicle.value.roll, pitch: vehicle.value.pitch });
    else if (imu.sequence > 0) tiltOfQuaternion(imu.value.orientation, tilt);
    const stitcher = stitcherOf(params);
    const frame = image.frame(stitcher.bytes);
    stitcher.stitch(
      images.map(({ value }) => value),
      frame,
      tilt,
    );
    const { value } = image;
    copyTime(value.header.stamp, images[0].value.header.stamp);
    value.header.frame_id = 'base_link';
    value.width = value.height = params.size;
    value.encoding = 'rgb8';
    value.step = 3 * params.size;
    value.data = frame;
    image.publish = true;
  },
});

/** The newest stamp of a set of pictures that were taken together; undefined where one is missing or from another time. */
function commonStamp(images: readonly Input<Image>[], tolerance: number): number | undefined {
  let oldest = Infinity;
  let newest = -Infinity;
  for (const { sequence, value } of images) {
    if (sequence === 0 || value.data.length === 0) return undefined;
    const ns = timeToNs(value.header.stamp);
    oldest = Math.min(oldest, ns);
    newest = Math.max(newest, ns);
  }
  return newest - oldest <= 1e9 * tolerance ? oldest : undefined;
}
