/** What a map shows, painted on a plain canvas whose unit is the metre, north up. Widths are in pixels of the screen. */
import { footprintCorners, slotCorners, slotState } from '../../../src/msgs/ground-corners.ts';
import type { World } from '../../../src/world/world.ts';
import { cornersOf } from '../../../src/world/world-extent.ts';
import type { Overlay } from '../players/overlay.ts';
import type { History } from '../players/history.ts';
import type { Frame } from '../players/player.ts';
import { lanePoints, pathPoints, poseOfMessage } from './ahead-lines.ts';
import { createPose } from './display-pose.ts';
import { poseAt, sampleBefore, STATE_FIELDS } from './history-pose.ts';
import type { PoseFields } from './history-pose.ts';
import { quadAt } from './parking-shapes.ts';
import { shortType } from './pose-source.ts';
import type { SceneModel } from './scene-model.ts';
import type { SceneTheme } from './scene-theme.ts';
import { seriesColour } from './scene-theme.ts';
import type { Outline } from './vehicle-spec.ts';

export const css = ([red, green, blue]: readonly number[]): string => `rgb(${red}, ${green}, ${blue})`;
/** Pixels that a vehicle has at least, however small the map. */
const LEAST_LENGTH = 12;
const MOST_PLANNED = 1024;
const pose = createPose();

export class TopViewPainter {
  /** [px/m] */
  scale = 1;

  constructor(private readonly context: CanvasRenderingContext2D) {}

  private trace(points: ArrayLike<number>): void {
    this.context.beginPath();
    for (let i = 0; i < points.length; i += 2) this.context.lineTo(points[i], points[i + 1]);
  }

  private fill(points: ArrayLike<number>, colour: string): void {
    this.trace(points);
    this.context.fillStyle = colour;
    this.context.fill();
  }

  world({ scene: { ground, solids } }: World): void {
    const { context } = this;
    for (const { points, colour } of ground.areas) this.fill(points, css(colour));
    for (const { points, colour, width, closed } of ground.stripes) {
      this.trace(points);
      if (closed) context.closePath();
      context.strokeStyle = css(colour);
      context.lineWidth = Math.max(width, 1 / this.scale);
      context.stroke();
    }
    for (const { points, brightness } of ground.shadows) this.fill(points, `rgba(0, 0, 0, ${1 - brightness})`);
    for (const solid of solids) this.fill(cornersOf(solid), css(solid.colour));
  }

  /** Lines at a power of ten that are not too close, within half a width and height around a place. */
  grid(x: number, y: number, halfX: number, halfY: number, colour: string): void {
    const { context } = this;
    const spacing = 10 ** Math.ceil(Math.log10(24 / this.scale));
    context.beginPath();
    for (let at = Math.ceil((x - halfX) / spacing) * spacing; at < x + halfX; at += spacing) {
      context.moveTo(at, y - halfY);
      context.lineTo(at, y + halfY);
    }
    for (let at = Math.ceil((y - halfY) / spacing) * spacing; at < y + halfY; at += spacing) {
      context.moveTo(x - halfX, at);
      context.lineTo(x + halfX, at);
    }
    context.globalAlpha = 0.25;
    context.strokeStyle = colour;
    context.lineWidth = 1 / this.scale;
    context.stroke();
    context.globalAlpha = 1;
  }

  path(history: History, topic: string, fields: PoseFields, until: number, colour: string, dashed: boolean): void {
    const { context } = this;
    const { times, values: x } = history.series(topic, fields.x);
    const { values: y } = history.series(topic, fields.y);
    const count = Math.min(y.length, sampleBefore(times, until) + 1);
    context.beginPath();
    for (let i = 0; i < count; i++) context.lineTo(x[i], y[i]);
    context.strokeStyle = colour;
    context.lineWidth = 2.5 / this.scale;
    context.setLineDash(dashed ? [8 / this.scale, 6 / this.scale] : []);
    context.stroke();
    context.setLineDash([]);
  }

  /** Paths and ghosts of another run. */
  overlay(
    { topicOfSignal, history, colour }: Overlay,
    { vehicles }: SceneModel,
    time: number,
    theme: SceneTheme,
  ): void {
    for (const { spec } of vehicles) {
      const topic = topicOfSignal.get(`${spec.name}.state`);
      if (topic === undefined) continue;
      this.path(history, topic, STATE_FIELDS, Infinity, colour, true);
      if (!poseAt(history, topic, time, pose)) continue;
      this.context.globalAlpha = 0.45;
      this.body(pose, spec.outline, colour, theme);
      this.context.globalAlpha = 1;
    }
  }

  /** Plans and detected lanes. */
  ahead(model: SceneModel, frame: Frame, history: History, theme: SceneTheme): void {
    const { context } = this;
    const put = (i: number, x: number, y: number) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
    context.lineWidth = 3 / this.scale;
    for (const topic of model.topicsOf('Path', 'Lane')) {
      const message = frame.messages.get(topic.id)?.message;
      if (message === undefined) continue;
      const at = poseOfMessage(message.header, model.ownerOf(topic), history);
      const isPath = shortType(topic.type) === 'Path';
      context.strokeStyle = isPath ? theme.accent : theme.good;
      context.beginPath();
      if (isPath) pathPoints(message, at, MOST_PLANNED, put);
      else for (const side of ['left', 'right'] as const) lanePoints(message, side, at, 24, put);
      context.stroke();
    }
  }

  /** Slots, obstacles and the trajectory of automatic parking. */
  parking(model: SceneModel, frame: Frame, history: History, theme: SceneTheme): void {
    const { context } = this;
    context.globalAlpha = 0.4;
    for (const topic of model.topicsOf('ParkingMap')) {
      const message = frame.messages.get(topic.id)?.message;
      if (message === undefined) continue;
      const at = poseOfMessage(message.header, model.ownerOf(topic), history);
      const colours = { free: theme.good, taken: theme.bad, unknown: theme.line };
      for (const slot of message.slots) this.fill(quadAt(at, slotCorners(slot)), colours[slotState(slot)]);
      for (const thing of message.obstacles) this.fill(quadAt(at, footprintCorners(thing)), seriesColour(theme, 5));
    }
    context.globalAlpha = 1;
    context.strokeStyle = theme.accent;
    context.lineWidth = 3 / this.scale;
    for (const topic of model.topicsOf('ParkingTrajectory')) {
      context.beginPath();
      for (const { x, y } of frame.messages.get(topic.id)?.message.points ?? []) context.lineTo(x, y);
      context.stroke();
    }
  }

  /** Cones of range finders. */
  ranges(model: SceneModel, frame: Frame, theme: SceneTheme): void {
    const { context } = this;
    for (const sensor of model.sensors) {
      if (sensor.kind !== 'range') continue;
      const vehicle = model.vehicles.find(({ spec }) => spec.name === sensor.vehicle);
      const topic = model.topicOfSignal(sensor.signal);
      const reading = topic === undefined ? undefined : frame.messages.get(topic.id)?.message;
      if (vehicle === undefined || reading === undefined) continue;
      const hits = reading.range < 0.999 * reading.max_range;
      context.save();
      context.translate(vehicle.track.pose.x, vehicle.track.pose.y);
      context.rotate(vehicle.track.pose.yaw);
      context.translate(sensor.mount.x, sensor.mount.y);
      context.rotate(sensor.mount.yaw);
      context.globalAlpha = hits ? 0.4 : 0.15;
      context.fillStyle = hits ? theme.bad : seriesColour(theme, 5);
      context.beginPath();
      context.moveTo(0, 0);
      context.arc(0, 0, reading.range, sensor.angleMin, sensor.angleMax);
      context.fill();
      context.restore();
    }
  }

  /** A vehicle from above, with a nose; small maps show it larger than it is. */
  body(
    { x, y, yaw }: { x: number; y: number; yaw: number },
    { front, rear, halfWidth }: Outline,
    colour: string,
    theme: SceneTheme,
  ): void {
    const { context } = this;
    const grow = Math.max(1, LEAST_LENGTH / ((front + rear) * this.scale));
    context.save();
    context.translate(x, y);
    context.rotate(yaw);
    context.scale(grow, grow);
    this.fill(
      [
        -rear,
        -halfWidth,
        front - 0.6 * halfWidth,
        -halfWidth,
        front,
        -0.45 * halfWidth,
        front,
        0.45 * halfWidth,
        front - 0.6 * halfWidth,
        halfWidth,
        -rear,
        halfWidth,
      ],
      colour,
    );
    context.closePath();
    context.strokeStyle = theme.dark ? '#ffffff' : '#000000';
    context.lineWidth = 1.2 / this.scale / grow;
    context.stroke();
    context.restore();
  }
}
