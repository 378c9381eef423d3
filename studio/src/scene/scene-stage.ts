/** What is on show, for whichever way of drawing: the player and its model, other runs, settings and theme, with counters for what changed. */
import type { Extent } from '../../../src/world/world-extent.ts';
import { extentOf } from '../../../src/world/world-extent.ts';
import type { Overlay } from '../players/overlay.ts';
import type { Frame, Player, PlayerStatus } from '../players/player.ts';
import { SceneModel } from './scene-model.ts';
import type { SceneSettings } from './scene-settings.ts';
import { sceneSettings } from './scene-settings.ts';
import type { SceneTheme } from './scene-theme.ts';
import type { VehicleDisplay } from './vehicle-display.ts';

/** Room around vehicles where there is no world [m]. */
const AROUND = 12;

/** Simulated seconds per second with which the picture runs on between frames; 0 while it stands still. */
export function displayRate({
  state,
  speed,
  realTimeFactor,
}: Pick<PlayerStatus, 'state' | 'speed' | 'realTimeFactor'>): number {
  if (state !== 'running') return 0;
  if (realTimeFactor > 0) return realTimeFactor;
  return Number.isFinite(speed) ? speed : 1;
}

export class SceneStage {
  readonly model = new SceneModel();
  settings: SceneSettings = sceneSettings({});
  overlays: readonly Overlay[] = [];
  overlaysVersion = 0;
  themeVersion = 0;

  constructor(
    readonly player: Player,
    public theme: SceneTheme,
  ) {}

  setOverlays(overlays: readonly Overlay[]): void {
    this.overlays = overlays;
    this.overlaysVersion++;
  }

  setTheme(theme: SceneTheme): void {
    this.theme = theme;
    this.themeVersion++;
  }

  /** Goes to the newest frame. */
  update(wall: number): Frame {
    const frame = this.player.frame.peek();
    this.model.update(frame, wall, displayRate(this.player.status.peek()));
    return frame;
  }

  get isRunning(): boolean {
    return this.player.status.peek().state === 'running';
  }

  /** The vehicle that the views are about. */
  get subject(): VehicleDisplay | undefined {
    const { vehicles } = this.model;
    return vehicles.find(({ spec }) => spec.name === this.settings.vehicle) ?? vehicles[0];
  }

  /** Everything worth seeing: the world, or where vehicles are and have been. */
  extent(): Extent {
    if (this.model.world !== undefined) return extentOf(this.model.world);
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const include = (x: number, y: number) => {
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    };
    for (const { track, topics, historyFields } of this.model.vehicles) {
      if (track.known) include(track.pose.x, track.pose.y);
      if (topics.pose === undefined) continue;
      const { values: x } = this.player.history.series(topics.pose.id, historyFields.x);
      const { values: y } = this.player.history.series(topics.pose.id, historyFields.y);
      for (let i = 0; i < Math.min(x.length, y.length); i++) include(x[i], y[i]);
    }
    if (west > east) include(0, 0);
    return { west: west - AROUND, south: south - AROUND, east: east + AROUND, north: north + AROUND };
  }
}
