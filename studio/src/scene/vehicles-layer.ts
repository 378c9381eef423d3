/** All vehicles of a run, and the ghosts of other runs at the same instant. */
import { Group } from 'three';
import type { Overlay } from '../players/overlay.ts';
import { createPose } from './display-pose.ts';
import { poseAt } from './history-pose.ts';
import type { SceneModel } from './scene-model.ts';
import type { SceneTheme } from './scene-theme.ts';
import { seriesColour } from './scene-theme.ts';
import { VehicleModel } from './vehicle-model.ts';

const pose = createPose();

export interface LabelPlacement {
  shown: boolean;
  /** Name of a vehicle without a label: the one that is sat in. */
  except: string | undefined;
  /** Size of a pixel in units of the camera. */
  pixel: number;
  fromAbove: boolean;
}

export class VehiclesLayer {
  readonly group = new Group();
  models: VehicleModel[] = [];
  private ghosts: {
    readonly model: VehicleModel;
    readonly overlay: Overlay;
    readonly topic: string;
    readonly row: number;
  }[] = [];

  build({ vehicles }: SceneModel, overlays: readonly Overlay[], theme: SceneTheme): void {
    this.clear();
    this.models = vehicles.map(
      ({ spec, series }) => new VehicleModel(spec, { colour: seriesColour(theme, series), theme }),
    );
    this.ghosts = overlays.flatMap((overlay, k) =>
      vehicles.flatMap(({ spec }) => {
        const topic = overlay.topicOfSignal.get(`${spec.name}.state`);
        if (topic === undefined) return [];
        return [
          {
            model: new VehicleModel(
              spec,
              { colour: overlay.colour, theme, ghost: true },
              vehicles.length === 1 ? overlay.title : `${spec.name}, ${overlay.title}`,
            ),
            overlay,
            topic,
            // above the plate of the vehicle itself, which may be in the same place
            row: k + 1,
          },
        ];
      }),
    );
    for (const { group } of [...this.models, ...this.ghosts.map(({ model }) => model)]) this.group.add(group);
  }

  update({ vehicles }: SceneModel, time: number, labels: LabelPlacement): void {
    for (let i = 0; i < this.models.length; i++) {
      const model = this.models[i];
      model.show(vehicles[i]);
      model.label.object.visible = labels.shown && model.spec.name !== labels.except;
      model.label.resize(labels.pixel, labels.fromAbove);
    }
    for (const { model, overlay, topic, row } of this.ghosts) {
      model.group.visible = poseAt(overlay.history, topic, time, pose);
      model.place(pose);
      model.label.object.visible = labels.shown;
      model.label.resize(labels.pixel, labels.fromAbove, row);
    }
  }

  private clear(): void {
    for (const model of this.models) model.dispose();
    for (const { model } of this.ghosts) model.dispose();
    this.models = [];
    this.ghosts = [];
  }

  dispose(): void {
    this.clear();
  }
}
