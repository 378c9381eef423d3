/**
 * Camera: pictures of the world from the vehicle, with the intrinsics that made them.
 *
 * world, vehicle state ─ render/scene.ts ─ blur, gain, noise (image-pipeline.ts) ─ encoding (conversion.ts) → image, camera_info
 *
 * A picture shows the world from the pose in the latest vehicle state and carries its stamp, the instant of capture; with a
 * rolling shutter that is the instant of the first row. Exposure takes no time, so nothing is smeared by motion. Frames: the
 * mount is on base_link; `frame` names the optical frame (x right, y down, z forward).
 * Where nothing is set, a picture is free of noise and blur.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, param, text } from '../../core/schema.ts';
import type { LensInfo } from '../../camera-model/camera-info.ts';
import { cameraInfo } from '../../camera-model/camera-info.ts';
import { imageSizeParams, lensOf, lensParams, lensProblem } from '../../camera-model/camera-params.ts';
import { channelsOf, imageBytes, sentEncodings, sizeProblem } from '../../camera-model/encoding.ts';
import { mountParams } from '../../camera-model/mount.ts';
import { Bodies, CameraInfo, copyTime, Image, VehicleState } from '../../msgs/index.ts';
import { worldOf, worldProblem } from '../../world/world.ts';
import { worldParams } from '../../world/world-schema.ts';
import { ColourConversion, drawnAs } from './conversion.ts';
import { hasEffects, ImagePipeline } from './image-pipeline.ts';
import { effectParams, sunParams } from './params.ts';
import { MovingSolids } from './traffic.ts';
import { ownBodyParam } from '../ranging/range-params.ts';
import type { Renderer } from '../render/scene.ts';
import { createRenderer } from '../render/scene.ts';

const cameraParams = {
  world: worldParams,
  ...imageSizeParams,
  encoding: choice('rgb8', sentEncodings, 'order and number of channels, named as in sensor_msgs/Image'),
  lens: lensParams,
  mount: mountParams,
  far: param(0, 'm', 'depth beyond which there is only sky, like the far clip of Gazebo; 0 sees to the horizon', {
    min: 0,
  }),
  sun: sunParams,
  effects: effectParams,
  ownBody: ownBodyParam,
  frame: text('camera_optical_frame', 'name of the optical frame'),
};

/** Everything that follows from the parameters, with room to work in. */
interface Derived {
  readonly renderer: Renderer;
  readonly step: number;
  /** Bytes of a picture as it leaves. */
  readonly size: number;
  /** Absent when pictures leave as they are painted. */
  readonly pipeline: ImagePipeline | undefined;
  /** Absent when pictures leave in the channels they are painted in. */
  readonly conversion: ColourConversion | undefined;
  readonly info: LensInfo;
  readonly traffic: MovingSolids;
}

const derivedOf = derivedFrom((own: FieldValues<typeof cameraParams>): Derived => {
  const { width, height, encoding, mount, far, sun, effects } = own;
  const lens = lensOf(own);
  const drawn = drawnAs(encoding);
  const channels = channelsOf(drawn);
  const glare = { strength: effects.glare, width: effects.glareWidth };
  return {
    renderer: createRenderer(lens, worldOf(own.world).scene, {
      mount,
      encoding: drawn,
      far,
      lineTime: effects.lineTime,
      sun,
      glare,
    }),
    ...imageBytes(encoding, width, height),
    pipeline: hasEffects(effects) ? new ImagePipeline(effects, { width, height, channels }) : undefined,
    conversion: drawn === encoding ? undefined : new ColourConversion(encoding, width, height),
    info: cameraInfo(lens),
    traffic: new MovingSolids(),
  };
});

/** Of a picture with noise, about: for its size, and for what may stand in it. */
const SECONDS_PER_PIXEL = 1e-9;
const SECONDS_PER_SOLID = 2e-6;

export const camera = defineBlock({
  type: 'sensors/camera',
  doc: 'Pictures of the world from the vehicle, pinhole or fisheye, with noise, blur, glare and rolling shutter.',
  defaultPeriod: 0.1,
  params: cameraParams,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies) },
  outputs: { image: Image, camera_info: CameraInfo },
  cost: ({ width, height, world }) => SECONDS_PER_PIXEL * width * height + SECONDS_PER_SOLID * world.solids.length,
  check: (own) => worldProblem(own.world) ?? lensProblem(own) ?? sizeProblem(own.encoding, own.width, own.height),
  init: (_own, context) => ({ noise: context.stream('noise') }),

  step(own, state, inputs, outputs) {
    const { image, camera_info: info } = outputs;
    // nothing to see before the first state
    if (inputs.state.sequence === 0) {
      image.publish = info.publish = false;
      return;
    }
    const { renderer, step, size, pipeline, conversion, info: lensInfo, traffic } = derivedOf(own);
    describeImage(image.value, own, step);
    describeLens(info.value, own, lensInfo);
    const frame = image.frame(size);
    const pixels = conversion?.sourceFor(frame) ?? frame;
    renderer.render(inputs.state.value, pixels, traffic.update(inputs.bodies.value, own.ownBody));
    pipeline?.process(pixels, state.noise);
    conversion?.convertTo(frame);
    image.value.data = frame;
    copyTime(image.value.header.stamp, inputs.state.value.stamp);
    copyTime(info.value.header.stamp, inputs.state.value.stamp);
  },
});

/** What the parameters say of an image. */
function describeImage(image: Image, own: FieldValues<typeof cameraParams>, step: number): void {
  image.header.frame_id = own.frame;
  image.width = own.width;
  image.height = own.height;
  image.encoding = own.encoding;
  image.step = step;
}

function describeLens(info: CameraInfo, own: FieldValues<typeof cameraParams>, lens: LensInfo): void {
  info.header.frame_id = own.frame;
  info.width = own.width;
  info.height = own.height;
  info.distortion_model = lens.distortionModel;
  if (info.d.length !== lens.d.length) info.d = new Float64Array(lens.d.length);
  info.d.set(lens.d);
  info.k.set(lens.k);
  info.r.set(lens.r);
  info.p.set(lens.p);
}
