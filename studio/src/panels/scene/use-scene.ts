/** Keeps a scene alive in an element: makes it for a player, feeds it what changes, and takes it away again. */
import { effect } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { registerScene } from '../../scene/capture.ts';
import type { InteractionEvents } from '../../scene/scene-interaction.ts';
import { SceneInteraction } from '../../scene/scene-interaction.ts';
import type { SceneSettings } from '../../scene/scene-settings.ts';
import { sceneSettings } from '../../scene/scene-settings.ts';
import { SceneStage } from '../../scene/scene-stage.ts';
import { readTheme } from '../../scene/scene-theme.ts';
import { SceneView } from '../../scene/scene-view.ts';
import { TopView } from '../../scene/top-view.ts';
import type { Studio } from '../panel.ts';

/** What the panel can ask of either way of drawing. */
export interface LiveScene {
  readonly stage: SceneStage;
  readonly interaction?: SceneInteraction;
  invalidate(): void;
  fit(): void;
  nudge(right: number, up: number): void;
  zoom(factor: number): void;
  dispose(): void;
}

export interface SceneOptions {
  readonly studio: Studio;
  readonly host: HTMLElement;
  readonly settings: Signal<Partial<SceneSettings>>;
  /** Without WebGL, from above on a plain canvas. */
  readonly flat: boolean;
  readonly events: InteractionEvents & {
    drawn(stage: SceneStage): void;
    lost(): void;
    vehicles(names: readonly string[]): void;
  };
}

export function openScene({ studio, host, settings, flat, events }: SceneOptions): LiveScene {
  const player = studio.player.peek();
  const stage = new SceneStage(player, readTheme(studio.theme.peek() === 'dark'));
  const watches = new Map<string, () => void>();
  let wanted: readonly string[] = [];
  let names = '';
  const watch = () => {
    const ids = stage.settings.layers.sensors ? wanted : [];
    for (const [id, end] of watches) {
      if (ids.includes(id)) continue;
      end();
      watches.delete(id);
    }
    for (const id of ids) if (!watches.has(id)) watches.set(id, player.watch(id));
  };
  const drawn = () => {
    const now = stage.model.vehicles.map(({ spec }) => spec.name);
    if (now.join() !== names) {
      names = now.join();
      events.vehicles(now);
    }
    events.drawn(stage);
  };
  const view = flat
    ? new TopView(host, stage, drawn)
    : new SceneView(host, stage, { watch: (ids) => ((wanted = ids), watch()), drawn, lost: events.lost });
  const interaction = view instanceof SceneView ? new SceneInteraction(view, events) : undefined;

  const ends = [
    effect(() => stage.model.setScenario(player.scenario.value)),
    effect(() => stage.model.setTopics(player.topics.value)),
    effect(() => stage.setOverlays(studio.overlays.value)),
    effect(() => {
      stage.settings = sceneSettings(settings.value);
      watch();
    }),
    effect(() => {
      const dark = studio.theme.value === 'dark';
      // the page may set its attribute after this: read the colours when the next picture is due
      requestAnimationFrame(() => {
        stage.setTheme(readTheme(dark));
        view.invalidate();
      });
    }),
    // anything new is drawn
    effect(() => {
      void [
        player.frame.value,
        player.scenario.value,
        player.topics.value,
        player.status.value.state,
        studio.overlays.value,
        settings.value,
      ];
      view.invalidate();
    }),
    registerScene({ canvas: view.canvas, draw: () => view.drawNow() }),
    observe(host, view),
  ];
  return {
    stage,
    ...(interaction !== undefined && { interaction }),
    invalidate: () => view.invalidate(),
    fit: () => view.fit(),
    nudge: (right, up) => {
      (view instanceof SceneView ? view.rig : view).nudge(right, up);
      view.invalidate();
    },
    zoom: (factor) => {
      (view instanceof SceneView ? view.rig : view).zoom(factor);
      view.invalidate();
    },
    dispose: () => {
      for (const end of ends) end();
      for (const end of watches.values()) end();
      interaction?.dispose();
      view.dispose();
    },
  };
}

/** Size and visibility of the element. */
function observe(
  host: HTMLElement,
  view: { resize(width: number, height: number): void; setVisible(visible: boolean): void },
): () => void {
  let onScreen = true;
  const decide = () => view.setVisible(onScreen && !document.hidden && host.clientWidth > 1 && host.clientHeight > 1);
  const sizes = new ResizeObserver(() => {
    if (host.clientWidth > 1 && host.clientHeight > 1) view.resize(host.clientWidth, host.clientHeight);
    decide();
  });
  const crossings = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)!.isIntersecting;
    decide();
  });
  sizes.observe(host);
  crossings.observe(host);
  document.addEventListener('visibilitychange', decide);
  return () => {
    sizes.disconnect();
    crossings.disconnect();
    document.removeEventListener('visibilitychange', decide);
  };
}
