/** Lines on the ground: driven paths, those of other runs, plans and detected lanes. */
import { Group } from 'three';
import type { Overlay } from '../players/overlay.ts';
import type { History } from '../players/history.ts';
import type { Frame, Topic } from '../players/player.ts';
import { lanePoints, pathPoints, poseOfMessage } from './ahead-lines.ts';
import { DrivenPath } from './driven-path.ts';
import { STATE_FIELDS } from './history-pose.ts';
import { PathLine } from './path-line.ts';
import { shortType } from './pose-source.ts';
import type { SceneModel } from './scene-model.ts';
import type { SceneTheme } from './scene-theme.ts';
import { seriesColour } from './scene-theme.ts';
import type { VehicleDisplay } from './vehicle-display.ts';

const MOST_PLANNED = 1024;
const LANE_STEPS = 24;
const SIDES = ['left', 'right', 'centre'] as const;

/** A topic that is drawn ahead of a vehicle. */
interface AheadLines {
  readonly topic: Topic;
  readonly vehicle: VehicleDisplay | undefined;
  readonly lines: readonly PathLine[];
  time: number;
  sequence: number;
}

export class PathsLayer {
  readonly group = new Group();
  private driven: { readonly display: VehicleDisplay; readonly path: DrivenPath }[] = [];
  private others: { readonly overlay: Overlay; readonly topic: string; readonly path: DrivenPath }[] = [];
  private ahead: AheadLines[] = [];

  build(model: SceneModel, overlays: readonly Overlay[], theme: SceneTheme): void {
    this.clear();
    const scale =
      model.vehicles[0] === undefined
        ? 1
        : (model.vehicles[0].spec.outline.front + model.vehicles[0].spec.outline.rear) / 4.5;
    for (const overlay of overlays) {
      for (const { spec } of model.vehicles) {
        const topic = overlay.topicOfSignal.get(`${spec.name}.state`);
        if (topic !== undefined)
          this.others.push({
            overlay,
            topic,
            path: this.added(new DrivenPath({ colour: overlay.colour, width: 2.5, dash: scale })),
          });
      }
    }
    this.driven = model.vehicles
      .filter(({ topics }) => topics.pose !== undefined)
      .map((display) => ({
        display,
        path: this.added(new DrivenPath({ colour: seriesColour(theme, display.series), width: 3 })),
      }));
    this.ahead = model.topicsOf('Path', 'Lane').map((topic) => {
      const looks =
        shortType(topic.type) === 'Path'
          ? [{ colour: theme.accent, width: 5 }]
          : [
              { colour: theme.good, width: 3.5 },
              { colour: theme.good, width: 3.5 },
              { colour: theme.good, width: 2, dash: 0.3 * scale },
            ];
      const lines = looks.map((look) => new PathLine(MOST_PLANNED, look));
      for (const line of lines) this.group.add(line.object);
      return { topic, vehicle: model.ownerOf(topic), lines, time: NaN, sequence: -1 };
    });
  }

  private added(path: DrivenPath): DrivenPath {
    this.group.add(path.line.object);
    return path;
  }

  update(frame: Frame, time: number, history: History): void {
    for (const { display, path } of this.driven) {
      path.update(
        history,
        display.topics.pose!.id,
        display.historyFields,
        Math.min(time, frame.time),
        display.track.known ? display.track.pose : undefined,
      );
    }
    for (const { overlay, topic, path } of this.others) path.update(overlay.history, topic, STATE_FIELDS, Infinity);
    for (const entry of this.ahead) this.updateAhead(entry, frame, history);
  }

  private updateAhead(entry: AheadLines, frame: Frame, history: History): void {
    const stamped = frame.messages.get(entry.topic.id);
    if (stamped === undefined) {
      for (const line of entry.lines) line.show(0);
      return;
    }
    if (stamped.time === entry.time && stamped.sequence === entry.sequence) return;
    entry.time = stamped.time;
    entry.sequence = stamped.sequence;
    const { message } = stamped;
    const at = poseOfMessage(message.header, entry.vehicle, history);
    entry.lines.forEach((line, k) => {
      const put = (i: number, x: number, y: number) => line.setPoint(i, x, y, 0);
      line.show(
        entry.lines.length === 1
          ? pathPoints(message, at, MOST_PLANNED, put)
          : lanePoints(message, SIDES[k], at, LANE_STEPS, put),
      );
    });
  }

  private clear(): void {
    for (const { path } of [...this.driven, ...this.others]) path.dispose();
    for (const { lines } of this.ahead) for (const line of lines) line.dispose();
    this.driven = [];
    this.others = [];
    this.ahead = [];
  }

  dispose(): void {
    this.clear();
  }
}
