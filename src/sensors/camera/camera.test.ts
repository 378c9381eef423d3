import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { createHash, foldBytes, hashToHex } from '../../math/hash.ts';
import { camera } from './camera.ts';

const WORLD = {
  ground: [0, 0, 0],
  track: {
    polar: {
      radius: 50,
      harmonics: [
        { order: 2, sin: -10 },
        { order: 3, sin: -4 },
        { order: 5, cos: 6 },
      ],
    },
    laneWidth: 1,
    lines: { width: 0.11 },
  },
  solids: [{ name: 'box', x: 53, y: 7, length: 1, width: 1, height: 1 }],
};
const MONOSIM = { world: WORLD, lens: { fx: 400, cx: 320, cy: 240 }, mount: { x: 2, z: 0.83, pitch: '30 deg' } };

function stepOnce(params: object, seed = 1) {
  const runner = new BlockRunner(camera, params, { seed });
  runner.send('state', (state) =>
    Object.assign(state, { x: 56, y: 0, yaw: 2.09, vx: 3, yaw_rate: 0.2, stamp: { sec: 7, nanosec: 50 } }),
  );
  runner.step();
  return runner;
}
const picture = (params: object, seed = 1) => stepOnce(params, seed).outputs.image.value.data;
const hashOf = (bytes: Uint8Array) => {
  const hash = createHash();
  foldBytes(hash, bytes);
  return hashToHex(hash);
};

describe('the camera', () => {
  it('publishes nothing before the first state', () => {
    const runner = new BlockRunner(camera, MONOSIM);
    runner.step();
    expect(runner.outputs.image.publish).toBe(false);
    expect(runner.outputs.camera_info.publish).toBe(false);
  });

  it('publishes a picture with the instant of capture and its own intrinsics', () => {
    const { image, camera_info: info } = stepOnce(MONOSIM).outputs;
    expect(image.publish && info.publish).toBe(true);
    expect(image.value).toMatchObject({ width: 640, height: 480, encoding: 'rgb8', step: 1920, is_bigendian: 0 });
    expect(image.value.data).toHaveLength(640 * 480 * 3);
    expect(image.value.header).toMatchObject({ frame_id: 'camera_optical_frame', stamp: { sec: 7, nanosec: 50 } });
    expect(info.value.header).toEqual(image.value.header);
    expect(info.value).toMatchObject({ width: 640, height: 480, distortion_model: 'plumb_bob' });
    expect([...info.value.k]).toEqual([400, 0, 320, 0, 400, 240, 0, 0, 1]);
    expect([...info.value.p]).toEqual([400, 0, 320, 0, 0, 400, 240, 0, 0, 0, 1, 0]);
    expect([...info.value.d]).toEqual([0, 0, 0, 0, 0]);
  });

  it('sees the lines of the track', () => {
    const data = picture({ ...MONOSIM, encoding: 'mono8' });
    const row = [...data.subarray(400 * 640, 401 * 640)];
    // black, line, black, line, black
    const changes = row.slice(1).filter((value, i) => value > 128 !== row[i] > 128).length;
    expect(changes).toBe(4);
  });

  it('takes a field of view instead of a focal length', () => {
    const k = (params: object) => [...stepOnce(params).outputs.camera_info.value.k];
    expect(k({ width: 800, height: 800 })[0]).toBeCloseTo(400 / Math.tan(1.3962634 / 2), 9);
    expect(k({ width: 800, height: 800 })[2]).toBe(399.5);
    expect(k({ width: 800, height: 600, lens: { kind: 'fisheye', hfov: '180 deg' } })[4]).toBeCloseTo(800 / Math.PI, 9);
  });

  it('gives the same picture for the same seed, and noise from another with another', () => {
    const effects = { noise: 0.02, blur: 0.8, gain: 1.2, lineTime: 3e-5, glare: 0.3 };
    expect(hashOf(picture({ ...MONOSIM, effects }))).toBe(hashOf(picture({ ...MONOSIM, effects })));
    expect(hashOf(picture({ ...MONOSIM, effects }))).not.toBe(hashOf(picture({ ...MONOSIM, effects }, 2)));
    expect(hashOf(picture(MONOSIM))).toBe(hashOf(picture(MONOSIM, 2)));
  });

  it('refuses lenses that cannot be', () => {
    expect(() => new BlockRunner(camera, { lens: { k: [1, 2, 3, 4, 5, 6] } })).toThrow(
      'lens.k: expected at most 5 factors for a pinhole lens, got 6',
    );
    expect(() => new BlockRunner(camera, { lens: { hfov: '180 deg' } })).toThrow(
      'lens.hfov: expected less than 3.1 rad',
    );
    expect(() => new BlockRunner(camera, { world: { ground: [1, 2] } })).toThrow('world.ground');
  });
});

describe('a camera that is turned while it runs', () => {
  const turned = (params: object) => {
    const runner = stepOnce(MONOSIM);
    runner.turn(params);
    runner.step();
    return runner.outputs;
  };

  it('says so in camera_info when it has another lens', () => {
    const { lens } = { lens: { kind: 'fisheye', fx: 250, cx: 319.5, cy: 239.5, k: [0.1, 0.02] } };
    const { value } = turned({ lens }).camera_info;
    expect(value.distortion_model).toBe('equidistant');
    expect([...value.k]).toEqual([250, 0, 319.5, 0, 250, 239.5, 0, 0, 1]);
    expect([...value.d]).toEqual([0.1, 0.02, 0, 0]);
  });

  it('names another order of channels and another frame', () => {
    const { image, camera_info: info } = turned({ encoding: 'bgr8', frame: 'left_camera' });
    expect(image.value.encoding).toBe('bgr8');
    expect([image.value.header.frame_id, info.value.header.frame_id]).toEqual(['left_camera', 'left_camera']);
  });
});
