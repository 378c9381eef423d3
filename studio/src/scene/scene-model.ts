/**
 * What there is to be seen, whoever draws it: the world, the vehicles and their sensors, the paths, and the instant that is shown.
 * From a scenario where there is one; otherwise from the topics alone, with a plain car for everything that has a pose.
 */
import { parse } from '../../../src/core/schema.ts';
import type { World } from '../../../src/world/world.ts';
import { worldOf } from '../../../src/world/world.ts';
import type { WorldDocument } from '../../../src/world/world-schema.ts';
import { worldParams } from '../../../src/world/world-schema.ts';
import type { Frame, ScenarioView, Topic } from '../players/player.ts';
import { DisplayClock } from './display-clock.ts';
import { createSample } from './display-pose.ts';
import { FrameTree } from './frame-tree.ts';
import { POSE_TYPES, shortType } from './pose-source.ts';
import type { SensorSpec } from './sensor-spec.ts';
import { sensorSpecs } from './sensor-spec.ts';
import { ownerOf } from './signal-owner.ts';
import { VehicleDisplay } from './vehicle-display.ts';
import type { VehicleSpec } from './vehicle-spec.ts';
import { plainVehicle, vehicleOfBody, vehicleSpecs } from './vehicle-spec.ts';

export class SceneModel {
  world: World | undefined;
  /** Whether the centre line of the track is painted on the ground. */
  hasPaintedCentre = false;
  vehicles: VehicleDisplay[] = [];
  sensors: readonly SensorSpec[] = [];
  /** Counts changes of what is built once: the world, and vehicles with their sensors. */
  worldVersion = 0;
  vehiclesVersion = 0;
  readonly clock = new DisplayClock();
  readonly tree = new FrameTree();
  private scenario: ScenarioView | undefined;
  private topics: readonly Topic[] = [];
  private transformTopics: readonly Topic[] = [];
  private bodyTopics: readonly Topic[] = [];
  private worldText = '';
  private specsText = '';
  private wall = NaN;
  private readonly sample = createSample();

  setScenario(scenario: ScenarioView | undefined): void {
    this.scenario = scenario;
    const document = scenario?.document?.world as WorldDocument | undefined;
    const text = JSON.stringify(document) ?? '';
    if (text !== this.worldText || this.worldVersion === 0) {
      this.worldText = text;
      this.world = document === undefined ? undefined : readWorld(document);
      this.hasPaintedCentre = document?.track?.lines?.kind === 'centre';
      this.worldVersion++;
    }
    this.rebuild();
  }

  setTopics(topics: readonly Topic[]): void {
    this.topics = topics;
    this.transformTopics = this.topicsOf('TFMessage');
    this.bodyTopics = this.topicsOf('Bodies');
    this.rebuild();
  }

  /** Everything known of another run is forgotten. */
  forget(): void {
    this.tree.clear();
    this.specsText = '';
  }

  /** Makes the vehicles again where they have become others. */
  private rebuild(): void {
    const { scenario } = this;
    const specs = scenario === undefined ? [] : vehicleSpecs(scenario);
    const sensors = scenario === undefined ? [] : sensorSpecs(scenario);
    const text = JSON.stringify([specs, sensors, this.topics.map(({ id, type, signal }) => [id, type, signal])]);
    if (text === this.specsText) return;
    this.specsText = text;
    this.sensors = sensors;
    this.vehicles = scenario === undefined ? this.foreignVehicles() : specs.map((spec, i) => this.displayOf(spec, i));
    this.vehiclesVersion++;
  }

  private displayOf(spec: VehicleSpec, i: number): VehicleDisplay {
    const topicOf = (port: string) => this.topics.find(({ signal }) => signal === `${spec.name}.${port}`);
    return new VehicleDisplay(spec, i, {
      pose: topicOf('state'),
      joints: topicOf('joint_states'),
      pedals: topicOf('car_info'),
    });
  }

  private foreignVehicles(): VehicleDisplay[] {
    return this.topics
      .filter(({ type }) => POSE_TYPES.includes(shortType(type)))
      .map((topic, i) => new VehicleDisplay(plainVehicle(topic.name.replace(/^\//, '')), i, { pose: topic }));
  }

  /** The vehicle that a signal is about. */
  ownerOf(topic: Topic): VehicleDisplay | undefined {
    const { scenario, vehicles } = this;
    if (scenario === undefined || topic.signal === undefined) return vehicles[0];
    const owner = ownerOf(
      scenario.document?.blocks ?? {},
      topic.signal.split('.')[0],
      new Set(vehicles.map(({ spec }) => spec.name)),
    );
    return vehicles.find(({ spec }) => spec.name === owner);
  }

  topicsOf(...types: string[]): Topic[] {
    return this.topics.filter(({ type }) => types.includes(shortType(type)));
  }

  topicOfSignal(signal: string): Topic | undefined {
    return this.topics.find((topic) => topic.signal === signal);
  }

  /** Goes to the instant of a frame. `wall` in seconds; `rate` in simulated seconds per second, 0 when it stands still. */
  update(frame: Frame, wall: number, rate: number): void {
    const wallStep = Number.isNaN(this.wall) ? 0 : Math.max(0, wall - this.wall);
    this.wall = wall;
    const time = this.clock.update(frame.time, wall, frame.isJump === true ? 0 : rate);
    const exact = this.clock.jumped;
    for (const { id } of this.transformTopics) {
      const stamped = frame.messages.get(id);
      if (stamped !== undefined) this.tree.add(stamped.message, stamped.time);
    }
    if (this.scenario === undefined) this.discover(frame);
    for (let i = 0; i < this.vehicles.length; i++) this.vehicles[i].update(frame, time, wallStep, exact);
  }

  /** Vehicles that only messages know of: bodies of a traffic topic, and frames where nothing else has a pose. */
  private discover(frame: Frame): void {
    for (const topic of this.bodyTopics) {
      const stamped = frame.messages.get(topic.id);
      for (const body of stamped?.message.bodies ?? []) {
        const { name, front, rear, half_width: halfWidth, bottom, top, red, green, blue } = body;
        const display = this.discovered(name, () =>
          vehicleOfBody(name, { front, rear, halfWidth, bottom, top }, [red, green, blue]),
        );
        Object.assign(this.sample, {
          time: stamped!.time,
          x: body.x,
          y: body.y,
          yaw: body.yaw,
          vx: body.vx,
          vy: body.vy,
          yawRate: body.yaw_rate,
          roll: 0,
          pitch: 0,
        });
        display.feed(this.sample);
      }
    }
    if (this.vehicles.some(({ topics }) => topics.pose !== undefined)) return;
    for (const name of this.tree.frames) {
      if (!/(^|\/)base_(link|footprint)$/.test(name) || !this.tree.locate(name, this.place)) continue;
      Object.assign(this.sample, {
        time: this.tree.timeOf(name),
        x: this.place.x,
        y: this.place.y,
        yaw: this.place.yaw,
        vx: NaN,
        vy: NaN,
        yawRate: NaN,
        roll: 0,
        pitch: 0,
      });
      this.discovered(name, () => plainVehicle(name)).feed(this.sample);
    }
  }

  private readonly place = { x: 0, y: 0, z: 0, yaw: 0 };

  private discovered(name: string, describe: () => VehicleSpec): VehicleDisplay {
    const known = this.vehicles.find(({ spec }) => spec.name === name);
    if (known !== undefined) return known;
    const display = new VehicleDisplay(describe(), this.vehicles.length, {});
    this.vehicles = [...this.vehicles, display];
    this.vehiclesVersion++;
    return display;
  }
}

/** A world that cannot be made is none: the scenario's own check says why. */
function readWorld(document: WorldDocument): World | undefined {
  try {
    return worldOf(parse(worldParams, document, 'world') as WorldDocument);
  } catch {
    return undefined;
  }
}
