import { describe, expect, it } from 'vitest';
import {
  boxOf,
  isSame,
  MONOSIM_LENS,
  MONOSIM_MOUNT,
  pictureOf,
  poseAt,
  sceneOf,
  stripeOf,
} from '../../../test/fixtures/sensors/scenes.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { createRenderer } from './scene.ts';

const scene = sceneOf({
  sky: [90, 120, 150],
  ground: [40, 40, 40],
  stripes: [stripeOf([-5, 0.5, 30, 0.5], 0.11), stripeOf([-5, -0.5, 30, -0.9], 0.11)],
  solids: [boxOf(9, 1.2, 1, 0.8, 0.7, [200, 60, 40])],
});
const lenses: Lens[] = [
  MONOSIM_LENS,
  { ...MONOSIM_LENS, k: [-0.25, 0.06, 0.001, -0.001] },
  { kind: 'fisheye', width: 640, height: 480, fx: 220, fy: 220, cx: 319.5, cy: 239.5, k: [0.01] },
];

describe('a rolling shutter', () => {
  it.each(lenses.map((lens) => [`${lens.kind} with ${lens.k.length} factors`, lens] as const))(
    'shows in each row what a global shutter sees at that instant: %s',
    (_, lens) => {
      const lineTime = 6e-5;
      const [vx, vy, w] = [14, 0.6, 1.1];
      const rolling = pictureOf(
        createRenderer(lens, scene, { mount: MONOSIM_MOUNT, encoding: 'mono8', lineTime }),
        poseAt(1, 2, 0.2, { vx, vy, yaw_rate: w, roll: 0.03, pitch: 0.02 }),
      );
      const global = createRenderer(lens, scene, { mount: MONOSIM_MOUNT, encoding: 'mono8' });
      const still = pictureOf(global, poseAt(1, 2, 0.2, { roll: 0.03, pitch: 0.02 }));
      let [worst, far, first] = [0, 0, 0];
      for (let row = 0; row < 480; row += 13) {
        // the exact arc
        const t = row * lineTime;
        const [ahead, aside] = [
          (vx * Math.sin(w * t) + vy * (Math.cos(w * t) - 1)) / w,
          (vx * (1 - Math.cos(w * t)) + vy * Math.sin(w * t)) / w,
        ];
        const pose = poseAt(
          1 + ahead * Math.cos(0.2) - aside * Math.sin(0.2),
          2 + ahead * Math.sin(0.2) + aside * Math.cos(0.2),
          0.2 + w * t,
          { roll: 0.03, pitch: 0.02 },
        );
        const expected = pictureOf(global, pose).subarray(640 * row, 640 * (row + 1));
        for (let u = 0; u < 640; u++) {
          worst = Math.max(worst, Math.abs(rolling[640 * row + u] - expected[u]));
          far = Math.max(far, Math.abs(rolling[640 * row + u] - still[640 * row + u]));
          if (row === 0) first = Math.max(first, Math.abs(rolling[u] - still[u]));
        }
      }
      // differences of a few hundredths of a pixel at edges, while the picture moves by many
      expect(worst).toBeLessThan(16);
      expect(far).toBeGreaterThan(150);
      expect(first).toBeLessThan(8);
    },
  );

  it('of a vehicle at rest changes nothing', () => {
    const pose = poseAt(1, 2, 0.2);
    const rolling = pictureOf(createRenderer(MONOSIM_LENS, scene, { mount: MONOSIM_MOUNT, lineTime: 1e-4 }), pose);
    expect(isSame(rolling, pictureOf(createRenderer(MONOSIM_LENS, scene, { mount: MONOSIM_MOUNT }), pose))).toBe(true);
  });
});
