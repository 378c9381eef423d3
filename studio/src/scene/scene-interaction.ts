/**
 * The pointer on the scene: a click on a vehicle makes it the one that is looked at, and one on a parking slot the slot to park in; with a tool, a click puts an obstacle down or takes one
 * away, and a drag on a vehicle pushes it. Dragging elsewhere is the camera's.
 */
import { Vector3 } from 'three';
import { slotCorners } from '../../../src/msgs/ground-corners.ts';
import type { BlockView, LivePlayer, Player } from '../players/player.ts';
import {
  isDropped,
  MOST_PUSH,
  nextObstacleName,
  obstacleSize,
  Picker,
  pushSpeed,
  REACH_LENGTHS,
} from './pointer-tools.ts';
import type { SlotMessage } from './parking-shapes.ts';
import type { SceneView } from './scene-view.ts';
import { solidOfTriangle } from './solid-mesh.ts';
import type { VehicleModel } from './vehicle-model.ts';

export type Tool = 'none' | 'obstacle' | 'push';

export interface InteractionEvents {
  select(vehicle: string): void;
  /** What the tool is about to do, for a person; empty when nothing. */
  say(text: string): void;
  fail(problem: string): void;
}

/** A pointer that moved less than this has clicked [px]. */
const CLICK = 5;

/** A block whose parameters are a goal that a person chooses. */
const GOAL_TYPE = 'planning/goal-pose';
export const goalBlock = (blocks: readonly BlockView[]): BlockView | undefined =>
  blocks.find(({ type }) => type === GOAL_TYPE);

function middleOf(slot: SlotMessage): readonly [x: number, y: number] {
  const quad = slotCorners(slot);
  const round = (sum: number) => Math.round(250 * sum) / 1000;
  return [round(quad[0] + quad[2] + quad[4] + quad[6]), round(quad[1] + quad[3] + quad[5] + quad[7])];
}

export const canChange = (player: Player): player is LivePlayer => player.abilities.change && 'push' in player;

interface Push {
  readonly model: VehicleModel;
  readonly origin: Vector3;
  readonly pointer: number;
  dx: number;
  dy: number;
}

export class SceneInteraction {
  private tool: Tool = 'none';
  private down: { readonly x: number; readonly y: number } | undefined;
  private push: Push | undefined;
  private readonly picker = new Picker();
  private readonly spot = new Vector3();
  private readonly listeners = new AbortController();

  constructor(
    private readonly view: SceneView,
    private readonly events: InteractionEvents,
  ) {
    const { signal } = this.listeners;
    const { canvas } = view;
    // before the camera's own listener, which would take the pointer
    canvas.addEventListener('pointerdown', (event) => this.onDown(event), { signal, capture: true });
    canvas.addEventListener('pointermove', (event) => this.onMove(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.onUp(event), { signal });
    canvas.addEventListener('pointercancel', () => this.endPush(), { signal });
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.endPush();
    this.view.canvas.style.cursor = { none: '', obstacle: 'crosshair', push: 'grab' }[tool];
  }

  private aim(event: PointerEvent): void {
    this.picker.aim(this.view.rig.camera, this.view.canvas, event.clientX, event.clientY);
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.down = { x: event.clientX, y: event.clientY };
    if (this.tool !== 'push') return;
    this.aim(event);
    const model = this.picker.vehicle(this.view.vehicles.models);
    if (model === undefined) return;
    const { front, rear } = model.spec.outline;
    const origin = model.group.localToWorld(new Vector3((front - rear) / 2, 0, 0));
    this.push = { model, origin, pointer: event.pointerId, dx: 0, dy: 0 };
    this.view.rig.held = true;
    this.view.canvas.setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    const { push } = this;
    if (push === undefined) return;
    this.aim(event);
    if (!this.picker.ground(this.spot)) return;
    // the vehicle may drive on meanwhile: the arrow goes with it
    const { front, rear } = push.model.spec.outline;
    push.model.group.localToWorld(push.origin.set((front - rear) / 2, 0, 0));
    const [dx, dy] = [this.spot.x - push.origin.x, this.spot.y - push.origin.y];
    const drag = Math.hypot(dx, dy);
    const { length } = push.model;
    const counts = Math.min(1, (REACH_LENGTHS * length) / Math.max(drag, 1e-9));
    const speed = pushSpeed(drag, length);
    push.dx = (dx / Math.max(drag, 1e-9)) * speed;
    push.dy = (dy / Math.max(drag, 1e-9)) * speed;
    this.view.arrow.show(
      this.view.stage.theme.accent,
      push.origin.x,
      push.origin.y,
      dx * counts,
      dy * counts,
      0.07 * length,
    );
    this.events.say(
      `Push ${push.model.spec.name} by ${speed.toFixed(1)} m/s${speed >= MOST_PUSH ? ' (most)' : ''}: ${impulseText(speed * push.model.spec.mass)}`,
    );
    this.view.invalidate();
  }

  private onUp(event: PointerEvent): void {
    const { down, push } = this;
    this.down = undefined;
    if (push !== undefined) {
      this.endPush();
      this.finishPush(push);
      return;
    }
    if (down === undefined || Math.hypot(event.clientX - down.x, event.clientY - down.y) > CLICK) return;
    this.aim(event);
    if (this.tool === 'obstacle') this.dropOrRemove();
    else if (this.tool === 'none') this.select();
  }

  private select(): void {
    const model = this.picker.vehicle(this.view.vehicles.models);
    if (model !== undefined) this.events.select(model.spec.name);
    else this.chooseSlot();
  }

  /** Where somebody may choose a goal, the slot below the pointer becomes it. */
  private chooseSlot(): void {
    const { player } = this.view.stage;
    const goal = canChange(player) ? goalBlock(player.scenario.peek()?.blocks ?? []) : undefined;
    if (goal === undefined || !canChange(player) || !this.picker.ground(this.spot)) return;
    const slot = this.view.parking.slotAt(player.frame.peek(), this.spot.x, this.spot.y);
    if (slot === undefined) return;
    const [x, y] = middleOf(slot);
    player.change(goal.name, '', { x, y, heading: slot.direction }).catch(this.complain);
    this.events.say(`Park in slot ${slot.id}`);
  }

  private endPush(): void {
    if (this.push === undefined) return;
    this.push = undefined;
    this.view.rig.held = false;
    this.view.arrow.hide();
    this.events.say('');
    this.view.invalidate();
  }

  private finishPush({ model, dx, dy }: Push): void {
    const { player } = this.view.stage;
    const { mass, name } = model.spec;
    if (!canChange(player) || (dx === 0 && dy === 0)) return;
    player.push(name, mass * dx, mass * dy).catch(this.complain);
  }

  private dropOrRemove(): void {
    const { player, model, subject } = this.view.stage;
    if (!canChange(player)) return;
    const solids = model.world?.scene.solids ?? [];
    const triangle = this.picker.triangle(this.view.world.solidObject);
    const hit = triangle === undefined ? undefined : solids[solidOfTriangle(this.view.world.solids, triangle)];
    if (hit !== undefined) {
      if (isDropped(hit.name)) player.removeObstacle(hit.name).catch(this.complain);
      else
        this.events.fail(
          `${hit.name === '' ? 'This' : `“${hit.name}”`} belongs to the world and stays; only obstacles that were dropped can be taken away.`,
        );
      return;
    }
    if (!this.picker.ground(this.spot)) return;
    const size = obstacleSize(2 * (subject?.spec.outline.halfWidth ?? 0.9));
    const name = nextObstacleName(solids.map((solid) => solid.name));
    const round = (value: number) => Math.round(value * 100) / 100;
    player.addObstacle({ x: round(this.spot.x), y: round(this.spot.y), ...size, name }).catch(this.complain);
  }

  private readonly complain = (error: unknown) =>
    this.events.fail(error instanceof Error ? error.message : String(error));

  dispose(): void {
    this.listeners.abort();
  }
}

const impulseText = (impulse: number): string =>
  impulse >= 1000 ? `${(impulse / 1000).toFixed(1)} kN s` : `${impulse.toPrecision(2)} N s`;
