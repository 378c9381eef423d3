/**
 * What sonars tell about obstacles beside the road, remembered: the edge of each that faces the car.
 *
 * A sonar says how far the nearest thing in its cone is, not where in the cone. What is certain is a bound: something seen by a sonar on the left is not further to the
 * right than the inner ray of the cone. So an obstacle is an edge: a place in map, the direction of the road there and a length.
 *
 *        ┌──────────┐ obstacle                 echo              edge at the inner ray, at the distance of the echo
 *        │          │                          same sonar again  both bounds hold: that further out
 *        └●─────────┘   ← edge, from ● on      another sonar     that which looks further inwards counts
 *       ╱ inner ray                            no echo any more  what was in the cone is not there: the edge moves out to the outer ray
 *   ═══ car ═══▶                               side sonar        says where the edge really is, and, when free again, where it ends
 *
 * An edge is forgotten when the car has passed its end, or when it gets too old. Distances in the frame of the car: x ahead of and y left of the rear axle [m].
 * Checked against: pickups beside a straight road, on either side.
 */
import { DOUBLE } from '../../math/double.ts';
import type { CarPose } from './car-pose.ts';
import { RULES, Sonar } from './sonar-inputs.ts';

export interface Edge {
  /** 1 for an obstacle on the left, −1 on the right, 0 for an unused record. */
  side: number;
  /** Where it begins in map [m], the direction in which it goes on, and how far [m]. */
  x: number;
  y: number;
  cosine: number;
  sine: number;
  length: number;
  /** When it was seen first and last [ns]. */
  sinceNs: number;
  seenNs: number;
  /** Number of the rule of the sonar that saw it last. */
  rule: number;
}

/** Where a sonar sits and the inner and outer ray of its cone, for the left side: position [m], sines and cosines of the rays from straight ahead. */
export interface Cone {
  readonly x: number;
  readonly y: number;
  readonly innerSine: number;
  readonly innerCosine: number;
  readonly outerSine: number;
  readonly outerCosine: number;
}

const EDGES = 8;

export const createEdges = (): Edge[] =>
  Array.from({ length: EDGES }, () => ({
    side: 0,
    x: DOUBLE,
    y: DOUBLE,
    cosine: DOUBLE,
    sine: DOUBLE,
    length: DOUBLE,
    sinceNs: DOUBLE,
    seenNs: DOUBLE,
    rule: 0,
  }));

/** The begin of an edge in the frame of the car, mirrored so that obstacles are on the left. */
export const place = { x: DOUBLE, y: DOUBLE };
export function locate(edge: Edge, pose: CarPose, along: number): void {
  const dx = edge.x + along * edge.cosine - pose.x;
  const dy = edge.y + along * edge.sine - pose.y;
  place.x = pose.cosine * dx + pose.sine * dy;
  place.y = edge.side * (pose.cosine * dy - pose.sine * dx);
}

/** Distances along the road within which two echoes belong to the same obstacle [m]. */
const SAME_BEFORE = 3;
const SAME_AFTER = 1.5;

/** What is taken for granted about an obstacle: direction of the road in map, and assumed length [m]. */
export interface Road {
  cosine: number;
  sine: number;
  length: number;
}

interface Echo {
  readonly side: number;
  readonly rule: number;
  readonly nowNs: number;
}

/** How much a sonar tells about the edge: outer, inner, side. */
const weightOf = (rule: number): number => (rule <= 3 ? 0 : rule <= 5 ? 1 : 2);

/** Takes in an echo whose edge may lie at (x, y) of the car's frame, mirrored. */
function takeEcho(edges: Edge[], pose: CarPose, road: Road, x: number, y: number, echo: Echo): void {
  const edge = sameObstacle(edges, pose, x, echo) ?? oldest(edges);
  const mapX = pose.x + pose.cosine * x - pose.sine * echo.side * y;
  const mapY = pose.y + pose.sine * x + pose.cosine * echo.side * y;
  edge.seenNs = echo.nowNs;
  if (edge.side !== echo.side) {
    edge.side = echo.side;
    edge.x = mapX;
    edge.y = mapY;
    edge.cosine = road.cosine;
    edge.sine = road.sine;
    edge.length = road.length;
    edge.rule = echo.rule;
    edge.sinceNs = echo.nowNs;
    return;
  }
  const isSure = weightOf(echo.rule) === 2;
  const more = weightOf(echo.rule) - weightOf(edge.rule);
  // in the frame of the edge: along it, and out of the road
  const along = edge.cosine * (mapX - edge.x) + edge.sine * (mapY - edge.y);
  const outward = edge.side * (edge.cosine * (mapY - edge.y) - edge.sine * (mapX - edge.x));
  // of a front echo from deeper inside only the obstacle's flank was seen
  if (more < 0 || (!isSure && along > SAME_AFTER)) return;
  if (isSure || more > 0 || outward > 0) moveOut(edge, outward);
  if (isSure) edge.length = Math.max(edge.length, along + 0.5 * road.length);
  edge.rule = echo.rule;
}

function moveOut(edge: Edge, outward: number): void {
  edge.x -= edge.side * edge.sine * outward;
  edge.y += edge.side * edge.cosine * outward;
}

function sameObstacle(edges: Edge[], pose: CarPose, x: number, { side }: Echo): Edge | undefined {
  for (let i = 0; i < EDGES; i++) {
    const edge = edges[i];
    if (edge.side !== side) continue;
    locate(edge, pose, 0);
    const behind = x - place.x;
    if (behind > -SAME_BEFORE && behind < edge.length + SAME_AFTER) return edge;
  }
  return undefined;
}

function oldest(edges: Edge[]): Edge {
  let found = edges[0];
  for (let i = 0; i < EDGES; i++) {
    if (edges[i].side === 0) return forget(edges[i]);
    if (edges[i].seenNs < found.seenNs) found = edges[i];
  }
  return forget(found);
}

function forget(edge: Edge): Edge {
  edge.side = 0;
  return edge;
}

/** Moves edges out that a cone would see if they were there; `reach` is how far it is free [m]. */
function clearCone(edges: Edge[], pose: CarPose, cone: Cone, side: number, reach: number): void {
  const outerRule = RULES[side > 0 ? Sonar.LEFT_FAR : Sonar.RIGHT_FAR];
  for (let i = 0; i < EDGES; i++) {
    const edge = edges[i];
    if (edge.side !== side || weightOf(edge.rule) === 2) continue;
    locate(edge, pose, 0);
    const ahead = place.x - cone.x;
    const beside = place.y - cone.y;
    const distance = Math.sqrt(ahead * ahead + beside * beside);
    // a little outside the inner ray still counts: there a bound was put by that ray itself
    const isInside =
      beside * cone.innerCosine - ahead * cone.innerSine > -0.05 * distance &&
      beside * cone.outerCosine < ahead * cone.outerSine;
    if (ahead < 0.5 || !isInside || distance > reach - 1) continue;
    moveOut(edge, (ahead * cone.outerSine) / cone.outerCosine - beside);
    edge.rule = outerRule;
  }
}

/** Takes in the reading of a front sonar. */
export function readFront(
  edges: Edge[],
  pose: CarPose,
  cone: Cone,
  sonar: Sonar,
  road: Road,
  range: number,
  maxRange: number,
  nowNs: number,
): void {
  const side = sonar === Sonar.LEFT_FAR || sonar === Sonar.LEFT_MIDDLE ? 1 : -1;
  clearCone(edges, pose, cone, side, range);
  if (range >= maxRange) return;
  takeEcho(edges, pose, road, cone.x + range * cone.outerCosine, cone.y + range * cone.innerSine, {
    side,
    rule: RULES[sonar],
    nowNs,
  });
}

/**
 * Takes in the reading of an inner sonar about an obstacle in the middle, which is passed on the sonar's side and so counts as one of the other side: it ends `overlap`
 * beyond the sonar's inner ray, or further out. False when the sonar does not see it any more.
 */
export function readMiddle(
  edges: Edge[],
  pose: CarPose,
  cone: Cone,
  side: number,
  range: number,
  maxRange: number,
  nowNs: number,
  overlap: number,
): boolean {
  if (range >= maxRange) return false;
  const x = cone.x + range * cone.outerCosine;
  for (let i = 0; i < EDGES; i++) {
    const edge = edges[i];
    if (edge.side !== -side) continue;
    locate(edge, pose, 0);
    if (Math.abs(x - place.x) > SAME_BEFORE) continue;
    moveOut(edge, Math.min(0, -cone.y - overlap - place.y));
    edge.seenNs = nowNs;
    return true;
  }
  return false;
}

/** Forgets all edges of a side that begin within a distance ahead [m]. */
export function forgetSide(edges: Edge[], pose: CarPose, side: number, within: number): void {
  for (let i = 0; i < EDGES; i++) {
    if (edges[i].side !== side) continue;
    locate(edges[i], pose, 0);
    if (place.x > 0 && place.x < within) edges[i].side = 0;
  }
}

/** Takes in the reading of a side sonar. */
export function readSide(
  edges: Edge[],
  pose: CarPose,
  cone: Cone,
  sonar: Sonar,
  road: Road,
  range: number,
  maxRange: number,
  nowNs: number,
): void {
  const side = sonar === Sonar.SIDE_LEFT ? 1 : -1;
  if (range < maxRange) {
    takeEcho(edges, pose, road, cone.x, cone.y + range * cone.innerSine, { side, rule: RULES[sonar], nowNs });
    return;
  }
  // free beside: what began behind the sonar, and near enough to be seen, has ended
  for (let i = 0; i < EDGES; i++) {
    const edge = edges[i];
    if (edge.side !== side) continue;
    locate(edge, pose, 0);
    if (place.x < cone.x && place.y - cone.y < maxRange) edge.length = Math.min(edge.length, cone.x - place.x);
  }
}

/** Forgets edges that end behind `rear` [m] of the car or were not seen since `oldestNs`. */
export function forgetPassed(edges: Edge[], pose: CarPose, rear: number, oldestNs: number): void {
  for (let i = 0; i < EDGES; i++) {
    const edge = edges[i];
    if (edge.side === 0) continue;
    locate(edge, pose, edge.length);
    if (place.x < rear || edge.seenNs < oldestNs) edge.side = 0;
  }
}
