/** Small images of a lane between white lines and of a yellow line on a road, for blocks that look at images. */
import { parse } from '../../src/core/schema.ts';
import { cameraInfo } from '../../src/camera-model/camera-info.ts';
import type { Lens } from '../../src/camera-model/lens.ts';
import type { Mount } from '../../src/camera-model/mount.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { integerBelow } from '../../src/math/random.ts';
import { createRenderer } from '../../src/sensors/index.ts';
import type { World } from '../../src/world/index.ts';
import { worldOf, worldParams } from '../../src/world/index.ts';

export type ImageKind = 'lane' | 'line' | 'yuv422' | 'view';

interface RenderedImage {
  readonly width: number;
  readonly height: number;
  readonly encoding: string;
  readonly is_bigendian: number;
  readonly step: number;
  readonly data: Uint8Array;
}

/** The camera of MonoSIM's car with a quarter of its pixels each way. */
export const LANE_CAMERA = {
  width: 160,
  height: 120,
  lens: { fx: 100 },
  mount: { x: 2, y: 0, z: 0.83, roll: 0, pitch: Math.PI / 6, yaw: 0 },
};
const LANE_LENS: Lens = { kind: 'pinhole', width: 160, height: 120, fx: 100, fy: 100, cx: 79.5, cy: 59.5, k: [] };
const laneInfo = cameraInfo(LANE_LENS);
/** What a camera_info says of it. */
export const LANE_LENS_INFO = {
  width: 160,
  height: 120,
  distortion_model: laneInfo.distortionModel,
  d: laneInfo.d,
  k: laneInfo.k,
  p: laneInfo.p,
  r: laneInfo.r,
};

/** The front camera of RosDrive's Prius with a quarter of its pixels each way. */
const LINE_LENS: Lens = { kind: 'pinhole', width: 200, height: 200, fx: 119, fy: 119, cx: 99.5, cy: 99.5, k: [] };
const LINE_MOUNT = { x: 1.85, y: 0, z: 3, roll: 0, pitch: 0.05, yaw: 0 };

const straightRoad = (lines: object) =>
  worldOf(
    parse(
      worldParams,
      {
        ground: [70, 70, 70],
        track: {
          segments: { elements: [{ straight: 200 }] },
          laneWidth: 1,
          lines,
          road: { width: 6, colour: [84, 84, 84] },
        },
      },
      'world',
    ),
  );

/** Offset to the left of the middle [m] and heading [rad] of each image. */
const VIEWS = [
  [0, 0],
  [0.1, 0.02],
  [-0.15, -0.05],
  [0.25, 0.1],
  [-0.3, 0.04],
  [0.05, -0.12],
] as const;

/** Of the size of the lane's, in two bytes a pixel: what they are is no matter to who passes them on. */
const packed = (images: readonly RenderedImage[]): RenderedImage[] =>
  images.map(({ width, height, is_bigendian, data }) => {
    const step = 2 * width;
    return { width, height, encoding: 'yuv422', is_bigendian, step, data: data.slice(0, step * height) };
  });

/** Slots and parked cars straight from above, 256 × 256 pixels for 10 m × 10 m as a surround view has them. */
const VIEW_LENS: Lens = { kind: 'pinhole', width: 256, height: 256, fx: 768, fy: 768, cx: 127.5, cy: 127.5, k: [] };
const VIEW_MOUNT = { x: 1.25565, y: 0, z: 30, roll: 0, pitch: Math.PI / 2, yaw: 0 };
const slotLines = Array.from({ length: 9 }, (_, k) => [
  [12 + 2.5 * k, 3],
  [12 + 2.5 * k, 8],
]);
const lotFromAbove = () =>
  worldOf(
    parse(
      worldParams,
      {
        ground: [80, 82, 84],
        stripes: [
          {
            points: [
              [12, 3],
              [32, 3],
            ],
          },
          ...slotLines.map((points) => ({ points })),
        ],
        solids: [15.75, 23.25].map((x) => ({ x, y: 5.6, yaw: 1.57, length: 4.2, width: 1.8, height: 1.4 })),
      },
      'world',
    ),
  );

function render(kind: ImageKind): RenderedImage[] {
  if (kind === 'yuv422') return packed(render('lane'));
  if (kind === 'view') return draw(VIEW_LENS, VIEW_MOUNT, lotFromAbove());
  const [lens, mount, lines] =
    kind === 'lane'
      ? [LANE_LENS, LANE_CAMERA.mount, { kind: 'edges', width: 0.11 }]
      : [LINE_LENS, LINE_MOUNT, { kind: 'centre', width: 0.3, colour: [230, 230, 60] }];
  return draw(lens, mount, straightRoad(lines));
}

function draw(lens: Lens, mount: Mount, { scene }: World): RenderedImage[] {
  const renderer = createRenderer(lens, scene, { mount, encoding: 'rgb8' });
  return VIEWS.map(([y, yaw], i) => {
    const data = new Uint8Array(renderer.size);
    renderer.render({ x: 20 + 3 * i, y, yaw, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 }, data);
    const { width, height } = lens;
    return { width, height, encoding: 'rgb8', is_bigendian: 0, step: 3 * width, data };
  });
}

const rendered = new Map<ImageKind, RenderedImage[]>();

/** One of the images, by chance. */
export function renderedImage(kind: ImageKind, stream: RandomStream): RenderedImage {
  let images = rendered.get(kind);
  if (images === undefined) rendered.set(kind, (images = render(kind)));
  return images[integerBelow(stream, images.length)];
}
