import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { projectPoint } from '../../camera-model/lens.ts';
import { lineTruth } from './line-truth.ts';

const STRAIGHT = { track: { segments: { elements: [{ straight: 200 }] }, laneWidth: 8 } };
const bend = (angle: number) => ({
  track: { segments: { elements: [{ straight: 60 }, { arc: { radius: 20, angle } }, { straight: 60 }] }, laneWidth: 8 },
});
const CAMERA = { width: 800, height: 800, mount: { x: 1.85, z: 3, pitch: 0.05 } };
const FOCAL = 400 / Math.tan(1.3962634 / 2);

function see(world: unknown, x: number, y: number, yaw: number, params: object = {}) {
  const runner = new BlockRunner(lineTruth, { world, camera: CAMERA, ...params });
  runner.send('state', (state) => Object.assign(state, { x, y, yaw }));
  runner.step();
  return runner.outputs.line.value;
}

/** The pixel of a place on the ground, x ahead and y left of the rear axle, with the general lens of the renderer. */
function pixel(x: number, y: number): [number, number] {
  const [dx, height, pitch] = [x - 1.85, 3, 0.05];
  const out = [0, 0];
  const lens = { kind: 'pinhole', width: 800, height: 800, fx: FOCAL, fy: FOCAL, cx: 399.5, cy: 399.5, k: [] } as const;
  // optical frame: x right, y down, z forward, pitched down
  projectPoint(
    lens,
    -y,
    height * Math.cos(pitch) - dx * Math.sin(pitch),
    dx * Math.cos(pitch) + height * Math.sin(pitch),
    out,
  );
  return [out[0], out[1]];
}

describe('the line an ideal detector would find', () => {
  it('runs on a straight from the row of 11.4 m to that of 30 m, as the lens projects it', () => {
    const line = see(STRAIGHT, 50, 0.8, 0.03, { ends: 'distance' });
    // where a line at lateral −0.8, turned by −0.03, is 11.4 and 30 m ahead of the camera
    for (const [u, v, ahead] of [
      [line.x1, line.y1, 11.4],
      [line.x2, line.y2, 30],
    ]) {
      const x = 1.85 + ahead;
      const [column, row] = pixel(x, -(0.8 + x * Math.sin(0.03)) / Math.cos(0.03));
      expect(u).toBeCloseTo(column, 6);
      expect(v).toBeCloseTo(row, 6);
    }
    expect(line.detected).toBe(true);
    expect([line.y1, line.y2].map(Math.round)).toEqual([500, 423]);
  });

  it('has its second end to the right, whichever is nearer, unless told to sort by distance', () => {
    const [left, right] = [see(bend(Math.PI / 2), 45, 0, 0), see(bend(-Math.PI / 2), 45, 0, 0)];
    expect(left.x2).toBeGreaterThan(left.x1);
    expect(left.y2).toBeGreaterThan(left.y1);
    expect(right.x2).toBeGreaterThan(right.x1);
    expect(right.y2).toBeLessThan(right.y1);
    // left is mirrored right
    expect(left.x1 + right.x2).toBeCloseTo(799, 6);
    expect(see(bend(Math.PI / 2), 45, 0, 0, { ends: 'distance' }).y2).toBeCloseTo(left.y1, 9);
  });

  it('ends at the edge of the picture where a bend leaves it', () => {
    const line = see(bend(Math.PI / 2), 66, 1, 0.3, { ends: 'distance' });
    expect(line.detected).toBe(true);
    const sharp = see(bend(Math.PI), 66, 1, 0.25, { ends: 'distance' });
    expect(sharp.x2).toBeCloseTo(-0.5, 3);
  });

  it('is not detected when the car looks away, and then stays as it was', () => {
    const runner = new BlockRunner(lineTruth, { world: STRAIGHT, camera: CAMERA });
    runner.send('state', (state) => Object.assign(state, { x: 50, y: 0, yaw: 0 }));
    runner.step();
    const { x1, y1 } = runner.outputs.line.value;
    runner.send('state', (state) => Object.assign(state, { x: 50, y: 0, yaw: 1.5 }));
    runner.step();
    expect(runner.outputs.line.value).toMatchObject({ detected: false, x1, y1 });
  });

  it('says slope 0 for a line straight up, as RosDrive does', () => {
    expect(see(STRAIGHT, 50, 0, 0)).toMatchObject({ dif_x: 0, slope: 0 });
  });
});
