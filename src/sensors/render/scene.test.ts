import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  areaOf,
  boxOf,
  columnOf,
  isSame,
  MONOSIM_LENS,
  MONOSIM_MOUNT,
  pictureOf,
  poseAt,
  sceneOf,
  stripeOf,
  sum,
  WHITE,
} from '../../../test/fixtures/sensors/scenes.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { createRenderer } from './scene.ts';
import type { Mount } from '../../camera-model/mount.ts';
import type { CameraPose } from './view.ts';

type Chain = [number, number][];
interface Case {
  name: string;
  lens: Lens;
  pose: CameraPose;
  mount: Mount;
  stripe: { points: number[]; width: number; left: Chain; right: Chain };
  box: { x: number; y: number; yaw: number; sideMoments: Moments; topMoments: Moments };
}
type Moments = [area: number, first: number, second: number];
const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/sensors/render-reference.json', import.meta.url), 'utf8'),
);

/** Column at which a chain of pixels crosses a row. */
function columnAt(chain: Chain, row: number): number | undefined {
  for (let i = 1; i < chain.length; i++) {
    const [[u0, v0], [u1, v1]] = [chain[i - 1], chain[i]];
    if ((v0 - row) * (v1 - row) <= 0 && v0 !== v1) return u0 + ((row - v0) / (v1 - v0)) * (u1 - u0);
  }
  return undefined;
}

const grey = (lens: Lens, mount: Mount, scene: ReturnType<typeof sceneOf>, more = {}) =>
  createRenderer(lens, scene, { mount, encoding: 'mono8', ...more });

describe('the edges of a stripe', () => {
  it.each(cases.map((each) => [each.name, each] as const))(
    'are where OpenCV projects them, to 0.01 px: %s',
    (_, { lens, mount, pose, stripe }) => {
      const pixels = pictureOf(
        grey(lens, mount, sceneOf({ stripes: [stripeOf(stripe.points, stripe.width)] })),
        poseAt(0, 0, 0, pose),
      );
      const ends = [stripe.left[0][1], stripe.right[0][1], stripe.left[199][1], stripe.right[199][1]].sort(
        (a, b) => a - b,
      );
      let rows = 0;
      let worst = 0;
      for (let row = Math.max(1, Math.ceil(ends[1]) + 2); row < Math.min(lens.height - 1, ends[2] - 2); row++) {
        const left = columnAt(stripe.left, row)!;
        const right = columnAt(stripe.right, row)!;
        if (right - left < 4 || left < 3 || right > lens.width - 4) continue;
        // from a pixel within, count what is covered to either side
        const middle = Math.round((left + right) / 2);
        const line = pixels.subarray(row * lens.width, (row + 1) * lens.width);
        const measuredLeft = middle + 0.5 - sum(line.subarray(0, middle + 1)) / 255;
        const measuredRight = middle + 0.5 + sum(line.subarray(middle + 1)) / 255;
        worst = Math.max(worst, Math.abs(measuredLeft - left), Math.abs(measuredRight - right));
        rows++;
      }
      expect(rows).toBeGreaterThan(40);
      expect(worst).toBeLessThan(0.01);
    },
  );
});

describe('a box', () => {
  // under a sun at the zenith the top is white and the sides have 0.55 of that, 140 of 255
  const zenith = { azimuth: 0, elevation: Math.PI / 2 };
  it.each(cases.map((each) => [each.name, each] as const))(
    'covers the pixels that OpenCV projects it to: %s',
    (_, { lens, mount, pose, box }) => {
      const solid = boxOf(box.x, box.y, 1.6, 1, 0.6, WHITE, { yaw: box.yaw });
      const pixels = pictureOf(grey(lens, mount, sceneOf({ solids: [solid] }), { sun: zenith }), poseAt(0, 0, 0, pose));
      const expected = [0, 1, 2].map((i) => box.topMoments[i] + (140 / 255) * box.sideMoments[i]);
      let [area, u, v] = [0, 0, 0];
      for (let i = 0; i < pixels.length; i++) {
        area += pixels[i] / 255;
        u += (pixels[i] / 255) * (i % lens.width);
        v += (pixels[i] / 255) * Math.floor(i / lens.width);
      }
      expect(area / expected[0]).toBeCloseTo(1, 3);
      expect(Math.abs(u / area - expected[1] / expected[0])).toBeLessThan(0.02);
      expect(Math.abs(v / area - expected[2] / expected[0])).toBeLessThan(0.02);
    },
  );
});

describe('the camera of MonoSIM', () => {
  const ahead = (distance: number) => 2 + distance;
  it('sees the horizon at row 9.06', () => {
    const pixels = pictureOf(grey(MONOSIM_LENS, MONOSIM_MOUNT, sceneOf({ sky: WHITE })), poseAt(3, 4, 1));
    // rows above and the share of the row in which it lies
    for (const column of [0, 320, 639]) {
      const white = sum(columnOf(pixels, 640, column)) / 255;
      expect(white - 0.5).toBeCloseTo(240 - 400 * Math.tan(Math.PI / 6), 2);
    }
  });

  it.each([
    [480, 0.461],
    [60, 8.211],
  ])('sees the ground of row %d at %d m', (row, distance) => {
    // white ground from there on
    const edge = ahead(distance);
    const scene = sceneOf({ areas: [areaOf([edge, -50, 200, -50, 200, 50, edge, 50])] });
    const pixels = pictureOf(grey({ ...MONOSIM_LENS, height: 490 }, MONOSIM_MOUNT, scene), poseAt(0, 0));
    const white = sum(columnOf(pixels, 640, 320)) / 255;
    const far = 240 - 400 * Math.tan(Math.PI / 6 - Math.atan(0.83 / 198));
    expect(Math.abs(far + white - row)).toBeLessThan(0.3);
  });
});

describe('a line thinner than a pixel', () => {
  const lens: Lens = { ...MONOSIM_LENS, fx: 400, fy: 400 };
  const lineAt = (distance: number, width: number) =>
    sceneOf({ stripes: [stripeOf([distance, -5, distance, 5], width)] });
  const mount = { ...MONOSIM_MOUNT, x: 0, pitch: 0, z: 1 };

  it('is as bright as the area it covers', () => {
    for (const distance of [15, 20, 30]) {
      const width = 0.1;
      const total = sum(pictureOf(grey(lens, mount, lineAt(distance, width)), poseAt(0, 0))) / 255;
      // a trapezium between the two edges: f h (1/z₀ − 1/z₁) high and 10 m long
      const [z0, z1] = [distance - width / 2, distance + width / 2];
      const height = 400 * (1 / z0 - 1 / z1);
      expect(height).toBeLessThan(0.2);
      expect(total / ((height * 400 * 10) / distance)).toBeCloseTo(1, 1);
    }
  });

  it('does not shimmer while the camera moves on centimetre by centimetre', () => {
    const renderer = grey(lens, mount, lineAt(12, 0.3));
    const totals = Array.from({ length: 100 }, (_, i) => sum(pictureOf(renderer, poseAt(i * 0.01, 0))) / 255);
    // height grows with 1/distance², length with 1/distance; the rest is the rounding of grey levels
    totals.forEach((total, i) => {
      const scale = (12 / (12 - i * 0.01)) * (12 / (12 - i * 0.01)) * (12 / (12 - i * 0.01));
      expect(Math.abs(total / totals[0] / scale - 1)).toBeLessThan(0.01);
    });
  });

  it('is continuous along its length, whatever outlines it is made of', () => {
    const points = Array.from({ length: 400 }, (_, i) => [3 + 0.05 * i, 0.6 + 1e-4 * i * i]).flat();
    const pixels = pictureOf(grey(lens, mount, sceneOf({ stripes: [stripeOf(points, 0.2)] })), poseAt(0, 0));
    // its width in each row shrinks steadily towards the horizon, without a dip at joints
    const widths = Array.from(
      { length: 480 },
      (_, row) => sum(pixels.subarray(640 * row, 640 * (row + 1))) / 255,
    ).filter((width) => width > 1);
    const inner = widths.slice(3, -3);
    expect(inner.length).toBeGreaterThan(60);
    inner.slice(1).forEach((width, i) => expect(Math.abs(width - inner[i])).toBeLessThan(0.35));
  });
});

describe('layers', () => {
  const mount = { ...MONOSIM_MOUNT, x: 0, z: 10, pitch: Math.PI / 2 };
  const centre = (pixels: Uint8Array) => [...pixels.subarray(3 * (240 * 640 + 320), 3 * (240 * 640 + 320) + 3)];
  const square = [-1, -1, 1, -1, 1, 1, -1, 1];
  it('lie on each other in order: areas, stripes, shadows', () => {
    const areas = [areaOf(square, [10, 20, 30]), areaOf(square, [40, 50, 60])];
    const stripes = [stripeOf([-1, 0, 1, 0], 0.5, [100, 120, 140])];
    const shadows = [{ points: Float64Array.from(square), brightness: 0.5 }];
    const colourWith = (parts: Parameters<typeof sceneOf>[0]) =>
      centre(pictureOf(createRenderer(MONOSIM_LENS, sceneOf(parts), { mount }), poseAt(0, 0)));
    expect(colourWith({ areas })).toEqual([40, 50, 60]);
    expect(colourWith({ areas, stripes })).toEqual([100, 120, 140]);
    expect(colourWith({ areas, stripes, shadows })).toEqual([50, 60, 70]);
  });

  it('come in the channels of the encoding', () => {
    const scene = sceneOf({ ground: [200, 100, 50] });
    expect(centre(pictureOf(createRenderer(MONOSIM_LENS, scene, { mount, encoding: 'bgr8' }), poseAt(0, 0)))).toEqual([
      50, 100, 200,
    ]);
    const mono = pictureOf(createRenderer(MONOSIM_LENS, scene, { mount, encoding: 'mono8' }), poseAt(0, 0));
    expect(mono).toHaveLength(640 * 480);
    expect(mono[0]).toBe(Math.round(0.299 * 200 + 0.587 * 100 + 0.114 * 50));
  });

  it('are the same again and again', () => {
    const renderer = createRenderer(
      MONOSIM_LENS,
      sceneOf({ sky: [1, 2, 3], stripes: [stripeOf([0, 0, 30, 5], 0.2)], solids: [boxOf(8, 1, 2, 1, 1)] }),
      { mount: MONOSIM_MOUNT },
    );
    const first = pictureOf(renderer, poseAt(0, 0));
    pictureOf(renderer, poseAt(2, 0.3, 0.4));
    expect(isSame(pictureOf(renderer, poseAt(0, 0)), first)).toBe(true);
  });
});

describe('the far clip', () => {
  it('shows sky instead of ground, stripes and solids beyond that depth', () => {
    // Gazebo's camera of RosDrive: the road ends at row 424
    const lens: Lens = { kind: 'pinhole', width: 800, height: 800, fx: 476.7, fy: 476.7, cx: 400, cy: 400, k: [] };
    const scene = sceneOf({
      ground: [50, 50, 50],
      sky: WHITE,
      stripes: [stripeOf([0, 0, 500, 0], 0.4, [99, 99, 99])],
      solids: [boxOf(60, 0, 2, 2, 2, [200, 0, 0])],
    });
    const pixels = pictureOf(
      createRenderer(lens, scene, {
        encoding: 'mono8',
        far: 30,
        mount: { x: 0, y: 0, z: 3, roll: 0, pitch: 0.05, yaw: 0 },
      }),
      poseAt(0, 0),
    );
    const column = columnOf(pixels, 800, 400);
    const end = column.findIndex((value) => value !== 255);
    // a ground point at depth 30 = X cos + 3 sin is 3 cos − X sin = (3 − 30 sin)/cos below the axis
    const row = 400 + (476.7 * (3 - 30 * Math.sin(0.05))) / Math.cos(0.05) / 30;
    expect(Math.abs(end - row)).toBeLessThan(1);
    expect([...column.subarray(end + 2, end + 40)].every((value) => value === 99)).toBe(true);
  });
});

describe('a fisheye', () => {
  const lens = (f: number): Lens => ({
    kind: 'fisheye',
    width: 600,
    height: 600,
    fx: f,
    fy: f,
    cx: 299.5,
    cy: 299.5,
    k: [],
  });
  it('that looks straight down sees the horizon as a circle of 90°', () => {
    const pixels = pictureOf(
      grey(lens(170), { x: 0, y: 0, z: 2, roll: 0, pitch: Math.PI / 2, yaw: 0 }, sceneOf({ ground: WHITE })),
      poseAt(0, 0),
    );
    const radius = (170 * Math.PI) / 2;
    expect(sum(pixels) / 255 / (Math.PI * radius * radius)).toBeCloseTo(1, 4);
  });

  it('that looks straight up sees it as the same circle from the other side', () => {
    const pixels = pictureOf(
      grey(lens(170), { x: 0, y: 0, z: 2, roll: 0, pitch: -Math.PI / 2, yaw: 0 }, sceneOf({ ground: WHITE })),
      poseAt(0, 0),
    );
    const radius = (170 * Math.PI) / 2;
    expect((600 * 600 - sum(pixels) / 255) / (Math.PI * radius * radius)).toBeCloseTo(1, 4);
  });

  it('is black where it sees nothing at all', () => {
    // it sees 170° to all sides, and that reaches 237 px from the middle
    const pixels = pictureOf(
      grey(lens(80), { x: 0, y: 0, z: 2, roll: 0, pitch: 0.3, yaw: 0 }, sceneOf({ ground: WHITE, sky: WHITE })),
      poseAt(0, 0),
    );
    const radius = 80 * 2.967 * 0.999;
    expect(sum(pixels) / 255 / (Math.PI * radius * radius)).toBeCloseTo(1, 3);
  });

  it('sees an area that surrounds it in all directions below the horizon', () => {
    const square = [-900, -900, 900, -900, 900, 900, -900, 900];
    for (const pitch of [-1.2, -0.3, 0, 0.4, 1.5]) {
      const mount = { x: 0, y: 0, z: 0.01, roll: 0.1, pitch, yaw: 0.3 };
      const pixels = pictureOf(grey(lens(150), mount, sceneOf({ areas: [areaOf(square)] })), poseAt(0, 0));
      const whole = pictureOf(grey(lens(150), mount, sceneOf({ ground: WHITE })), poseAt(0, 0));
      expect(sum(pixels) / sum(whole)).toBeCloseTo(1, 3);
      expect(sum(whole)).toBeGreaterThan(1e6);
    }
  });
});
