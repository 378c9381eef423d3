/** Runs one scenario to its end and writes down what a card of the gallery shows of it. */
import { buildLoop } from '../../src/core/build.ts';
import type { Loop } from '../../src/core/loop.ts';
import type { Scenario } from '../../src/core/scenario.ts';
import { parseScenario } from '../../src/core/scenario.ts';
import { parse } from '../../src/core/schema.ts';
import { LiveMetrics, judge } from '../../src/record/metrics/metrics.ts';
import type { World, WorldDocument } from '../../src/world/index.ts';
import { offsetLine, worldOf, worldParams } from '../../src/world/index.ts';
import { cornersOf } from '../../src/world/world-extent.ts';
import type { GalleryEntry } from '../../studio/src/app/shell/gallery-entry.ts';
import { centimetres, simplifiedTo } from './polyline.ts';
import type { ScenarioSource } from './scenario-sources.ts';

/** Points of a path before it is simplified. */
const SAMPLES = 600;
const MOST_POINTS = 200;
/** Of the size of the picture: half a pixel of a card. */
const TOLERANCE = 0.0015;

export async function measureEntry(source: ScenarioSource): Promise<GalleryEntry> {
  const scenario = parseScenario(source.document, source.catalog);
  const { name, description, expect, metrics: specs } = scenario.document;
  const loop = await buildLoop(scenario);
  const metrics = new LiveMetrics(specs, loop.ports);
  const driven = await drive(scenario, loop);
  const world =
    scenario.document.world === undefined
      ? undefined
      : worldOf(parse(worldParams, scenario.document.world, 'world') as WorldDocument);
  const lines = world === undefined ? [] : groundLines(world, scenario);
  const tolerance = TOLERANCE * sizeOf([...driven, ...lines]);
  return {
    path: source.path,
    group: source.group,
    name,
    description: description.trim(),
    paths: driven.map((points, i) => ({ colour: i + 1, points: simplifiedTo(points, tolerance, MOST_POINTS) })),
    stripes: lines.map((line) => simplifiedTo(line, tolerance, MOST_POINTS)),
    solids: (world?.scene.solids ?? []).map((solid) => Array.from(cornersOf(solid), centimetres)),
    expectations: judge(expect, metrics.results()).map(({ name: doc, pass, value, unit }) => ({
      doc,
      pass,
      value: value === null ? null : Number(value.toPrecision(4)),
      unit,
    })),
    duration: centimetres(loop.nowNs / 1e9),
    hash: source.isTask ? '' : loop.hash(),
    runnable: source.runnable,
    command: source.command,
  };
}

/** Runs to the end; the path of every vehicle as x₀, y₀, x₁, y₁ … */
async function drive(scenario: Scenario, loop: Loop): Promise<number[][]> {
  const states = loop.ports.filter(({ path, type }) => path.endsWith('.state') && /VehicleState$/.test(type.name));
  const paths: number[][] = states.map(() => []);
  const period = Math.max(1, Math.round(scenario.ticks / SAMPLES));
  while (loop.tick < scenario.ticks && !loop.ended) {
    await loop.run(Math.min(loop.tick + period, scenario.ticks));
    for (const [i, { signal }] of states.entries()) {
      const { x, y } = signal.value as { x: number; y: number };
      if (signal.sequence > 0) paths[i].push(x, y);
    }
  }
  return paths;
}

/** Lines of the lane, whole even where the paint is worn, and whatever else is painted. */
function groundLines({ track, scene }: World, { document }: Scenario): number[][] {
  const look = (document.world as WorldDocument).track?.lines.kind;
  const offsets = track === undefined ? [] : look === 'edges' ? [track.laneWidth / 2, -track.laneWidth / 2] : [0];
  const lane = offsets.map((offset) => closedRing(offsetLine(track!, offset), track!.closed));
  // the lines of the lane come first
  const others = scene.ground.stripes.slice(
    scene.ground.stripes.length - (document.world as WorldDocument).stripes.length,
  );
  return [...lane, ...others.map(({ points, closed }) => closedRing(points, closed))];
}

const closedRing = (points: Float64Array, closed: boolean): number[] =>
  closed ? [...points, points[0], points[1]] : [...points];

/** Larger side of what they cover [m]. */
function sizeOf(lines: readonly ArrayLike<number>[]): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      west = Math.min(west, line[i]);
      east = Math.max(east, line[i]);
      south = Math.min(south, line[i + 1]);
      north = Math.max(north, line[i + 1]);
    }
  }
  return Math.max(1, east - west, north - south);
}
