/** What automatic parking knows and plans: slots (free, taken, chosen), obstacles, and the trajectory. */
import { Group } from 'three';
import { footprintCorners, slotCorners, slotState } from '../../../src/msgs/ground-corners.ts';
import type { History } from '../players/history.ts';
import type { Frame, Topic } from '../players/player.ts';
import { poseOfMessage } from './ahead-lines.ts';
import type { SlotMessage } from './parking-shapes.ts';
import { isInQuad, quadAt } from './parking-shapes.ts';
import { PathLine } from './path-line.ts';
import { QuadsMesh } from './quads-mesh.ts';
import type { SceneModel } from './scene-model.ts';
import type { SceneTheme } from './scene-theme.ts';
import { seriesColour } from './scene-theme.ts';

const MOST_SHAPES = 512;
const MOST_POINTS = 2048;

export class ParkingLayer {
  readonly group = new Group();
  private theme: SceneTheme | undefined;
  private maps: { readonly topic: Topic; readonly quads: QuadsMesh }[] = [];
  private trajectories: { readonly topic: Topic; readonly line: PathLine }[] = [];
  private model: SceneModel | undefined;

  build(model: SceneModel, theme: SceneTheme): void {
    this.dispose();
    this.model = model;
    this.theme = theme;
    this.maps = model.topicsOf('ParkingMap').map((topic) => ({ topic, quads: new QuadsMesh(MOST_SHAPES) }));
    this.trajectories = model
      .topicsOf('ParkingTrajectory')
      .map((topic) => ({ topic, line: new PathLine(MOST_POINTS, { colour: theme.accent, width: 4 }) }));
    for (const { quads } of this.maps) this.group.add(quads.object);
    for (const { line } of this.trajectories) this.group.add(line.object);
  }

  /** The slot of the newest map in which a point of the ground lies. */
  slotAt(frame: Frame, x: number, y: number): SlotMessage | undefined {
    for (const { topic } of this.maps) {
      const slots: readonly SlotMessage[] = frame.messages.get(topic.id)?.message.slots ?? [];
      const hit = slots.find((slot) => isInQuad(slotCorners(slot), x, y));
      if (hit !== undefined) return hit;
    }
    return undefined;
  }

  update(frame: Frame, history: History): void {
    const chosen = new Set(this.trajectories.map(({ topic }) => frame.messages.get(topic.id)?.message.slot));
    for (const { topic, quads } of this.maps) this.drawMap(frame, history, topic, quads, chosen);
    for (const { topic, line } of this.trajectories) {
      const points: readonly { x: number; y: number }[] = frame.messages.get(topic.id)?.message.points ?? [];
      const count = Math.min(MOST_POINTS, points.length);
      for (let i = 0; i < count; i++) line.setPoint(i, points[i].x, points[i].y, 0.02);
      line.show(count);
    }
  }

  private drawMap(frame: Frame, history: History, topic: Topic, quads: QuadsMesh, chosen: ReadonlySet<unknown>): void {
    const message = frame.messages.get(topic.id)?.message;
    if (message === undefined) return quads.show(0);
    const theme = this.theme!;
    const at = poseOfMessage(message.header, this.model!.ownerOf(topic), history);
    const colours = { free: theme.good, taken: theme.bad, unknown: theme.line };
    let count = 0;
    for (const slot of message.slots.slice(0, MOST_SHAPES))
      quads.set(count++, quadAt(at, slotCorners(slot)), chosen.has(slot.id) ? theme.accent : colours[slotState(slot)]);
    for (const thing of message.obstacles.slice(0, MOST_SHAPES - count))
      quads.set(count++, quadAt(at, footprintCorners(thing)), seriesColour(theme, 5));
    quads.show(count);
  }

  dispose(): void {
    for (const { quads } of this.maps) quads.dispose();
    for (const { line } of this.trajectories) line.dispose();
    this.maps = [];
    this.trajectories = [];
  }
}
