/** A run of automatic parking with perfect eyes, step by step, with things that are put down on the way. */
import { join } from 'node:path';
import { buildLoop } from '../../src/core/build.ts';
import type { Tree } from '../../src/core/tree.ts';
import { mergeTrees } from '../../src/core/tree.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { createBoxShape, placeBox } from '../../src/world/contact/convex-shape.ts';
import { shapeDistanceToBody } from '../../src/world/contact/convex-distance.ts';
import { inOneThread } from '../../src/scenario/in-one-thread.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { worldOf } from '../../src/world/world.ts';
import type { WorldDocument } from '../../src/world/world-schema.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { portOf } from '../support/small-blocks.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
}

/** What is put into the world at an instant, and for how long [s]. */
export interface Drop {
  readonly at: number;
  readonly until?: number;
  readonly boxes: readonly Box[];
}

/** A twentieth of a second of a run. */
export interface Moment {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly speed: number;
  readonly phase: number;
  readonly reason: number;
  readonly plans: number;
  /** To the nearest thing [m]. */
  readonly clearance: number;
  readonly parked: boolean;
}

const MINI = { front: 3.268, rear: 0.534, half_width: 0.987 };
const STEP = 0.05;
const GIVEN_UP = 6;

const solids = (boxes: readonly Box[]) => boxes.map((box, i) => ({ name: `box ${i}`, ...box, height: 1.2 }));

/** All of the run of a scenario, with what is different, until it ends by itself. */
export async function parkingDrive(file: string, drops: readonly Drop[], over: Tree = {}): Promise<Moment[]> {
  const changes = drops.flatMap(({ at, until, boxes }) => [
    { at, block: 'world', params: { solids: solids(boxes) } },
    ...(until === undefined ? [] : [{ at: until, block: 'world', params: { solids: [] } }]),
  ]);
  const edit = (document: Tree) => inOneThread(mergeTrees(document, { ...over, changes } as Tree) as Tree);
  const scenario = await loadScenario(nodeFiles, join(projectRoot, file), { edit });
  const loop = await buildLoop(scenario);
  const [error, state, status] = ['referee.error', 'car.state', 'parking.status'].map(
    (name) => portOf(loop, name).signal,
  );
  const moments: Moment[] = [];
  const stepTicks = Math.round((STEP * 1e9) / loop.tickNs);
  for (let tick = stepTicks; tick <= scenario.ticks && !loop.ended; tick += stepTicks) {
    loop.runUntil(tick);
    const [{ clearance, parked }, { x, y, yaw, vx }, { phase, reason, plans }] = [
      error.value,
      state.value,
      status.value,
    ];
    moments.push({ time: (tick * loop.tickNs) / 1e9, x, y, yaw, speed: vx, phase, reason, plans, clearance, parked });
    if (parked || phase === GIVEN_UP) break;
  }
  return moments;
}

const shapeOf = (box: Box) => {
  const shape = createBoxShape();
  placeBox(shape, { ...box, front: box.length / 2, rear: box.length / 2, half_width: box.width / 2 });
  return shape;
};

/** Everything that stands in the lot of a scenario. */
export async function standingThings(file: string): Promise<readonly Box[]> {
  const { world } = await loadScenario(nodeFiles, join(projectRoot, file), { edit: inOneThread });
  return worldOf(world as WorldDocument).things;
}

/** Whether a box would stand in one of others. */
export const standsInOne = (box: Box, others: readonly Box[]): boolean =>
  others.some((other) => {
    const body = { ...other, front: other.length / 2, rear: other.length / 2, half_width: other.width / 2 };
    return shapeDistanceToBody(shapeOf(box), body) <= 0;
  });

/** How far the car would drive from a moment on until its body touches a box, if nobody stopped it; infinite where it never does [m]. */
export function wayToContact(moments: readonly Moment[], from: number, box: Box): number {
  const shape = shapeOf(box);
  let way = 0;
  for (let i = from; i < moments.length; i++) {
    if (i > from) way += Math.hypot(moments[i].x - moments[i - 1].x, moments[i].y - moments[i - 1].y);
    if (shapeDistanceToBody(shape, { ...moments[i], ...MINI }) <= 0) return way;
  }
  return Infinity;
}
