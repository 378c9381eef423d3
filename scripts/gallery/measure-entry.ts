/** Runs one scenario to its end and writes down what a card of the gallery shows of it. */
import type { OutputPort } from '../../src/core/signal.ts';
import type { RunObserver } from '../../src/run/run.ts';
import { run } from '../../src/run/run.ts';
import type { Session } from '../../src/run/session.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { World, WorldDocument } from '../../src/world/index.ts';
import { offsetLine, worldOf } from '../../src/world/index.ts';
import { cornersOf } from '../../src/world/world-extent.ts';
import type { GalleryEntry } from '../../studio/src/app/shell/gallery-entry.ts';
import { centimetres, simplifiedTo } from './polyline.ts';
import type { GallerySource } from './scenario-sources.ts';

/** Points of a path before it is simplified. */
const SAMPLES = 600;
const MOST_POINTS = 200;
/** Of the size of the picture: half a pixel of a card. */
const TOLERANCE = 0.0015;

export async function measureEntry(source: GallerySource): Promise<GalleryEntry> {
  const { scenario } = source;
  const { document } = scenario;
  const driven = new DrivenPaths(scenario);
  const { expectations, duration, hash } = await run({ scenario }, driven);
  const world = document.world === undefined ? undefined : worldOf(document.world as WorldDocument);
  const lines = world === undefined ? [] : groundLines(world, scenario);
  const tolerance = TOLERANCE * sizeOf([...driven.paths, ...lines]);
  return {
    path: source.path,
    group: source.group,
    name: document.name,
    description: document.description.trim(),
    paths: driven.paths.map((points, i) => ({ colour: i + 1, points: simplifiedTo(points, tolerance, MOST_POINTS) })),
    stripes: lines.map((line) => simplifiedTo(line, tolerance, MOST_POINTS)),
    solids: (world?.scene.solids ?? []).map((solid) => Array.from(cornersOf(solid), centimetres)),
    expectations: expectations.map(({ name: doc, pass, value, unit }) => ({
      doc,
      pass,
      value: value === null ? null : Number(value.toPrecision(4)),
      unit,
    })),
    duration: centimetres(duration),
    hash: source.isTask ? '' : hash,
    runnable: source.runnable,
    command: source.command,
  };
}

/** The path of every vehicle as x₀, y₀, x₁, y₁ … */
class DrivenPaths implements RunObserver {
  paths: number[][] = [];
  private states: OutputPort[] = [];
  private readonly period: number;

  constructor({ ticks }: Scenario) {
    this.period = Math.max(1, Math.round(ticks / SAMPLES));
  }

  attach({ loop }: Session): void {
    this.states = loop.ports.filter(({ path, type }) => path.endsWith('.state') && /VehicleState$/.test(type.name));
    this.paths = this.states.map(() => []);
    loop.every(this.period, () => this.sample());
  }

  private sample(): void {
    for (const [i, { signal }] of this.states.entries()) {
      const { x, y } = signal.value as { x: number; y: number };
      if (signal.sequence > 0) this.paths[i].push(x, y);
    }
  }

  /** Where it ended, too. */
  finish({ ticks }: { readonly ticks: number }): void {
    if (ticks % this.period !== 0) this.sample();
  }
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
