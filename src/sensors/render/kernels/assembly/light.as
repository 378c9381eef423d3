/**
 * Light on the ground, at nodes every fourth pixel of every fourth row and linear between; and the pass that brings it to the pixels.
 *
 * A node has a factor m and a light a for each channel: p ← m p + a. On the ground
 *
 *   m = (1 − R) albedo (daylight + Σ I h / r³)
 *   a = R (daylight sky + 255 Σ I / (r² w²) / (1 + s²/w²)²)
 *   R = 0.02 + 0.98 (1 − c)⁵ where it is wet, else 0
 *
 * I, h  intensity [m²] and height [m] of a lamp, r its distance from where the ray of the node meets the ground [m]
 * s     distance on the unit sphere between the mirrored ray and the direction to the lamp
 * w     roughness [rad];  c  cosine of the angle between ray and vertical
 *
 * and above the horizon m = daylight, a = 0. The lobe is that of Trowbridge and Reitz; over all directions it gives back R times what falls
 * in. Factors are in 1/4096 and at most 8, lights in 1/16 level and at most 2047.
 */
import { Canvas } from './canvas';

const STEP: i32 = 4;
/** Water at normal incidence, by Schlick's approximation of Fresnel's equations. */
const NORMAL: f32 = 0.02;
/** Rays flatter than this see the horizon. */
const FLAT: f32 = 1e-4;

/** What shines; written by lamps.ts. */
@unmanaged
export class Lighting {
  /** Nodes: four in a vector, so many vectors in a row. */
  groups: i32;
  rows: i32;
  /** Unit rays of the nodes, per vector four x, four y, four z. */
  rays: usize;
  /** Per node four 16-bit numbers, the last unused. */
  factors: usize;
  lights: usize;
  /** x and y from the camera, height, spare, intensity per channel, spare. */
  lamps: usize;
  lampCount: i32;
  isWet: i32;
  /** East, north and up in the optical frame. */
  eastX: f32; eastY: f32; eastZ: f32;
  northX: f32; northY: f32; northZ: f32;
  upX: f32; upY: f32; upZ: f32;
  /** Height of the camera, and depth beyond which there is sky. */
  height: f32;
  far: f32;
  daylight: f32;
  albedo: f32;
  roughness: f32;
  /** Levels of the sky. */
  sky0: f32; sky1: f32; sky2: f32;
  /** Room for the nodes of a row of pixels: factors, then lights. */
  row: usize;
}

// @ts-ignore: decorator
@inline
function dot(x: v128, y: v128, z: v128, a: f32, b: f32, c: f32): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, f32x4.splat(a)), f32x4.mul(y, f32x4.splat(b))), f32x4.mul(z, f32x4.splat(c)));
}

/** Works out all nodes. */
export function lightNodes(lighting: usize): void {
  const all = changetype<Lighting>(lighting);
  const count = all.groups * all.rows;
  for (let i = 0; i < count; i++) lightFour(all, i);
}

function lightFour(all: Lighting, i: i32): void {
  const one = f32x4.splat(1);
  const ray = all.rays + <usize>(48 * i);
  const rx = v128.load(ray);
  const ry = v128.load(ray, 16);
  const rz = v128.load(ray, 32);
  const dx = dot(rx, ry, rz, all.eastX, all.eastY, all.eastZ);
  const dy = dot(rx, ry, rz, all.northX, all.northY, all.northZ);
  const down = f32x4.neg(dot(rx, ry, rz, all.upX, all.upY, all.upZ));
  // where the rays meet the ground, from the camera
  const t = f32x4.div(f32x4.splat(all.height), f32x4.max(down, f32x4.splat(FLAT)));
  const gx = f32x4.mul(t, dx);
  const gy = f32x4.mul(t, dy);
  const isGround = v128.and(
    f32x4.gt(down, f32x4.splat(FLAT)),
    f32x4.le(f32x4.mul(t, rz), f32x4.splat(all.far)),
  );
  const isWet = all.isWet != 0;
  const sharpness = f32x4.splat(1 / (all.roughness * all.roughness));
  let e0 = f32x4.splat(all.daylight);
  let e1 = e0;
  let e2 = e0;
  let a0 = f32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  const end = all.lamps + <usize>(32 * all.lampCount);
  for (let lamp = all.lamps; lamp < end; lamp += 32) {
    const h = v128.load32_splat(lamp, 8);
    const ax = f32x4.sub(v128.load32_splat(lamp), gx);
    const ay = f32x4.sub(v128.load32_splat(lamp, 4), gy);
    const square = f32x4.add(f32x4.add(f32x4.mul(ax, ax), f32x4.mul(ay, ay)), f32x4.mul(h, h));
    const inverse = f32x4.div(one, f32x4.sqrt(square));
    const share = f32x4.mul(inverse, inverse);
    const falling = f32x4.mul(f32x4.mul(share, inverse), h);
    const i0 = v128.load32_splat(lamp, 16);
    const i1 = v128.load32_splat(lamp, 20);
    const i2 = v128.load32_splat(lamp, 24);
    e0 = f32x4.add(e0, f32x4.mul(i0, falling));
    e1 = f32x4.add(e1, f32x4.mul(i1, falling));
    e2 = f32x4.add(e2, f32x4.mul(i2, falling));
    if (!isWet) continue;
    const along = f32x4.add(f32x4.add(f32x4.mul(ax, dx), f32x4.mul(ay, dy)), f32x4.mul(h, down));
    const apart = f32x4.max(f32x4.splat(0), f32x4.sub(f32x4.splat(2), f32x4.mul(f32x4.mul(along, inverse), f32x4.splat(2))));
    const fall = f32x4.add(one, f32x4.mul(apart, sharpness));
    const lobe = f32x4.div(f32x4.mul(share, sharpness), f32x4.mul(fall, fall));
    a0 = f32x4.add(a0, f32x4.mul(i0, lobe));
    a1 = f32x4.add(a1, f32x4.mul(i1, lobe));
    a2 = f32x4.add(a2, f32x4.mul(i2, lobe));
  }
  // the rest of what the water does not mirror reaches the ground
  const grazing = f32x4.sub(one, f32x4.min(one, f32x4.max(f32x4.splat(0), down)));
  const twice = f32x4.mul(grazing, grazing);
  const schlick = f32x4.add(f32x4.splat(NORMAL), f32x4.mul(f32x4.splat(1 - NORMAL), f32x4.mul(f32x4.mul(twice, twice), grazing)));
  const mirrored = isWet ? schlick : f32x4.splat(0);
  const kept = f32x4.mul(f32x4.splat(isWet ? all.albedo : 1), f32x4.sub(one, mirrored));
  const dark = f32x4.splat(all.daylight);
  const nodes = <usize>(32 * i);
  storeChannel(all.factors + nodes, v128.bitselect(f32x4.mul(e0, kept), dark, isGround), 4096);
  storeChannel(all.factors + nodes + 2, v128.bitselect(f32x4.mul(e1, kept), dark, isGround), 4096);
  storeChannel(all.factors + nodes + 4, v128.bitselect(f32x4.mul(e2, kept), dark, isGround), 4096);
  if (!isWet) return;
  storeChannel(all.lights + nodes, v128.and(mirror(mirrored, all.sky0 * all.daylight, a0), isGround), 16);
  storeChannel(all.lights + nodes + 2, v128.and(mirror(mirrored, all.sky1 * all.daylight, a1), isGround), 16);
  storeChannel(all.lights + nodes + 4, v128.and(mirror(mirrored, all.sky2 * all.daylight, a2), isGround), 16);
}

// @ts-ignore: decorator
@inline
function mirror(share: v128, sky: f32, lamps: v128): v128 {
  return f32x4.mul(share, f32x4.add(f32x4.splat(sky), f32x4.mul(lamps, f32x4.splat(255))));
}

/** Rounds and clips four numbers to 16 bits and stores them eight bytes apart. */
// @ts-ignore: decorator
@inline
function storeChannel(to: usize, values: v128, scale: f32): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(values, f32x4.splat(scale)), f32x4.splat(0.5)));
  const clipped = i16x8.narrow_i32x4_s(whole, whole);
  store<i16>(to, i16x8.extract_lane_s(clipped, 0));
  store<i16>(to, i16x8.extract_lane_s(clipped, 1), 8);
  store<i16>(to, i16x8.extract_lane_s(clipped, 2), 16);
  store<i16>(to, i16x8.extract_lane_s(clipped, 3), 24);
}

/** p ← m p + a for every pixel of the row at `pixels`. */
export function lightRow(canvas: Canvas, row: i32, pixels: usize): void {
  const all = changetype<Lighting>(canvas.lighting);
  const stride = <usize>(32 * all.groups);
  const size = <usize>(canvas.width * canvas.channels);
  const node = <usize>(row / STEP) * stride;
  const down = <i16>(row % STEP);
  between(all.factors + node, stride, down, all.row);
  if (all.isWet != 0) between(all.lights + node, stride, down, all.row + stride);
  if (canvas.channels == 3) lightColours(all, pixels, size);
  else lightGreys(all, pixels, size);
}

/** The nodes between two rows of them. */
function between(nodes: usize, stride: usize, down: i16, out: usize): void {
  const weight = i16x8.splat(down);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(nodes + i);
    const b = v128.load(nodes + stride + i);
    v128.store(out + i, i16x8.add(a, stepped(a, b, weight)));
  }
}

/** A quarter of (b − a) j, without leaving 16 bits: both are at least 0. */
// @ts-ignore: decorator
@inline
function stepped(a: v128, b: v128, j: v128): v128 {
  return i16x8.mul(i16x8.sub(i16x8.shr_s(b, 2), i16x8.shr_s(a, 2)), j);
}

/** p m + a of eight 16-bit levels. */
// @ts-ignore: decorator
@inline
function lit(levels: v128, factor: v128, light: v128): v128 {
  const sixteenths = i16x8.q15mulr_sat_s(i16x8.shl(levels, 7), factor);
  return i16x8.shr_s(i16x8.add_sat_s(i16x8.add_sat_s(sixteenths, light), i16x8.splat(8)), 4);
}

/** Eight pixels, 24 bytes, from two nodes and the one behind at a time. */
function lightColours(all: Lighting, pixels: usize, size: usize): void {
  let node = all.row;
  const toLights = <usize>(32 * all.groups);
  const isWet = all.isWet != 0;
  const none = i16x8.splat(0);
  const j0 = i16x8(0, 0, 0, 1, 1, 1, 2, 2);
  const j1 = i16x8(2, 3, 3, 3, 0, 0, 0, 1);
  const j2 = i16x8(1, 1, 2, 2, 2, 3, 3, 3);
  for (let at: usize = 0; at < size; at += 24, node += 16) {
    const a = v128.load(node);
    const d = stepped(a, v128.load(node, 8), i16x8.splat(1));
    let l0 = none;
    let l1 = none;
    let l2 = none;
    if (isWet) {
      const la = v128.load(node + toLights);
      const ld = stepped(la, v128.load(node + toLights, 8), i16x8.splat(1));
      l0 = i16x8.add(spread0(la), i16x8.mul(spread0(ld), j0));
      l1 = i16x8.add(spread1(la), i16x8.mul(spread1(ld), j1));
      l2 = i16x8.add(spread2(la), i16x8.mul(spread2(ld), j2));
    }
    const f0 = i16x8.add(spread0(a), i16x8.mul(spread0(d), j0));
    const f1 = i16x8.add(spread1(a), i16x8.mul(spread1(d), j1));
    const f2 = i16x8.add(spread2(a), i16x8.mul(spread2(d), j2));
    const p = pixels + at;
    const low = v128.load(p);
    const high = v128.load64_zero(p, 16);
    const first = i8x16.narrow_i16x8_u(lit(v128.extend_low<u8>(low), f0, l0), lit(v128.extend_high<u8>(low), f1, l1));
    const rest = i8x16.narrow_i16x8_u(lit(v128.extend_low<u8>(high), f2, l2), none);
    if (at + 24 <= size) {
      v128.store(p, first);
      v128.store64_lane(p, rest, 0, 16);
    } else {
      storeUpTo(p, first, rest, <i32>(size - at));
    }
  }
}

/** The first bytes of 24. */
function storeUpTo(to: usize, first: v128, rest: v128, count: i32): void {
  let bytes = first;
  for (let i = 0; i < count; i++) {
    if (i == 16) bytes = rest;
    store<u8>(to + <usize>i, i8x16.extract_lane_u(bytes, 0));
    bytes = v128.shuffle<u8>(bytes, bytes, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
  }
}

/** Channels of two nodes for the bytes of eight pixels: the first eight, the next, the last. */
// @ts-ignore: decorator
@inline
function spread0(nodes: v128): v128 {
  return v128.swizzle(nodes, i8x16(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3));
}
// @ts-ignore: decorator
@inline
function spread1(nodes: v128): v128 {
  return v128.swizzle(nodes, i8x16(4, 5, 0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 8, 9));
}
// @ts-ignore: decorator
@inline
function spread2(nodes: v128): v128 {
  return v128.swizzle(nodes, i8x16(10, 11, 12, 13, 8, 9, 10, 11, 12, 13, 8, 9, 10, 11, 12, 13));
}

function lightGreys(all: Lighting, pixels: usize, size: usize): void {
  let node = all.row;
  const toLights = <usize>(32 * all.groups);
  const isWet = all.isWet != 0;
  for (let column: usize = 0; column < size; column++) {
    const at = node + ((column / STEP) << 3);
    const j = <i32>(column % STEP);
    const factor = load<i16>(at) + <i16>(((load<i16>(at, 8) >> 2) - (load<i16>(at) >> 2)) * j);
    const l = at + toLights;
    const light = isWet ? load<i16>(l) + <i16>(((load<i16>(l, 8) >> 2) - (load<i16>(l) >> 2)) * j) : 0;
    const levels = i16x8.splat(<i16>load<u8>(pixels + column));
    const grey = i16x8.extract_lane_s(lit(levels, i16x8.splat(factor), i16x8.splat(<i16>light)), 0);
    store<u8>(pixels + column, <u8>min<i16>(255, max<i16>(0, grey)));
  }
}
