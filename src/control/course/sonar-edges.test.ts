import { describe, expect, it } from 'vitest';
import type { CarPose } from './car-pose.ts';
import type { Cone, Edge } from './sonar-edges.ts';
import { createEdges, forgetPassed, forgetSide, readFront, readMiddle, readSide } from './sonar-edges.ts';
import { RULES, Sonar } from './sonar-inputs.ts';

/** Inner rays at 0.28 : 0.96, outer ones at 3 : 4, so that places come out by hand. */
const FRONT: Cone = { x: 3.5, y: 0.5, innerSine: 0.28, innerCosine: 0.96, outerSine: 0.6, outerCosine: 0.8 };
const SIDE: Cone = { x: 3, y: 1, innerSine: 0.8, innerCosine: 0.6, outerSine: 1, outerCosine: 0 };
const FAR = 20;

/** The road along x of a frame that lies anywhere in map, with obstacles on one side; the other side is its mirror image. */
class Street {
  readonly edges: Edge[] = createEdges();
  private pose: CarPose = { x: 0, y: 0, yaw: 0, sine: 0, cosine: 1 };
  readonly side: number;
  private readonly frame: readonly [x: number, y: number, yaw: number];

  constructor(side: number, frame: readonly [x: number, y: number, yaw: number]) {
    this.side = side;
    this.frame = frame;
    this.drive(0);
  }

  /** A place of the street in map. */
  private map(x: number, y: number): [number, number] {
    const [fx, fy, turn] = this.frame;
    const left = this.side * y;
    return [fx + Math.cos(turn) * x - Math.sin(turn) * left, fy + Math.sin(turn) * x + Math.cos(turn) * left];
  }

  get road() {
    const turn = this.frame[2];
    return { cosine: Math.cos(turn), sine: Math.sin(turn), length: 6 };
  }

  drive(x: number, y = 0, heading = 0): void {
    const yaw = this.frame[2] + this.side * heading;
    const [mapX, mapY] = this.map(x, y);
    this.pose = { x: mapX, y: mapY, yaw, sine: Math.sin(yaw), cosine: Math.cos(yaw) };
  }

  /** An obstacle that is known. */
  put(x: number, y: number, known: { rule?: number; seenNs?: number; length?: number; other?: boolean } = {}): Edge {
    const { rule = 4, seenNs = 0, length = 6, other = false } = known;
    const edge = this.edges.find(({ side }) => side === 0)!;
    const [mapX, mapY] = this.map(x, y);
    const { cosine, sine } = this.road;
    const side = other ? -this.side : this.side;
    return Object.assign(edge, { side, x: mapX, y: mapY, cosine, sine, length, rule, sinceNs: 0, seenNs });
  }

  /** Where a known obstacle begins in the street, out of the road positive. */
  at(edge: Edge): [number, number] {
    const [fx, fy, turn] = this.frame;
    const [dx, dy] = [edge.x - fx, edge.y - fy];
    return [Math.cos(turn) * dx + Math.sin(turn) * dy, this.side * (Math.cos(turn) * dy - Math.sin(turn) * dx)];
  }

  get known(): Edge[] {
    return this.edges.filter(({ side }) => side !== 0);
  }

  outer(range: number, nowNs = 0, maxRange = FAR): void {
    const sonar = this.side > 0 ? Sonar.LEFT_FAR : Sonar.RIGHT_FAR;
    readFront(this.edges, this.pose, FRONT, sonar, this.road, range, maxRange, nowNs);
  }

  inner(range: number, nowNs = 0, maxRange = FAR): void {
    const sonar = this.side > 0 ? Sonar.LEFT_MIDDLE : Sonar.RIGHT_MIDDLE;
    readFront(this.edges, this.pose, FRONT, sonar, this.road, range, maxRange, nowNs);
  }

  beside(range: number, nowNs = 0): void {
    const sonar = this.side > 0 ? Sonar.SIDE_LEFT : Sonar.SIDE_RIGHT;
    readSide(this.edges, this.pose, SIDE, sonar, this.road, range, 2, nowNs);
  }

  /** The inner sonar of this side about something in the middle, which counts as one of the other side. */
  middle(range: number, nowNs = 0): boolean {
    return readMiddle(this.edges, this.pose, FRONT, this.side, range, FAR, nowNs, 0.75);
  }

  forgetAhead(within: number): void {
    forgetSide(this.edges, this.pose, this.side, within);
  }

  forgetBehind(rear: number, oldestNs: number): void {
    forgetPassed(this.edges, this.pose, rear, oldestNs);
  }
}

const STREETS: [string, number, readonly [number, number, number]][] = [
  ['on the left', 1, [0, 0, 0]],
  ['on the right', -1, [0, 0, 0]],
  ['on the left of a street elsewhere', 1, [40, -25, 2.2]],
  ['on the right of a street elsewhere', -1, [-31, 17, -0.9]],
];

describe.each(STREETS)('obstacles %s', (_where, side, frame) => {
  const street = () => new Street(side, frame);
  const expectAt = (own: Street, edge: Edge, x: number, y: number) => {
    const [foundX, foundY] = own.at(edge);
    expect([foundX, foundY]).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
  };

  it('begin at the inner ray, at the distance of the echo, and run along the road', () => {
    const own = street();
    own.outer(10, 5e9);
    expect(own.known).toHaveLength(1);
    const [edge] = own.known;
    expectAt(own, edge, 11.5, 3.3);
    expect(edge).toMatchObject({
      side,
      length: 6,
      sinceNs: 5e9,
      seenNs: 5e9,
      rule: side > 0 ? 2 : 3,
      ...{ cosine: own.road.cosine, sine: own.road.sine },
    });
    // from a car that stands askew: 8 ahead of the sonar and 2.8 beside it, turned by 0.3 rad
    const askew = street();
    askew.drive(2, 1, 0.3);
    askew.outer(10);
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    expectAt(askew, askew.known[0], 2 + c * 11.5 - s * 3.3, 1 + s * 11.5 + c * 3.3);
  });

  it('are where both echoes of a sonar can be: that further out', () => {
    const own = street();
    own.outer(10);
    own.drive(2);
    own.outer(7.5, 1e9);
    expect(own.known).toHaveLength(1);
    expectAt(own, own.known[0], 11.5, 3.3);
    expect(own.known[0].seenNs).toBe(1e9);
    own.drive(4, 1.7);
    own.outer(5);
    expectAt(own, own.known[0], 11.5, 3.6);
  });

  it('are where the sonar says that looks further inwards', () => {
    const own = street();
    own.outer(10);
    own.drive(2);
    own.inner(7.5, 1e9);
    expectAt(own, own.known[0], 11.5, 2.6);
    expect(own.known[0].rule).toBe(side > 0 ? 4 : 5);
    own.drive(2, 1);
    own.outer(7.5, 2e9);
    expectAt(own, own.known[0], 11.5, 2.6);
    expect(own.known[0]).toMatchObject({ rule: side > 0 ? 4 : 5, sinceNs: 0, seenNs: 2e9 });
  });

  it('are not moved by what their flank sends back', () => {
    const own = street();
    own.put(9, 2);
    own.drive(0, 1);
    own.inner(7.5);
    expectAt(own, own.known[0], 9, 3.6);
    // 2 m behind the begin
    own.drive(1.5, 3);
    own.inner(7.5);
    expectAt(own, own.known[0], 9, 3.6);
    expect(own.known).toHaveLength(1);
  });

  it.each([
    ['less than 3 m before', 12.4, 1],
    ['more than 3 m before', 12.6, 2],
    ['less than 1.5 m behind the end of', 2.1, 1],
    ['more than 1.5 m behind the end of', 1.9, 2],
  ])('are one when an echo comes from %s the known one', (_place, begin, count) => {
    const own = street();
    own.put(begin, 3);
    own.drive(-2);
    own.outer(10);
    expect(own.known).toHaveLength(count);
  });

  it('are not those of the other side', () => {
    const own = street();
    const other = own.put(11.5, 3.3, { other: true });
    own.outer(10);
    expect(own.known).toHaveLength(2);
    expectAt(own, other, 11.5, 3.3);
  });

  it('are eight at most: a ninth takes the place of what was not seen for longest', () => {
    const own = street();
    for (let i = 0; i < 8; i++) own.put(100 + 30 * i, 3, { seenNs: i === 5 ? 1 : 10 + i });
    const [first, oldest] = [own.edges[0], own.edges[5]];
    own.outer(10, 99);
    expect(own.edges).toHaveLength(8);
    expectAt(own, oldest, 11.5, 3.3);
    expect(oldest).toMatchObject({ seenNs: 99, sinceNs: 99, rule: side > 0 ? 2 : 3 });
    expectAt(own, first, 100, 3);
  });

  it('move out to the outer ray when the cone in which they were is free', () => {
    const own = street();
    const inside = own.put(13.5, 4.5);
    own.outer(FAR);
    expectAt(own, inside, 13.5, 0.5 + 7.5);
    expect(inside.rule).toBe(side > 0 ? 2 : 3);
  });

  it.each([
    ['a little outside the inner ray', 13.5, 3, true],
    ['well outside the inner ray', 13.5, 2.8, false],
    ['near the outer ray', 11.5, 6.4, true],
    ['outside the outer ray', 11.5, 6.6, false],
    ['just ahead of the sonar', 4.1, 0.8, true],
    ['beside the sonar', 3.9, 0.7, false],
    ['behind the sonar', 2, 1, false],
    ['where an echo would just not be nearer', 13.5, 7, true],
    ['where an echo might be nearer', 14, 7, false],
  ])('%s are seen not to be there: %s m, %s m: %s', (_place, x, y, isMoved) => {
    const own = street();
    const edge = own.put(x, y);
    own.inner(13, 0, 13);
    expect(own.at(edge)[1] > y + 0.01).toBe(isMoved);
  });

  it('stay where a side sonar or the other side saw them', () => {
    const own = street();
    const sure = own.put(13.5, 4.5, { rule: 6 });
    const other = own.put(13.5, 4.5, { other: true });
    own.outer(FAR);
    expectAt(own, sure, 13.5, 4.5);
    expectAt(own, other, 13.5, 4.5);
  });

  it('are where a side sonar says, and as long as half an obstacle from there', () => {
    const own = street();
    own.put(1, 3, { rule: 2 });
    own.drive(3);
    own.beside(1, 7e9);
    expect(own.known).toHaveLength(1);
    // inner ray of the side sonar: 1 + 0.8; the echo is 5 m along
    expectAt(own, own.known[0], 1, 1.8);
    expect(own.known[0]).toMatchObject({ length: expect.closeTo(8, 9), rule: side > 0 ? 6 : 7, seenNs: 7e9 });
    // out again, and not shorter
    own.drive(0, 0.5);
    own.beside(1.5);
    expectAt(own, own.known[0], 1, 2.7);
    expect(own.known[0].length).toBeCloseTo(8, 9);
    // no front sonar knows better
    own.drive(-10);
    own.inner(10);
    expectAt(own, own.known[0], 1, 2.7);
  });

  it('end beside a side sonar that is free', () => {
    const own = street();
    const passed = own.put(-1, 2);
    const ahead = own.put(12, 2);
    const farOut = own.put(-1, 3.1);
    const short = own.put(-1, 2, { length: 2 });
    const other = own.put(-1, -2, { other: true });
    own.beside(2);
    expect([passed, ahead, farOut, short, other].map(({ length }) => length)).toEqual([
      expect.closeTo(4, 9),
      6,
      6,
      2,
      6,
    ]);
  });

  it('in the middle reach beyond the inner sonar of the side on which they are passed', () => {
    const own = street();
    // of the other side; the car passes on this one
    const edge = own.put(11, 0.5, { other: true });
    expect(own.middle(10, 4e9)).toBe(true);
    expectAt(own, edge, 11, 0.5 + 0.75);
    expect(edge.seenNs).toBe(4e9);
    // further than that they stay
    const wide = street();
    const reaching = wide.put(11, 2, { other: true });
    expect(wide.middle(10)).toBe(true);
    expectAt(wide, reaching, 11, 2);
  });

  it('in the middle are gone when the inner sonar is free, or sees something else', () => {
    const own = street();
    own.put(11, 0.5, { other: true });
    expect(own.middle(FAR)).toBe(false);
    expect(street().middle(10)).toBe(false);
    for (const [x, isSame] of [
      [8.4, false],
      [8.6, true],
      [14.4, true],
      [14.6, false],
    ] as const) {
      const near = street();
      near.put(x, 0.5, { other: true });
      expect(near.middle(10)).toBe(isSame);
      const own = street();
      own.put(x, 0.5);
      expect(own.middle(10)).toBe(false);
    }
  });

  it('ahead on one side are forgotten together', () => {
    const own = street();
    const [behind, near, far, beyond] = [-0.5, 0.5, 49, 51].map((x) => own.put(x, 2));
    const other = own.put(10, 2, { other: true });
    own.forgetAhead(50);
    expect([behind, near, far, beyond, other].map((edge) => edge.side)).toEqual([side, 0, 0, side, -side]);
  });

  it('are forgotten when their end is behind the car, or when they are old', () => {
    const own = street();
    const passed = own.put(-7.5, 2, { seenNs: 10 });
    const ending = own.put(-7, 2, { seenNs: 10 });
    const long = own.put(-9, 2, { seenNs: 10, length: 9 });
    const old = own.put(10, 2, { seenNs: 4 });
    const recent = own.put(10, 2, { seenNs: 5 });
    own.forgetBehind(-1.25, 5);
    expect([passed, ending, long, old, recent].map((edge) => edge.side)).toEqual([0, side, side, 0, side]);
  });
});

it('the sonars belong to the rules of the table', () => {
  expect(
    [
      [Sonar.LEFT_FAR, 2],
      [Sonar.RIGHT_FAR, 3],
      [Sonar.LEFT_MIDDLE, 4],
      [Sonar.RIGHT_MIDDLE, 5],
      [Sonar.SIDE_LEFT, 6],
      [Sonar.SIDE_RIGHT, 7],
    ].map(([sonar]) => RULES[sonar]),
  ).toEqual([2, 3, 4, 5, 6, 7]);
});
