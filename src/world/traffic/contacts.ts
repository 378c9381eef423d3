/**
 * Who touches whom: near pairs of vehicles, and vehicles near solids; the forces between them; and what is remembered from step to step.
 *
 * A contact begins when two bodies overlap and ends when they are more than CONTACT_GAP apart.
 */
import type { ContactMemory, RigidBody } from '../contact/bodies.ts';
import { approachAt, pushApart } from '../contact/bodies.ts';
import { cellOf, isNear } from '../contact/grid.ts';
import type { Manifold } from '../contact/manifold.ts';
import { createManifold, touch } from '../contact/manifold.ts';
import { shareHeight } from '../contact/convex-shape.ts';
import { place } from './motion.ts';
import type { TrafficScene } from './scene.ts';
import { CONTACT_GAP } from './scene.ts';

/** A contact under way. */
interface OngoingContact extends ContactMemory {
  /** Index of a vehicle, and of another one; solids go on after the vehicles. */
  readonly a: number;
  readonly b: number;
  /** Whether it has been seen in this step. */
  isCurrent: boolean;
}

/** The beginning of a contact. */
interface ContactEvent {
  readonly a: number;
  readonly b: number;
  readonly timeNs: number;
  readonly x: number;
  readonly y: number;
  readonly closingSpeed: number;
}

export interface ContactState {
  readonly ongoing: OngoingContact[];
  /** Those that have begun and not been published yet, oldest first. */
  readonly begun: ContactEvent[];
}

/** The instant the forces are for, and how long they are held [s]. */
export interface ContactTime {
  timeNs: number;
  dt: number;
}

/** Finds all contacts among the first `count` vehicles that are present, and adds up the forces on each. */
export function meet(scene: TrafficScene, count: number, state: ContactState, time: ContactTime): void {
  for (let i = 0; i < count; i++) {
    meetVehicles(scene, i, count, state, time);
    meetSolids(scene, i, state, time);
  }
  if (state.ongoing.length > 0) forgetEnded(state.ongoing);
}

function meetVehicles(scene: TrafficScene, i: number, count: number, state: ContactState, time: ContactTime): void {
  const { present, x, y, radius } = scene;
  const ownX = x[i];
  const ownY = y[i];
  const ownRadius = radius[i];
  for (let j = i + 1; j < count; j++) {
    const dx = x[j] - ownX;
    const dy = y[j] - ownY;
    const reach = ownRadius + radius[j];
    if (dx * dx + dy * dy > reach * reach) continue;
    meetPair(scene, i, place(scene, j), present[j], state, time);
  }
}

function meetSolids(scene: TrafficScene, i: number, state: ContactState, time: ContactTime): void {
  const { grid, movers, solids } = scene;
  const x = scene.x[i];
  const y = scene.y[i];
  const cell = cellOf(grid, x, y);
  if (cell < 0) return;
  for (let k = grid.starts[cell]; k < grid.starts[cell + 1]; k++) {
    const item = grid.items[k];
    if (isNear(grid, item, x, y)) meetPair(scene, i, solids[item], movers.length + item, state, time);
  }
}

const manifold: Manifold = createManifold();

/** One vehicle and something near it. */
function meetPair(
  scene: TrafficScene,
  i: number,
  other: RigidBody,
  b: number,
  state: ContactState,
  time: ContactTime,
): void {
  const own = place(scene, i);
  if (!shareHeight(own, other)) return;
  const a = scene.present[i];
  let contact = state.ongoing.length === 0 ? undefined : find(state.ongoing, a, b);
  const distance = touch(own.shape, other.shape, contact === undefined ? -1 : contact.edge, CONTACT_GAP, manifold);
  if (manifold.count === 0) {
    if (contact === undefined || distance > CONTACT_GAP) return;
    // apart, and perhaps not for long
    contact.isCurrent = true;
    contact.edge = -1;
    contact.approach = 0;
    return;
  }
  if (contact === undefined) contact = begin(state, a, b, own, other, time.timeNs);
  contact.isCurrent = true;
  contact.edge = manifold.edge;
  pushApart(own, other, manifold, contact, scene.law, time.dt);
}

function find(ongoing: readonly OngoingContact[], a: number, b: number): OngoingContact | undefined {
  for (let k = 0; k < ongoing.length; k++) if (ongoing[k].a === a && ongoing[k].b === b) return ongoing[k];
  return undefined;
}

function begin(
  state: ContactState,
  a: number,
  b: number,
  own: RigidBody,
  other: RigidBody,
  timeNs: number,
): OngoingContact {
  const { count, x, y } = manifold;
  const last = count - 1;
  const closingSpeed = Math.max(approachAt(own, other, manifold, 0), approachAt(own, other, manifold, last));
  state.begun.push({ a, b, timeNs, x: 0.5 * (x[0] + x[last]), y: 0.5 * (y[0] + y[last]), closingSpeed });
  const contact = { a, b, edge: -1, approach: 0, isCurrent: true };
  state.ongoing.push(contact);
  return contact;
}

/** Drops the contacts that were not seen in this step, and makes the others ready for the next. */
function forgetEnded(ongoing: OngoingContact[]): void {
  let kept = 0;
  for (let k = 0; k < ongoing.length; k++) {
    const contact = ongoing[k];
    if (!contact.isCurrent) continue;
    contact.isCurrent = false;
    ongoing[kept++] = contact;
  }
  ongoing.length = kept;
}
