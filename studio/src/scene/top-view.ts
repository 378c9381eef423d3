/**
 * The scene from above on a plain canvas, for machines without WebGL: world, vehicles, paths and cones of range finders. It goes with the vehicle or
 * shows everything; drag to move it, turn the wheel to zoom.
 */
import { DrawLoop } from './draw-loop.ts';
import type { View } from './scene-settings.ts';
import type { SceneStage } from './scene-stage.ts';
import { mainGround, seriesColour, themeOnGround } from './scene-theme.ts';
import { css, TopViewPainter } from './top-view-painter.ts';

/** What is seen around a vehicle that is followed, in its lengths. */
const AROUND = 20;

export class TopView {
  readonly canvas = document.createElement('canvas');
  private readonly context = this.canvas.getContext('2d')!;
  private readonly painter = new TopViewPainter(this.context);
  private readonly loop = new DrawLoop((wall) => this.draw(wall));
  private readonly listeners = new AbortController();
  private view: View | undefined;
  /** Middle of the map [m]. */
  private x = 0;
  private y = 0;
  private follows = true;
  private ratio = 1;
  private isSized = false;

  constructor(
    host: HTMLElement,
    readonly stage: SceneStage,
    private readonly drawn: () => void,
  ) {
    this.canvas.dataset.testid = 'scene-canvas-2d';
    host.append(this.canvas);
    const { signal } = this.listeners;
    this.canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(0.0012 * event.deltaY));
      },
      { signal, passive: false },
    );
    this.canvas.addEventListener(
      'pointermove',
      (event) => {
        if (event.buttons !== 0) this.move(-event.movementX, event.movementY);
      },
      { signal },
    );
  }

  invalidate(): void {
    this.loop.invalidate();
  }

  setVisible(visible: boolean): void {
    this.loop.setVisible(visible);
  }

  resize(width: number, height: number): void {
    this.ratio = Math.min(2, window.devicePixelRatio);
    this.canvas.width = Math.max(1, Math.round(width * this.ratio));
    this.canvas.height = Math.max(1, Math.round(height * this.ratio));
    this.isSized = true;
    this.drawNow();
  }

  drawNow(): void {
    this.draw(performance.now() / 1000);
  }

  /** Everything, or the vehicle that is followed. */
  fit(): void {
    const [width, height] = [this.canvas.width / this.ratio, this.canvas.height / this.ratio];
    const { subject } = this.stage;
    this.follows = (this.view === 'follow' || this.view === 'driver') && subject !== undefined;
    if (this.follows) {
      const { front, rear } = subject!.spec.outline;
      this.painter.scale = Math.min(width, height) / (AROUND * (front + rear));
    } else {
      const { west, south, east, north } = this.stage.extent();
      this.painter.scale = Math.min(width / (east - west), height / (north - south));
      this.x = (west + east) / 2;
      this.y = (south + north) / 2;
    }
    this.invalidate();
  }

  /** Nearer for factors below 1. */
  zoom(factor: number): void {
    this.painter.scale = Math.max(0.05, Math.min(400, this.painter.scale / factor));
    this.invalidate();
  }

  nudge(right: number, up: number): void {
    this.move(60 * right, 60 * up);
  }

  /** By pixels. */
  private move(right: number, up: number): void {
    this.follows = false;
    this.x += right / this.painter.scale;
    this.y += up / this.painter.scale;
    this.invalidate();
  }

  private draw(wall: number): boolean {
    const { stage, context, canvas, painter } = this;
    if (!this.isSized) return false;
    const frame = stage.update(wall);
    const {
      model,
      settings: { layers, view },
      player: { history },
    } = stage;
    const theme = themeOnGround(stage.theme, mainGround(model.world, stage.theme));
    if (view !== this.view && model.vehiclesVersion > 0) {
      this.view = view;
      this.fit();
    }
    const { subject } = stage;
    if (this.follows && subject?.track.known === true) {
      this.x = subject.track.pose.x;
      this.y = subject.track.pose.y;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = model.world === undefined ? theme.ground : css(model.world.scene.ground.colour);
    context.fillRect(0, 0, canvas.width, canvas.height);
    // from here on in metres, north up
    const k = painter.scale * this.ratio;
    context.setTransform(k, 0, 0, -k, canvas.width / 2 - k * this.x, canvas.height / 2 + k * this.y);
    if (model.world !== undefined) painter.world(model.world);
    if (layers.grid) painter.grid(this.x, this.y, canvas.width / 2 / k, canvas.height / 2 / k, theme.line);
    if (layers.paths) {
      for (const { topics, historyFields, series } of model.vehicles) {
        if (topics.pose !== undefined)
          painter.path(history, topics.pose.id, historyFields, frame.time, seriesColour(theme, series), false);
      }
      for (const overlay of stage.overlays) painter.overlay(overlay, model, frame.time, theme);
      painter.ahead(model, frame, history, theme);
      painter.parking(model, frame, history, theme);
    }
    if (layers.sensors) painter.ranges(model, frame, theme);
    for (const { track, spec, series } of model.vehicles) {
      if (track.known)
        painter.body(
          track.pose,
          spec.outline,
          spec.colour === undefined ? seriesColour(theme, series) : css(spec.colour),
          theme,
        );
    }
    if (layers.labels) this.paintLabels();
    this.drawn();
    return stage.isRunning;
  }

  private paintLabels(): void {
    const {
      context,
      canvas,
      ratio,
      painter: { scale },
      stage: { model, theme },
    } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = '600 14px system-ui, sans-serif';
    context.textAlign = 'center';
    for (const { track, spec } of model.vehicles) {
      if (!track.known) continue;
      const x = canvas.width / 2 / ratio + scale * (track.pose.x - this.x);
      const y =
        canvas.height / 2 / ratio - scale * (track.pose.y - this.y) - Math.max(14, 0.6 * scale * spec.outline.front);
      context.lineWidth = 4;
      context.strokeStyle = theme.surface;
      context.strokeText(spec.name, x, y);
      context.fillStyle = theme.text;
      context.fillText(spec.name, x, y);
    }
  }

  dispose(): void {
    this.loop.dispose();
    this.listeners.abort();
    this.canvas.remove();
  }
}
