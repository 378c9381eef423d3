/**
 * Bodies and wheels of vehicles as few triangles, from their outlines: in base_link, x forward, y left, z up [m].
 *
 * A car is a hull with a side profile and arches around its wheels, and a cabin with windows on top. A platform is a deck with cut
 * corners and a mark that points forward. Wheels have spokes, so that one sees them roll.
 */
import { ShapeUtils, Vector2 } from 'three';
import type { MeshData, Point3, Rgb } from './mesh-data.ts';
import { MeshBuilder } from './mesh-data.ts';
import type { Outline, VehicleSpec, WheelSpec } from './vehicle-spec.ts';

const GLASS: Rgb = [26, 32, 40];
const TRIM: Rgb = [38, 41, 46];
const LAMP: Rgb = [240, 244, 250];
const TYRE: Rgb = [46, 48, 52];
const RIM: Rgb = [176, 181, 188];
const HUB: Rgb = [74, 77, 82];

export const bodyMesh = (spec: VehicleSpec, colour: Rgb): MeshData =>
  spec.style === 'car' ? carMesh(spec, colour) : platformMesh(spec, colour);

/** Share of the height at which the windows begin. */
const BELT = 0.5;

function carMesh({ outline, wheels }: VehicleSpec, colour: Rgb): MeshData {
  const builder = new MeshBuilder();
  addHull(builder, outline, wheels, colour);
  addCabin(builder, outline, colour);
  addLamps(builder, outline);
  return builder.build();
}

/** x at a share of the length from behind, z at a share of the height from below. */
const placer = ({ front, rear, bottom, top }: Outline) => ({
  x: (share: number) => -rear + share * (front + rear),
  z: (share: number) => bottom + share * (top - bottom),
});

/** Points on an arch, from behind to the front. */
const ARCH_STEPS = 8;

/** Points of the profile above its underside: nose, bonnet, belt and tail. */
const UPPER = 8;

/** Side view of the hull, counter-clockwise in (x, z): along the ground with arches, up the nose, back over bonnet, belt and tail. */
function hullProfile(outline: Outline, wheels: readonly WheelSpec[]): Vector2[] {
  const { x, z } = placer(outline);
  const points = [new Vector2(x(0.012), z(0.08)), new Vector2(x(0.03), z(0))];
  const limit = z(BELT * 0.76);
  for (const centre of [...new Set(wheels.map((wheel) => wheel.x))].sort((a, b) => a - b)) {
    const { radius } = wheels.find((wheel) => wheel.x === centre)!;
    const reach = 1.2 * radius;
    if (centre - reach < x(0.03) || centre + reach > x(0.97)) continue;
    // straight up to the height of the axle, and round from there; only the upper part for bodies that are higher
    const from = Math.asin(Math.max(0, Math.min(1, (z(0) - radius) / reach)));
    if (from === 0) points.push(new Vector2(centre - reach, z(0)));
    for (let k = 0; k <= ARCH_STEPS; k++) {
      const angle = Math.PI - from - ((Math.PI - 2 * from) * k) / ARCH_STEPS;
      points.push(new Vector2(centre + reach * Math.cos(angle), Math.min(limit, radius + reach * Math.sin(angle))));
    }
    if (from === 0) points.push(new Vector2(centre + reach, z(0)));
  }
  points.push(
    new Vector2(x(0.97), z(0)),
    new Vector2(x(0.995), z(0.1)),
    new Vector2(x(1), z(0.26)),
    new Vector2(x(0.975), z(0.4)),
  );
  points.push(
    new Vector2(x(0.76), z(BELT)),
    new Vector2(x(0.08), z(BELT + 0.04)),
    new Vector2(x(0.005), z(BELT - 0.02)),
    new Vector2(x(0), z(0.25)),
  );
  return points;
}

/** The profile across the width, with cut edges and ends that are narrower than the middle. */
function addHull(builder: MeshBuilder, outline: Outline, wheels: readonly WheelSpec[], colour: Rgb): void {
  const profile = hullProfile(outline, wheels);
  const cut = 0.05 * outline.halfWidth;
  const inner = insetProfile(profile, cut);
  const { x } = placer(outline);
  const width = (at: number) =>
    outline.halfWidth *
    (1 -
      0.13 * Math.max(0, (at - x(0.8)) / (x(1) - x(0.8))) ** 2 -
      0.08 * Math.max(0, (x(0.15) - at) / (x(0.15) - x(0))) ** 2);
  const triangles = ShapeUtils.triangulateShape(inner, []);
  for (const side of [1, -1]) {
    const face = inner.map((point): Point3 => [point.x, side * width(point.x), point.y]);
    // counter-clockwise in (x, z) is clockwise seen from the left
    for (const [a, b, c] of triangles)
      builder.face(side > 0 ? [face[a], face[c], face[b]] : [face[a], face[b], face[c]], colour);
  }
  profile.forEach((p, i) => {
    const q = profile[(i + 1) % profile.length];
    const [pi, qi] = [inner[i], inner[(i + 1) % profile.length]];
    const [wp, wq] = [width(p.x) - cut, width(q.x) - cut];
    const shade = i > 0 && i < profile.length - UPPER ? TRIM : colour;
    builder.face(
      [
        [q.x, wq, q.y],
        [q.x, -wq, q.y],
        [p.x, -wp, p.y],
        [p.x, wp, p.y],
      ],
      shade,
    );
    builder.face(
      [
        [q.x, wq, q.y],
        [p.x, wp, p.y],
        [pi.x, width(pi.x), pi.y],
        [qi.x, width(qi.x), qi.y],
      ],
      shade,
    );
    builder.face(
      [
        [p.x, -wp, p.y],
        [q.x, -wq, q.y],
        [qi.x, -width(qi.x), qi.y],
        [pi.x, -width(pi.x), pi.y],
      ],
      shade,
    );
  });
}

/** Every corner moved inwards along the mean of the normals of its edges. */
function insetProfile(points: readonly Vector2[], by: number): Vector2[] {
  const n = points.length;
  return points.map((point, i) => {
    const before = point
      .clone()
      .sub(points[(i + n - 1) % n])
      .normalize();
    const after = points[(i + 1) % n].clone().sub(point).normalize();
    // left of a counter-clockwise edge is inside
    const inwards = new Vector2(-(before.y + after.y), before.x + after.x);
    return point.clone().addScaledVector(inwards.normalize(), by);
  });
}

/** A frustum with windows let into its four sides. */
function addCabin(builder: MeshBuilder, outline: Outline, colour: Rgb): void {
  const { x, z } = placer(outline);
  const [low, high] = [z(BELT + 0.01), z(1)];
  const [wide, narrow] = [0.9 * outline.halfWidth, 0.7 * outline.halfWidth];
  const base: Point3[] = [
    [x(0.05), -wide, low],
    [x(0.77), -wide, low],
    [x(0.77), wide, low],
    [x(0.05), wide, low],
  ];
  const roof: Point3[] = [
    [x(0.2), -narrow, high],
    [x(0.57), -narrow, high],
    [x(0.57), narrow, high],
    [x(0.2), narrow, high],
  ];
  builder.face(roof, colour);
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    const side: Point3[] = [base[i], base[j], roof[j], roof[i]];
    builder.face(side, colour);
    const margin = i % 2 === 0 ? [0.07, 0.13] : [0.09, 0.13];
    builder.face(raised(windowIn(side, margin[0], margin[1]), 0.012 * outline.halfWidth), GLASS);
  }
}

/** A quadrilateral inside another, at shares of its width and height from the edges. */
function windowIn([a, b, c, d]: readonly Point3[], across: number, up: number): Point3[] {
  const at = (u: number, v: number): Point3 =>
    [0, 1, 2].map((k) => (1 - v) * ((1 - u) * a[k] + u * b[k]) + v * ((1 - u) * d[k] + u * c[k])) as unknown as Point3;
  return [at(across, up), at(1 - across, up), at(1 - across, 1 - 0.7 * up), at(across, 1 - 0.7 * up)];
}

/** A flat face lifted along its normal. */
function raised(face: readonly Point3[], by: number): Point3[] {
  const [a, b, , d] = face;
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [d[0] - a[0], d[1] - a[1], d[2] - a[2]];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const scale = by / Math.hypot(normal[0], normal[1], normal[2]);
  return face.map(
    (point) => [point[0] + scale * normal[0], point[1] + scale * normal[1], point[2] + scale * normal[2]] as const,
  );
}

/** Headlamps; tail lamps light up and so are a mesh of their own. */
function addLamps(builder: MeshBuilder, outline: Outline): void {
  const { x, z } = placer(outline);
  const w = outline.halfWidth;
  for (const side of [1, -1]) {
    const [inner, outer] = [0.46 * w * side, 0.8 * w * side];
    const [a, b] = side > 0 ? [inner, outer] : [outer, inner];
    builder.face(
      [
        [x(1.002), a, z(0.27)],
        [x(1.002), b, z(0.27)],
        [x(0.982), b, z(0.385)],
        [x(0.982), a, z(0.385)],
      ],
      LAMP,
    );
  }
}

/** Two red lamps behind. */
export function tailLampMesh({ outline, style }: VehicleSpec): MeshData {
  const builder = new MeshBuilder();
  const { x, z } = placer(outline);
  const w = outline.halfWidth;
  const [low, high] = style === 'car' ? [0.27, 0.4] : [0.55, 0.75];
  for (const side of [1, -1]) {
    const [a, b] = side > 0 ? [0.8 * w, 0.45 * w] : [-0.45 * w, -0.8 * w];
    const at = x(-0.003);
    builder.face(
      [
        [at, a, z(low)],
        [at, b, z(low)],
        [at, b, z(high)],
        [at, a, z(high)],
      ],
      [255, 255, 255],
    );
  }
  return builder.build();
}

/** A deck with cut corners, and an arrow on it. */
function platformMesh({ outline }: VehicleSpec, colour: Rgb): MeshData {
  const builder = new MeshBuilder();
  const { front, rear, halfWidth: w, bottom, top } = outline;
  const cut = 0.18 * Math.min(w, (front + rear) / 2);
  const edge = 0.12 * (top - bottom);
  const plan: [number, number][] = [
    [front - cut, -w],
    [front, cut - w],
    [front, w - cut],
    [front - cut, w],
    [cut - rear, w],
    [-rear, w - cut],
    [-rear, cut - w],
    [cut - rear, -w],
  ];
  const middle = (front - rear) / 2;
  const shrink = ([px, py]: [number, number]): [number, number] => [
    px > middle ? px - edge : px + edge,
    py > 0 ? py - edge : py + edge,
  ];
  const lid = plan.map(shrink);
  builder.face(
    lid.map(([px, py]): Point3 => [px, py, top]),
    colour,
  );
  plan.forEach((p, i) => {
    const q = plan[(i + 1) % plan.length];
    const [pl, ql] = [lid[i], lid[(i + 1) % plan.length]];
    builder.face(
      [
        [p[0], p[1], bottom],
        [q[0], q[1], bottom],
        [q[0], q[1], top - edge],
        [p[0], p[1], top - edge],
      ],
      i === 1 ? LAMP : colour,
    );
    builder.face(
      [
        [p[0], p[1], top - edge],
        [q[0], q[1], top - edge],
        [ql[0], ql[1], top],
        [pl[0], pl[1], top],
      ],
      colour,
    );
  });
  addArrow(builder, outline, 1.004 * top);
  return builder.build();
}

function addArrow(builder: MeshBuilder, { front, rear, halfWidth }: Outline, z: number): void {
  const middle = (front - rear) / 2;
  const size = 0.5 * Math.min(halfWidth, (front + rear) / 2);
  builder.face(
    [
      [middle - size, -0.62 * size, z],
      [middle + size, 0, z],
      [middle - 0.55 * size, 0, z],
    ],
    LAMP,
  );
  builder.face(
    [
      [middle - 0.55 * size, 0, z],
      [middle + size, 0, z],
      [middle - size, 0.62 * size, z],
    ],
    LAMP,
  );
}

const SEGMENTS = 30;
/** Segments of one spoke and the gap after it. */
const SPOKE = 6;

/** A wheel about its own axle, which is along y. */
export function wheelMesh({ radius, width }: WheelSpec): MeshData {
  const builder = new MeshBuilder();
  const half = width / 2;
  const shoulder = 0.93 * radius;
  const rim = 0.68 * radius;
  const at = (k: number, r: number, y: number): Point3 => {
    const angle = (2 * Math.PI * k) / SEGMENTS;
    return [r * Math.cos(angle), y, r * Math.sin(angle)];
  };
  const ring = (k: number, [r0, y0]: readonly number[], [r1, y1]: readonly number[], colour: Rgb) =>
    builder.face([at(k, r0, y0), at(k, r1, y1), at(k + 1, r1, y1), at(k + 1, r0, y0)], colour);
  for (let k = 0; k < SEGMENTS; k++) {
    const spoke = k % SPOKE < 3 ? RIM : HUB;
    ring(k, [rim, -half], [shoulder, -half], TYRE);
    ring(k, [shoulder, -half], [radius, -0.8 * half], TYRE);
    ring(k, [radius, -0.8 * half], [radius, 0.8 * half], TYRE);
    ring(k, [radius, 0.8 * half], [shoulder, half], TYRE);
    ring(k, [shoulder, half], [rim, half], TYRE);
    ring(k, [rim, half], [0.12 * radius, 0.9 * half], spoke);
    ring(k, [0.12 * radius, -0.9 * half], [rim, -half], spoke);
    ring(k, [0.12 * radius, 0.9 * half], [0, 0.9 * half], RIM);
    ring(k, [0, -0.9 * half], [0.12 * radius, -0.9 * half], RIM);
  }
  return builder.build();
}
