import { describe, expect, it } from 'vitest';
import type { Road, RoadCurve } from '../../../test/fixtures/vision/road-picture.ts';
import { monosimCamera, monosimLens, renderRoad, threeChannels } from '../../../test/fixtures/vision/road-picture.ts';
import { monosimParams, releasedParams } from '../../../test/fixtures/vision/monosim-detector.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { cameraInfo } from '../../camera-model/camera-info.ts';
import { createStream, gaussian, uniformBetween } from '../../math/random.ts';
import type { Lane } from '../../msgs/index.ts';
import { laneDetector } from './lane-detector.ts';
import { valueAt } from './polynomial-fit.ts';

/** A detector that is shown grey pictures. */
function detector(params: object = {}) {
  const runner = new BlockRunner(laneDetector, { ...monosimParams, ...params });
  const show = (grey: Uint8Array, encoding = 'mono8', size = { width: 640, height: 480 }): Lane => {
    const channels = encoding === 'mono8' ? 1 : 3;
    runner.send('image', (image) => {
      Object.assign(image, {
        ...size,
        encoding,
        step: channels * size.width,
        data: channels === 1 ? grey : threeChannels(grey),
      });
      image.header.stamp = { sec: Math.floor(runner.time.now), nanosec: runner.time.nowNs % 1e9 };
    });
    runner.step();
    return runner.outputs.lane.value;
  };
  return { runner, show, lane: runner.outputs.lane };
}

/** Distances of the centre from the truth within the stretch that was seen [m], sorted. */
function errorsOf(lane: Lane, curve: RoadCurve): number[] {
  const errors: number[] = [];
  for (let x = lane.x_min; x <= lane.x_max; x += 0.05)
    errors.push(Math.abs(curve.distance(x, valueAt(lane.centre, x))));
  return errors.sort((a, b) => a - b);
}
const largest = (lane: Lane, curve: RoadCurve): number => errorsOf(lane, curve).at(-1)!;

const bend: Road = { curvature: () => 0.06, offset: 0.08, heading: 0.03 };
const clean = renderRoad(bend);
const asphalt = { ground: 90, paint: 210 };

function noisy(grey: Uint8Array, deviation: number): Uint8Array {
  const stream = createStream(3, 'noise');
  return grey.map((level) => Math.max(0, Math.min(255, Math.round(level + deviation * gaussian(stream)))));
}

describe('the lane on clean pictures', () => {
  const stream = createStream(11, 'roads');
  const roads = Array.from({ length: 12 }, () => {
    const [curvature, rate] = [uniformBetween(stream, -0.2, 0.2), uniformBetween(stream, -0.04, 0.04)];
    return {
      curvature: (s: number) => Math.max(-0.2, Math.min(0.2, curvature + rate * s)),
      offset: uniformBetween(stream, -0.15, 0.15),
      heading: uniformBetween(stream, -0.1, 0.1),
    };
  });

  it('is within 1 cm in the median and 4 cm at 99 %, for curvatures up to 0.2 1/m that change', () => {
    const { show } = detector({ lane: { memory: 0 } });
    const errors: number[] = [];
    for (const road of roads) {
      const { grey, curve } = renderRoad(road);
      const lane = show(grey);
      expect(lane.detected).toBe(true);
      expect(lane.x_max - lane.x_min).toBeGreaterThan(1);
      errors.push(...errorsOf(lane, curve));
      // and back to the rear axle, where the camera sees nothing
      expect(Math.abs(curve.distance(0, valueAt(lane.centre, 0)))).toBeLessThan(0.2);
      expect(Math.abs(curve.distance(1, valueAt(lane.centre, 1)))).toBeLessThan(0.08);
    }
    errors.sort((a, b) => a - b);
    expect(errors[errors.length >> 1]).toBeLessThan(0.003);
    expect(errors[Math.floor(0.99 * errors.length)]).toBeLessThan(0.025);
  });

  it('has lines at half the width on both sides, and full confidence', () => {
    const { grey, curve } = clean;
    const lane = detector().show(grey);
    expect(lane.width).toBeCloseTo(1, 2);
    expect(lane.confidence).toBeGreaterThan(0.95);
    for (const x of [3, 5, 7]) {
      expect(curve.distance(x, valueAt(lane.left, x))).toBeCloseTo(0.5, 2);
      expect(curve.distance(x, valueAt(lane.right, x))).toBeCloseTo(-0.5, 2);
    }
  });

  it('is mirrored when the picture is', () => {
    const { grey } = clean;
    const mirrored = grey.map((_, i) => grey[i - (i % 640) + 639 - (i % 640)]);
    const [lane, other] = [detector().show(grey), detector().show(mirrored)];
    for (const x of [3, 5, 7]) expect(valueAt(other.centre, x)).toBeCloseTo(-valueAt(lane.centre, x), 2);
    expect(other.left_confidence).toBeCloseTo(lane.right_confidence, 1);
  });

  it('is the same in mono8, rgb8 and bgr8, and with padded rows', () => {
    const { grey } = clean;
    const centre = [...detector().show(grey).centre];
    expect([...detector().show(grey, 'rgb8').centre]).toEqual(centre);
    expect([...detector().show(grey, 'bgr8').centre]).toEqual(centre);
    const { runner } = detector();
    const padded = new Uint8Array(656 * 480);
    for (let y = 0; y < 480; y++) padded.set(grey.subarray(640 * y, 640 * (y + 1)), 656 * y);
    runner.send('image', (image) =>
      Object.assign(image, { width: 640, height: 480, encoding: 'mono8', step: 656, data: padded }),
    );
    runner.step();
    expect([...runner.outputs.lane.value.centre]).toEqual(centre);
  });

  it('comes through a distorted lens, known from parameters or from camera_info', () => {
    const lens: Lens = { ...monosimLens, k: [-0.15, 0.02, 0.001, -0.001, 0] };
    const { grey, curve } = renderRoad(bend, { ...monosimCamera, lens });
    const { birdsEye } = monosimParams;
    const lane = detector({
      birdsEye: { ...birdsEye, camera: { ...birdsEye.camera, lens: { fx: 400, k: [...lens.k] } } },
    }).show(grey);
    expect(largest(lane, curve)).toBeLessThan(0.01);
    const informed = detector();
    const { distortionModel, d, k, r, p } = cameraInfo(lens);
    informed.runner.send('camera_info', (info) =>
      Object.assign(info, { width: 640, height: 480, distortion_model: distortionModel, d, k, r, p }),
    );
    expect([...informed.show(grey).centre]).toEqual([...lane.centre]);
  });
});

describe('the lane survives', () => {
  it.each<[string, Road, number, ((grey: Uint8Array) => Uint8Array)?]>([
    ['strong noise', { ...bend, ...asphalt }, 0.012, (grey) => noisy(grey, 40)],
    ['a lost right line', { ...bend, painted: (side) => side > 0 }, 0.01],
    ['a lost left line', { ...bend, painted: (side) => side < 0 }, 0.01],
    [
      'dashes with gaps of 1.5 m on alternating sides',
      { ...bend, ...asphalt, painted: (side, s) => (s + (side > 0 ? 1 : 0)) % 2.5 < 1 },
      0.012,
    ],
    [
      'shadows to a quarter of the light',
      { ...bend, ...asphalt, light: (x, y) => ((x > 4 && x < 6) || (y > 0.1 && x < 3.5) ? 0.25 : 1) },
      0.01,
    ],
    [
      'saturated glare over and beside the lines',
      {
        ...bend,
        ...asphalt,
        glare: (x, y) =>
          [
            [4, -0.3, 0.5],
            [5.5, 1.2, 0.3],
            [3, 0.1, 0.12],
            [7, 0.8, 0.6],
          ].some(([cx, cy, r]) => Math.hypot(x - cx, y - cy) < r)
            ? 200
            : 0,
      },
      0.012,
    ],
  ])('%s', (_name, road, tolerance, spoil) => {
    const { grey, curve } = renderRoad(road);
    const lane = detector().show(spoil ? spoil(grey) : grey);
    expect(lane.detected).toBe(true);
    expect(lane.x_max).toBeGreaterThan(8);
    expect(largest(lane, curve)).toBeLessThan(tolerance);
  });

  it('the tightest bend, of which only the outer line is in view, with less confidence', () => {
    const { grey, curve } = renderRoad({ curvature: () => 0.2 });
    const lane = detector().show(grey);
    expect(lane.left_confidence).toBe(0);
    expect(lane.right_confidence).toBeGreaterThan(0.2);
    expect(largest(lane, curve)).toBeLessThan(0.01);
  });
});

describe('the lane detector', () => {
  it('finds nothing on bare asphalt, and keeps what it last said', () => {
    const { show } = detector();
    const { grey } = clean;
    const centre = [...show(grey).centre];
    const bare = show(noisy(new Uint8Array(grey.length).fill(90), 15));
    expect(bare.detected).toBe(false);
    expect([bare.confidence, bare.left_confidence, bare.right_confidence]).toEqual([0, 0, 0]);
    expect([...bare.centre]).toEqual(centre);
  });

  it('remembers for a while on which side a lone line is', () => {
    // a single straight line 0.1 m left of the vehicle could be either
    const lone = renderRoad({ curvature: () => 0, offset: 0.42, painted: (side) => side > 0 }).grey;
    const { show } = detector();
    expect(valueAt(show(renderRoad({ curvature: () => 0, offset: 0.3 }).grey).centre, 4)).toBeCloseTo(-0.3, 1);
    expect(valueAt(show(lone).centre, 4)).toBeCloseTo(-0.42, 1);
  });

  it('publishes only for a new picture, with its stamp and its own frame', () => {
    const { show, runner, lane } = detector({ frame: 'rear_axle' });
    runner.time.nowNs = 1_200_000_000;
    runner.time.now = 1.2;
    show(clean.grey);
    expect(lane.publish).toBe(true);
    expect(lane.value.header).toEqual({ stamp: { sec: 1, nanosec: 200_000_000 }, frame_id: 'rear_axle' });
    runner.step();
    expect(lane.publish).toBe(false);
  });

  it('gives the same bits whatever it saw before, but for the lane it remembers', () => {
    const { grey } = clean;
    const fresh = detector({ lane: { memory: 0 } });
    const used = detector({ lane: { memory: 0 } });
    used.show(noisy(grey, 60));
    used.show(renderRoad({ curvature: () => -0.15 }).grey, 'rgb8');
    const [lane, expected] = [used.show(grey), fresh.show(grey)];
    lane.header.stamp = expected.header.stamp;
    expect(lane).toEqual(expected);
  });

  it('says which pictures it expects', () => {
    const { show } = detector();
    expect(() => show(new Uint8Array(100), 'mono8', { width: 10, height: 10 })).toThrow(
      'expected a picture of 640 × 480 pixels as the camera is described, got 10 × 10',
    );
    expect(() => show(new Uint8Array(640 * 480), 'yuv422')).toThrow(
      'image.encoding: expected rgb8, bgr8 or mono8, got "yuv422"',
    );
    expect(() => show(new Uint8Array(99), 'mono8')).toThrow('image.data');
  });

  it('refuses parameters that contradict each other', () => {
    expect(() => detector({ blur: 4 })).toThrow('blur');
    expect(() => detector({ birdsEye: { window: { xMin: 5, xMax: 4 } } })).toThrow('xMax');
    expect(() => detector({ birdsEye: { matrix: { imageToView: [0, 0, 0, 0, 0, 0, 0, 0, 0] } } })).toThrow('inverted');
  });

  it("is MonoSIM's with the released parameters: in a frame about at the camera, a centimetre off", () => {
    const { grey, curve } = clean;
    const lane = detector(releasedParams).show(grey, 'bgr8');
    expect(lane.header.frame_id).toBe('front_axle');
    for (const x of [1.2, 2, 3, 4]) expect(Math.abs(curve.distance(x + 2, valueAt(lane.centre, x)))).toBeLessThan(0.03);
  });
});
