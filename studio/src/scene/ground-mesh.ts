/**
 * Paint on the ground as triangles: areas, then stripes on top of them, in the order in which a painter lays them down. Drawn without depth,
 * in this order, nothing can flicker, however flat the view. Stripes come as outlines with mitred joints (world/ground-outline.ts),
 * whose two sides pair up into quadrilaterals; areas are cut by ears (earcut), whose time grows with the
 * square of the corners, and roads from side to side, so that long ones are cut as well.
 *
 * Checked against: length × width of stripes, areas of polygons.
 */
import { ShapeUtils, Vector2 } from 'three';
import { outlineOf, stripeOutlines } from '../../../src/world/ground-outline.ts';
import type { Ground, RoadSides, Shadow } from '../../../src/world/scene.ts';
import type { MeshData, Rgb } from './mesh-data.ts';
import { MeshBuilder } from './mesh-data.ts';

/** Areas and stripes of a ground, all at z = 0. */
export function paintMesh({ areas, stripes }: Pick<Ground, 'areas' | 'stripes'>): MeshData {
  const builder = new MeshBuilder();
  for (const { points, colour, sides, isEnclosed } of areas) {
    if (sides !== undefined) addRoad(builder, sides, colour);
    else if (!isEnclosed) addPolygon(builder, points, colour);
  }
  for (const stripe of stripes) {
    for (const { points } of stripeOutlines(stripe)) addBand(builder, points, stripe.colour);
  }
  return builder.build();
}

/** One mesh per brightness, to be laid over everything painted. */
export function shadowMeshes(shadows: readonly Shadow[]): { readonly brightness: number; readonly mesh: MeshData }[] {
  const builders = new Map<number, MeshBuilder>();
  for (const { points, brightness } of shadows) {
    if (!builders.has(brightness)) builders.set(brightness, new MeshBuilder());
    addPolygon(builders.get(brightness)!, points, [0, 0, 0]);
  }
  return [...builders].map(([brightness, builder]) => ({ brightness, mesh: builder.build() }));
}

/** Any simple polygon. */
function addPolygon(builder: MeshBuilder, points: Float64Array, colour: Rgb): void {
  const { points: corners } = outlineOf(points);
  const contour: Vector2[] = [];
  for (let i = 0; i < corners.length; i += 2) contour.push(new Vector2(corners[i], corners[i + 1]));
  const first = builder.vertexCount;
  for (const { x, y } of contour) builder.vertex(x, y, 0, colour);
  for (const [a, b, c] of ShapeUtils.triangulateShape(contour, [])) builder.triangle(first + a, first + b, first + c);
}

/** From side to side: of the two triangles that could come next, the one with the shorter crossing of the road. */
function addRoad(builder: MeshBuilder, { left, right, closed }: RoadSides, colour: Rgb): void {
  const lefts = addLine(builder, left, colour);
  const rights = addLine(builder, right, colour);
  const [steps, rightSteps] = closed ? [lefts.count, rights.count] : [lefts.count - 1, rights.count - 1];
  const apart = (i: number, j: number) => {
    const [a, b] = [2 * (i % lefts.count), 2 * (j % rights.count)];
    return Math.hypot(left[a] - right[b], left[a + 1] - right[b + 1]);
  };
  for (let i = 0, j = 0; i < steps || j < rightSteps; ) {
    const isLeft = j === rightSteps || (i < steps && apart(i + 1, j) <= apart(i, j + 1));
    const [a, b] = [lefts.first + (i % lefts.count), rights.first + (j % rights.count)];
    if (isLeft) builder.triangle(a, b, lefts.first + (++i % lefts.count));
    else builder.triangle(a, b, rights.first + (++j % rights.count));
  }
}

function addLine(builder: MeshBuilder, points: Float64Array, colour: Rgb): { first: number; count: number } {
  const first = builder.vertexCount;
  for (let i = 0; i < points.length; i += 2) builder.vertex(points[i], points[i + 1], 0, colour);
  return { first, count: points.length / 2 };
}

/** The outline of a run of a stripe: there along one side, back along the other. */
function addBand(builder: MeshBuilder, points: Float64Array, colour: Rgb): void {
  const corners = points.length / 2;
  const first = builder.vertexCount;
  for (let i = 0; i < corners; i++) builder.vertex(points[2 * i], points[2 * i + 1], 0, colour);
  for (let i = 0; i + 1 < corners / 2; i++) {
    const [a, b, c, d] = [first + i, first + i + 1, first + corners - 2 - i, first + corners - 1 - i];
    builder.triangle(a, b, c);
    builder.triangle(a, c, d);
  }
}
