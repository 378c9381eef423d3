/**
 * A row of marked parking slots and the marks in its paint.
 *
 * In the frame of the row u runs along the entrances and v into the slots. Side lines leave the entrance line at the angle α (90° except in
 * angled rows), so that slots of the width w follow each other at w/sin α along u.
 */
import { cos, sin } from '../../src/math/trig.ts';
import type { Chance } from './chance.ts';

export type SlotKind = 'perpendicular' | 'parallel' | 'angled';

export interface Line {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A corner of the paint: where its middle lines meet, and the directions of two or three arms. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly shape: 'T' | 'L';
  /** Of a T the stem first, then both halves of the bar; of an L the arm that falls on the other when it is turned clockwise, then that. */
  readonly arms: readonly number[];
  /** How far the arms reach [m]. */
  readonly reach: readonly number[];
}

export interface Slot {
  readonly kind: SlotKind;
  /** As in ParkingSlot: seen from the aisle. */
  readonly left: readonly [number, number];
  readonly right: readonly [number, number];
  readonly direction: number;
  readonly depth: number;
  /** Whether its row has a line, and so marks, at its back too. */
  readonly hasBack: boolean;
}

export interface Row {
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  readonly slots: readonly Slot[];
  readonly lineWidth: number;
}

export interface RowPlace {
  /** Where u = v = 0, and the direction of u; v is 90° left of it [m, m, rad]. */
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

export interface RowPlan {
  readonly kind: SlotKind;
  readonly count: number;
  /** Between side lines, square to them, and along them [m]. */
  readonly width: number;
  readonly depth: number;
  /** Between u and the side lines [rad]. */
  readonly angle: number;
  readonly lineWidth: number;
  readonly style: 'line' | 'bars' | 'boxes' | 'open';
  /** Half of a bar, or the gap between boxes [m]. */
  readonly bar: number;
  readonly ends: 'L' | 'T';
  readonly hasBack: boolean;
}

/** A plan by chance. */
export function planRow(kind: SlotKind, chance: Chance): RowPlan {
  const isParallel = kind === 'parallel';
  const slant = chance.between(0.5, 1.25);
  return {
    kind,
    count: chance.whole(3, isParallel ? 4 : 8),
    width: isParallel ? chance.between(5, 7) : chance.between(2.2, 3.5),
    depth: isParallel ? chance.between(2, 2.6) : chance.between(4.6, 5.6),
    angle: kind !== 'angled' ? Math.PI / 2 : chance.happens(0.5) ? slant : Math.PI - slant,
    lineWidth: chance.between(0.08, 0.17),
    style: chance.happens(0.5) ? 'line' : chance.happens(0.75) ? 'bars' : chance.happens(0.6) ? 'boxes' : 'open',
    bar: chance.between(0.25, 0.6),
    ends: chance.happens(0.75) ? 'L' : 'T',
    hasBack: chance.happens(0.5),
  };
}

export function rowOf(plan: RowPlan, place: RowPlace): Row {
  const [c, s] = [cos(place.yaw), sin(place.yaw)];
  const at = (u: number, v: number) => [place.x + c * u - s * v, place.y + s * u + c * v] as const;
  const lines: Line[] = [];
  const marks: Mark[] = [];
  const line = (a: readonly [number, number], b: readonly [number, number]) => {
    const [p, q] = [at(...a), at(...b)];
    lines.push({ x0: p[0], y0: p[1], x1: q[0], y1: q[1] });
  };
  const { count, depth, angle, style, bar, lineWidth: w, ends, hasBack } = plan;
  const [sa, ca] = [sin(angle), cos(angle)];
  const pitch = plan.width / sa;
  const back = (u: number) => [u + depth * ca, depth * sa] as const;
  const half = w / 2;
  const into = place.yaw + angle;

  const mark = (u: number, v: number, shape: 'T' | 'L', arms: readonly number[], reach: readonly number[]) => {
    const [x, y] = at(u, v);
    marks.push({ x, y, shape, arms, reach });
  };
  /** Along the row forwards and backwards. */
  const [ahead, behind] = [place.yaw, place.yaw + Math.PI];

  if (style === 'boxes') {
    const gap = Math.min(bar, 0.25 * pitch);
    for (let i = 0; i < count; i++) {
      const [a, b] = [i * pitch + gap / 2, (i + 1) * pitch - gap / 2];
      line([a - half, 0], [b + half, 0]);
      for (const u of [a, b]) line([u, 0], hasBack ? [back(u)[0] + half * ca, back(u)[1] + half * sa] : back(u));
      mark(a, 0, 'L', [into, ahead], [depth, b - a]);
      mark(b, 0, 'L', [behind, into], [b - a, depth]);
      if (!hasBack) continue;
      line([back(a)[0] - half, back(a)[1]], [back(b)[0] + half, back(b)[1]]);
      mark(...back(a), 'L', [ahead, into + Math.PI], [b - a, depth]);
      mark(...back(b), 'L', [into + Math.PI, behind], [depth, b - a]);
    }
  } else {
    const isOpen = style === 'open';
    const last = count * pitch;
    for (let i = 0; i <= count; i++) {
      const u = i * pitch;
      line([u - (isOpen ? 0 : 0), 0], hasBack ? [back(u)[0] + half * ca, back(u)[1] + half * sa] : back(u));
      const isFirst = i === 0 && ends === 'L';
      const isLast = i === count && ends === 'L';
      const reach = style === 'line' ? pitch : bar;
      const over = ends === 'T' ? bar : 0;
      const [left, right] = [
        i === 0 && style === 'line' ? over : reach,
        i === count && style === 'line' ? over : reach,
      ];
      if (style === 'bars') line([u - (isFirst ? half : bar), 0], [u + (isLast ? half : bar), 0]);
      if (!isOpen) {
        if (isFirst) mark(u, 0, 'L', [into, ahead], [depth, right]);
        else if (isLast) mark(u, 0, 'L', [behind, into], [left, depth]);
        else mark(u, 0, 'T', [into, ahead, behind], [depth, right, left]);
      }
      if (hasBack) {
        const out = into + Math.PI;
        const [bu, bv] = back(u);
        if (i === 0) mark(bu, bv, 'L', [ahead, out], [pitch, depth]);
        else if (i === count) mark(bu, bv, 'L', [out, behind], [depth, pitch]);
        else mark(bu, bv, 'T', [out, ahead, behind], [depth, pitch, pitch]);
      }
    }
    const over = ends === 'T' ? bar : half;
    if (style === 'line') line([-over, 0], [last + over, 0]);
    if (hasBack) line([back(0)[0] - half, back(0)[1]], [back(last)[0] + half, back(last)[1]]);
  }

  const slots = Array.from({ length: style === 'open' ? 0 : count }, (_, i): Slot => {
    const inset = style === 'boxes' ? Math.min(bar, 0.25 * pitch) / 2 : 0;
    // v is left of u: who looks along v has larger u at the right
    return {
      kind: plan.kind,
      left: at(i * pitch + inset, 0),
      right: at((i + 1) * pitch - inset, 0),
      direction: into,
      depth,
      hasBack,
    };
  });
  return { lines, marks, slots, lineWidth: w };
}
