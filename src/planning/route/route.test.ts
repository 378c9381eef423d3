import { describe, expect, it } from 'vitest';
import { parseFields } from '../../core/schema.ts';
import { AckermannDriveStamped, Float64, TrackState, VehicleState } from '../../msgs/index.ts';
import { route } from './route.ts';

type Points = readonly (readonly [number, number])[];
interface Place {
  readonly x: number;
  readonly y: number;
  readonly yaw?: number;
  readonly aside?: number;
}

/** What the block says of a vehicle that goes from place to place. */
function drive(points: Points, places: readonly Place[], more: object = {}) {
  const params = parseFields(route.params, { points: points.map(([x, y]) => ({ x, y })), ...more }, 'route') as any;
  const state = route.init(params, undefined as any);
  return places.map(({ x, y, yaw = 0, aside }) => {
    const inputs = {
      state: { value: { ...VehicleState.create(), x, y, yaw }, sequence: 1 },
      offset: { value: { ...Float64.create(), data: aside ?? 0 }, sequence: aside === undefined ? 0 : 1 },
    };
    const outputs = {
      steer: { value: AckermannDriveStamped.create(), publish: true },
      track: { value: TrackState.create(), publish: true },
    };
    route.step(params, state, inputs as any, outputs as any, { now: 0, nowNs: 0 } as any, undefined);
    const { progress, lateral, heading, out_of_lane } = outputs.track.value;
    return { progress, lateral, heading, out_of_lane, steering: outputs.steer.value.drive.steering_angle };
  });
}

const CORNER: Points = [
  [0, 0],
  [20, 0],
  [20, 30],
];

describe('a route', () => {
  it('tells how far along it a vehicle is, and how far beside it', () => {
    const [first, second] = drive(CORNER, [
      { x: 4, y: 1.5, yaw: 0.1 },
      { x: 18.5, y: 12, yaw: Math.PI / 2 },
    ]);
    expect(first).toMatchObject({ progress: 4, lateral: 1.5, out_of_lane: 0 });
    expect(first.heading).toBeCloseTo(0.1, 12);
    // who has not been at the corner is still before it
    expect(second.progress).toBeCloseTo(18.5, 9);
    const [, , third] = drive(CORNER, [
      { x: 4, y: 0 },
      { x: 21, y: 1, yaw: 1 },
      { x: 18.5, y: 12, yaw: Math.PI / 2 },
    ]);
    expect(third.progress).toBeCloseTo(32, 9);
    expect(third.lateral).toBeCloseTo(1.5, 9);
    expect(third.heading).toBeCloseTo(0, 9);
  });

  it('steers straight on it, back to it from either side, and not beyond its limit', () => {
    const places = [0, 0.5, -0.5, -4].map((y) => ({ x: 2, y }));
    const [on, left, right, far] = drive(CORNER, places, { maxSteering: 0.4 });
    expect(on.steering).toBeCloseTo(0, 12);
    expect(left.steering).toBeLessThan(0);
    expect(right.steering).toBeCloseTo(-left.steering, 12);
    expect(far).toMatchObject({ steering: 0.4, out_of_lane: 1 });
  });

  it('has the angle of the circle through the pursued point: tan δ = 2 L y/ℓ²', () => {
    const [{ steering }] = drive(CORNER, [{ x: 2, y: -1 }], { lookAhead: 6, wheelBase: 2.5 });
    expect(Math.tan(steering)).toBeCloseTo((2 * 2.5 * 1) / (36 + 1), 9);
  });

  it('keeps to an arc of points with the angle of its radius', () => {
    const radius = 20;
    const arc: Points = Array.from({ length: 91 }, (_, i) => [
      radius * Math.sin(i / 60),
      radius * (1 - Math.cos(i / 60)),
    ]);
    const along = Array.from({ length: 60 }, (_, i) => i / 60 + 1e-3);
    const steps = drive(
      arc,
      along.map((angle) => ({ x: radius * Math.sin(angle), y: radius * (1 - Math.cos(angle)), yaw: angle })),
      { wheelBase: 2.7 },
    );
    for (const { steering: angle } of steps.slice(2)) expect(Math.tan(angle)).toBeCloseTo(2.7 / radius, 2);
    expect(steps[steps.length - 1].progress).toBeCloseTo(radius * along[along.length - 1], 1);
  });

  it('steers beside it where that is asked for', () => {
    const [{ steering }] = drive(CORNER, [{ x: 2, y: -2.75, aside: -2.75 }]);
    expect(steering).toBeCloseTo(0, 12);
  });

  it('wants points in different places', () => {
    const params = parseFields(
      route.params,
      {
        points: [
          { x: 1, y: 1 },
          { x: 1, y: 1 },
        ],
      },
      'route',
    ) as any;
    expect(route.check!(params)).toEqual(['points[1]', 'expected another place than the point before']);
  });
});
