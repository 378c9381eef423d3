import { describe, expect, it } from 'vitest';
import { references } from '../../../test/fixtures/course/references.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { laneTruth } from './lane-truth.ts';

/** RosDrive's way into curve 5, without the break in its direction. */
const CURVE = {
  track: {
    segments: {
      start: { x: 150.04, y: 146.5, heading: Math.PI / 2 },
      elements: [{ straight: 198 }, { arc: { radius: 20, angle: Math.PI / 2 } }],
    },
    laneWidth: 8,
  },
};

function see(pose: { x: number; y: number; yaw: number }, params: object = {}) {
  const runner = new BlockRunner(laneTruth, { world: CURVE, ...params });
  runner.send('state', (state) => Object.assign(state, pose));
  runner.step();
  return runner.outputs.lane.value;
}
const at = (c: ArrayLike<number>, x: number): number => c[0] + x * (c[1] + x * (c[2] + x * c[3]));

describe('the lane an ideal detector would find', () => {
  it.each(references.lanes)("agrees with numpy's cubics at ($x, $y)", ({ x, y, yaw, centre, left, right }) => {
    const lane = see({ x, y, yaw }, { points: 150 });
    expect(lane.detected).toBe(true);
    for (let ahead = 0; ahead <= 14; ahead += 1) {
      expect(at(lane.centre, ahead)).toBeCloseTo(at(centre, ahead), 2);
      expect(Math.abs(at(lane.left, ahead) - at(left, ahead))).toBeLessThan(0.03);
      expect(Math.abs(at(lane.right, ahead) - at(right, ahead))).toBeLessThan(0.03);
    }
  });

  it('reaches as far as it is told, and from behind the rear axle when told', () => {
    const lane = see({ x: 150.04, y: 250, yaw: Math.PI / 2 }, { xMin: -5, xMax: 20 });
    expect(lane.x_min).toBeCloseTo(-5, 6);
    expect(lane.x_max).toBeGreaterThan(19.5);
    expect(lane.width).toBe(8);
    expect(lane.header.frame_id).toBe('base_link');
  });

  it('is not detected beyond the end of the road', () => {
    const lane = see({ x: 130, y: 364.5, yaw: Math.PI }, { xMin: 2 });
    expect(lane.detected).toBe(false);
    expect(lane.confidence).toBe(0);
  });
});
