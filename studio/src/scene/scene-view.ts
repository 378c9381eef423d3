/**
 * The scene in three dimensions (three.js, WebGL 2): one renderer, layers that build themselves when what they show changes, and a picture
 * whenever there is something new. What stands still is merged; what moves writes into room that is there already.
 */
import { Color, Fog, NeutralToneMapping, PCFShadowMap, Scene, WebGLRenderer } from 'three';
import type { Subject } from './camera-rig.ts';
import { CameraRig } from './camera-rig.ts';
import { ContactFlashes } from './contact-flash.ts';
import { DrawLoop } from './draw-loop.ts';
import { DrawQuality } from './draw-quality.ts';
import { ParkingLayer } from './parking-layer.ts';
import { PathsLayer } from './paths-layer.ts';
import { PushArrow } from './push-arrow.ts';
import type { SceneStage } from './scene-stage.ts';
import { mainGround, themeOnGround } from './scene-theme.ts';
import { SensorsLayer } from './sensors-layer.ts';
import { SkyDome } from './sky-dome.ts';
import { Sunlight } from './sunlight.ts';
import type { LabelPlacement } from './vehicles-layer.ts';
import { VehiclesLayer } from './vehicles-layer.ts';
import { WorldLayer } from './world-layer.ts';

/** Shadows reach this many lengths of the vehicle that is looked at. */
const SHADOW_LENGTHS = 6;

export interface SceneEvents {
  /** Bulky topics that the picture needs have changed. */
  watch(topics: readonly string[]): void;
  /** After every picture. */
  drawn(): void;
  lost(): void;
}

export class SceneView {
  readonly canvas: HTMLCanvasElement;
  readonly rig: CameraRig;
  readonly world = new WorldLayer();
  readonly vehicles = new VehiclesLayer();
  readonly parking = new ParkingLayer();
  readonly arrow = new PushArrow();
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly fog = new Fog(0, 60, 600);
  private readonly sky = new SkyDome(-1000);
  private readonly sun = new Sunlight();
  private readonly paths = new PathsLayer();
  private readonly sensors = new SensorsLayer();
  private readonly flashes = new ContactFlashes();
  private readonly loop = new DrawLoop((wall) => this.draw(wall));
  private readonly quality = new DrawQuality();
  private width = 1;
  private height = 1;
  private wall = NaN;
  /** Whether the last picture asked for this one at once. */
  private isContinuous = false;
  private readonly labels: LabelPlacement = { shown: true, except: undefined, pixel: 1, fromAbove: false };
  /** Versions of what is built. */
  private built = { world: -1, vehicles: -1, overlays: -1, theme: -1 };
  private current: Subject | undefined;
  /** The vehicle that the camera was taken to. */
  private chased: string | undefined;

  constructor(
    readonly host: HTMLElement,
    readonly stage: SceneStage,
    private readonly events: SceneEvents,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: 'high-performance' });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.canvas = this.renderer.domElement;
    this.canvas.dataset.testid = 'scene-canvas';
    this.canvas.addEventListener('webglcontextlost', this.onLost);
    host.append(this.canvas);
    this.rig = new CameraRig(this.canvas, () => this.invalidate());
    this.scene.fog = this.fog;
    this.scene.add(
      this.sky.object,
      this.sun.group,
      this.world.group,
      this.parking.group,
      this.paths.group,
      this.vehicles.group,
      this.sensors.group,
      this.flashes.group,
      this.arrow.group,
    );
  }

  private readonly onLost = (event: Event) => {
    event.preventDefault();
    this.events.lost();
  };

  invalidate(): void {
    this.loop.invalidate();
  }

  setVisible(visible: boolean): void {
    this.loop.setVisible(visible);
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.applyQuality();
    this.rig.resize(width, height);
    // resizing empties the canvas: fill it before the browser shows it
    this.drawNow();
  }

  private applyQuality(): void {
    const { pixelRatio, shadows } = this.quality.quality;
    this.renderer.setPixelRatio(Math.min(pixelRatio, window.devicePixelRatio));
    this.renderer.setSize(this.width, this.height, false);
    this.sun.shadows = shadows;
    this.world.sunShade.visible = shadows;
  }

  /** A picture at once, outside of the rhythm of the screen. */
  drawNow(): void {
    if (this.canvas.width > 1) this.draw(performance.now() / 1000);
  }

  fit(): void {
    if (this.stage.settings.view === 'follow') {
      const subject = this.subject();
      if (subject !== undefined) this.rig.chase(subject);
    } else this.rig.fit(this.stage.extent());
    this.invalidate();
  }

  /** The vehicle that is looked at, once it has a place. */
  private subject(): Subject | undefined {
    const { model, subject: display } = this.stage;
    if (display === undefined || !display.track.known) return undefined;
    const vehicle = this.vehicles.models[model.vehicles.indexOf(display)];
    if (vehicle === undefined) return undefined;
    if (this.current?.frame !== vehicle.group) {
      const camera = model.sensors.find((sensor) => sensor.kind === 'camera' && sensor.vehicle === display.spec.name);
      this.current = {
        spec: display.spec,
        pose: display.track.pose,
        frame: vehicle.group,
        ...(camera?.kind === 'camera' && { camera }),
      };
    }
    return this.current;
  }

  /** Says whether to draw again at once. */
  private draw(wall: number): boolean {
    const { stage } = this;
    const { layers, view } = stage.settings;
    const frame = stage.update(wall);
    const { clock } = stage.model;
    const wallStep = Number.isNaN(this.wall) ? 0 : Math.min(0.1, Math.max(0, wall - this.wall));
    if (this.isContinuous && this.quality.note(wall - this.wall)) this.applyQuality();
    this.wall = wall;
    this.build();

    // the camera, after the vehicles it follows
    const { labels } = this;
    labels.shown = layers.labels;
    labels.except = view === 'driver' ? stage.subject?.spec.name : undefined;
    labels.pixel = this.rig.pixel;
    labels.fromAbove = view === 'top';
    this.vehicles.update(stage.model, clock.time, labels);
    const subject = this.subject();
    const isOnItsWay = this.aim(subject, wallStep);
    this.place(subject);

    // what the layers show now
    this.paths.group.visible = layers.paths;
    this.world.showCentreLine(layers.paths, this.rig.distance);
    if (layers.paths) this.paths.update(frame, clock.time, stage.player.history);
    this.parking.group.visible = layers.paths;
    if (layers.paths) this.parking.update(frame, stage.player.history);
    this.sensors.show(layers.sensors, labels.except);
    if (layers.sensors) this.sensors.update(frame, stage.player.history);
    this.world.grid.object.visible = this.world.axes.visible = layers.grid;
    this.flashes.update(frame, clock.time);

    this.renderer.render(this.scene, this.rig.camera);
    this.events.drawn();
    this.isContinuous = stage.isRunning || isOnItsWay;
    return this.isContinuous;
  }

  private readonly extent = () => this.stage.extent();

  /** Takes the camera where the view wants it; says whether it is still on its way. */
  private aim(subject: Subject | undefined, wallStep: number): boolean {
    const { stage, rig } = this;
    if (subject !== undefined || stage.model.vehicles.length === 0)
      rig.setView(stage.settings.view, subject, this.extent);
    if (subject !== undefined && subject.spec.name !== this.chased) {
      this.chased = subject.spec.name;
      if (stage.settings.view === 'follow') rig.chase(subject);
    }
    return rig.update(subject, wallStep, stage.model.clock.jumped);
  }

  /** Puts light, haze and ground where they are seen. */
  private place(subject: Subject | undefined): void {
    const { rig } = this;
    const isMap = this.stage.settings.view === 'top';
    const vehicle = subject?.pose ?? rig.target;
    const length = subject === undefined ? 5 : subject.spec.outline.front + subject.spec.outline.rear;
    const reach = SHADOW_LENGTHS * length;
    this.sun.follow(vehicle.x, vehicle.y, reach);
    this.world.follow(rig.camera.position, rig.target, rig.distance, vehicle, reach);
    this.fog.near = isMap ? 1e6 : Math.max(30, 4 * rig.distance);
    this.fog.far = isMap ? 1e7 : Math.max(380, 34 * rig.distance);
    this.sky.object.visible = !isMap;
  }

  /** Makes again what has become something else. */
  private build(): void {
    const { model, theme, overlays, overlaysVersion, themeVersion } = this.stage;
    const { built } = this;
    if (built.theme !== themeVersion) {
      this.sky.look(theme.horizon, theme.zenith, theme.sun);
      this.fog.color = new Color(theme.horizon);
      this.sun.look(theme.dark);
    }
    if (built.theme !== themeVersion || built.world !== model.worldVersion)
      this.world.build(model.world, theme, model.hasPaintedCentre);
    if (
      built.theme !== themeVersion ||
      built.vehicles !== model.vehiclesVersion ||
      built.overlays !== overlaysVersion
    ) {
      const onGround = themeOnGround(theme, mainGround(model.world, theme));
      this.sensors.dispose();
      this.vehicles.build(model, overlays, theme);
      this.sensors.build(model, this.vehicles.models, onGround);
      this.paths.build(model, overlays, onGround);
      this.parking.build(model, onGround);
      this.flashes.build(model, onGround);
      this.events.watch(this.sensors.watched);
    }
    this.built = {
      world: model.worldVersion,
      vehicles: model.vehiclesVersion,
      overlays: overlaysVersion,
      theme: themeVersion,
    };
  }

  dispose(): void {
    this.loop.dispose();
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    for (const part of [
      this.rig,
      this.sensors,
      this.vehicles,
      this.paths,
      this.parking,
      this.flashes,
      this.world,
      this.sun,
      this.arrow,
    ])
      part.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}
