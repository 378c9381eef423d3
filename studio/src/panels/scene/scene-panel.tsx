/** The scene panel: the picture, its toolbar, and the keys that work while it has the focus. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DriveCommand, HandDrive } from '../../scene/manual-drive.ts';
import { driveFrom } from '../../scene/manual-drive.ts';
import type { Tool } from '../../scene/scene-interaction.ts';
import { canChange, goalBlock } from '../../scene/scene-interaction.ts';
import type { SceneSettings, View } from '../../scene/scene-settings.ts';
import { sceneSettings, VIEWS } from '../../scene/scene-settings.ts';
import type { SceneStage } from '../../scene/scene-stage.ts';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import { DriveControls } from './drive-controls.tsx';
import { manualBlock, manualSender } from './drive-wiring.ts';
import './scene-panel.css';
import { SceneToolbar } from './scene-toolbar.tsx';
import type { LiveScene } from './use-scene.ts';
import { openScene } from './use-scene.ts';

/** Between two readings of the speedometer [ms]. */
const READING = 100;
const FLAT_VIEWS: readonly View[] = ['follow', 'top'];
const HINTS: Readonly<Record<Tool, string>> = {
  none: '',
  obstacle: 'Click on the ground to drop an obstacle, or on a dropped one to take it away. Esc ends.',
  push: 'Drag from a vehicle to push it. Esc ends.',
};

/** Where a goal may be chosen. */
const CHOOSE = 'Click a free slot to park in it.';

const hasWebGl = (): boolean => {
  if (new URLSearchParams(location.search).get('webgl') === 'off') return false;
  return document.createElement('canvas').getContext('webgl2') !== null;
};

function ScenePanel({ studio, settings }: PanelProps<Partial<SceneSettings>>): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const speed = useRef<HTMLSpanElement>(null);
  const roadSpeed = useRef<HTMLSpanElement>(null);
  const drive = useRef<HandDrive | undefined>(undefined);
  const command = useSignal<DriveCommand>({ throttle: 0, steering: 0 });
  const scene = useRef<LiveScene | undefined>(undefined);
  const flat = useSignal<'' | 'missing' | 'lost'>('');
  const tool = useSignal<Tool>('none');
  const remark = useSignal('');
  const vehicles = useSignal<readonly string[]>([]);
  const player = studio.player.value;
  const current = sceneSettings(settings.value);
  const changeable = canChange(player);
  const manual = changeable ? manualBlock(player.scenario.value?.blocks ?? []) : undefined;

  const change = (part: Partial<SceneSettings>) => (settings.value = { ...sceneSettings(settings.peek()), ...part });
  const setTool = (next: Tool) => {
    tool.value = next;
    remark.value = '';
    scene.current?.interaction?.setTool(next);
  };

  useEffect(() => {
    if (flat.value === '' && !hasWebGl()) {
      flat.value = 'missing';
      return undefined;
    }
    let read = 0;
    const show = (stage: SceneStage) => {
      const now = performance.now();
      if (speed.current === null || now - read < READING) return;
      read = now;
      const known = stage.subject?.track.known === true ? stage.subject.track.groundSpeed : undefined;
      const text = known?.toFixed(1) ?? '';
      if (speed.current.textContent === text) return;
      speed.current.textContent = text;
      roadSpeed.current!.textContent = known === undefined ? '' : `${(3.6 * known).toFixed(0)} km/h`;
    };
    const opened = openScene({
      studio,
      settings,
      host: host.current!,
      flat: flat.value !== '',
      events: {
        drawn: show,
        vehicles: (names) => (vehicles.value = names),
        lost: () => (flat.value = 'lost'),
        select: (vehicle) => change({ vehicle }),
        say: (text) => (remark.value = text),
        fail: (problem) => studio.notify(problem, 'problem'),
      },
    });
    scene.current = opened;
    setTool('none');
    return () => {
      scene.current = undefined;
      opened.dispose();
    };
  }, [player, flat.value]);

  const manualName = manual?.name;
  useEffect(() => {
    if (manual === undefined || !canChange(player) || root.current === null) return undefined;
    const send = manualSender(player, manual.name, (problem) => studio.notify(problem, 'problem'));
    const own = driveFrom(root.current, (next) => {
      command.value = next;
      send(next);
    });
    drive.current = own;
    return () => own.end();
  }, [player, manualName]);

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
    if (event.target instanceof HTMLButtonElement && /^Arrow/.test(event.key)) return;
    if (pressKey(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** Says whether the key does something here. */
  const pressKey = (key: string): boolean => {
    const view = VIEWS[Number(key) - 1];
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    if (view !== undefined) change({ view });
    else if (key === 'f' || key === 'F') scene.current?.fit();
    else if (key === '+' || key === '=') scene.current?.zoom(0.85);
    else if (key === '-') scene.current?.zoom(1 / 0.85);
    else if (key === 'Escape' && tool.value !== 'none') setTool('none');
    else if (arrows[key] !== undefined && manual === undefined)
      scene.current?.nudge(...(arrows[key] as [number, number]));
    else return false;
    return true;
  };

  const subject = vehicles.value.includes(current.vehicle ?? '') ? current.vehicle! : (vehicles.value[0] ?? '');
  const asks = changeable && flat.value === '' && goalBlock(player.scenario.value?.blocks ?? []) !== undefined;
  const usual = tool.value === 'none' && asks ? CHOOSE : HINTS[tool.value];
  const hint = remark.value !== '' ? remark.value : usual;
  const knowsSlots = player.topics.value.some(({ type }) => type.endsWith('/ParkingMap'));
  return (
    <div class="scene-panel" ref={root} onKeyDown={onKey} data-testid="scene-panel" role="region" aria-label="Scene">
      {/* the picture itself takes the focus, for keys */}
      <div
        class="scene-host"
        ref={host}
        tabIndex={0}
        role="application"
        aria-label={describe(current.view, subject, manualName !== undefined)}
        data-testid="scene-host"
        onPointerDown={() => host.current?.focus({ preventScroll: true })}
      />
      <SceneToolbar
        settings={current}
        vehicles={vehicles.value}
        vehicle={subject}
        views={flat.value === '' ? VIEWS : FLAT_VIEWS}
        canChange={changeable && flat.value === ''}
        tool={tool.value}
        setView={(view) => change({ view })}
        setVehicle={(vehicle) => change({ vehicle })}
        setTool={setTool}
        fit={() => scene.current?.fit()}
        toggleLayer={(layer) => change({ layers: { ...current.layers, [layer]: !current.layers[layer] } })}
      />
      <div class="scene-foot">
        {vehicles.value.length > 0 && (
          <div class="scene-speed" aria-hidden="true" data-testid="scene-speed">
            <span ref={speed} class="scene-speed-value" /> <span class="scene-speed-unit">m/s</span>
            <span ref={roadSpeed} class="scene-speed-road" data-testid="scene-speed-road" />
          </div>
        )}
        <div class="scene-remarks">
          {flat.value !== '' && (
            <p class="scene-remark scene-remark-flat" role="status" data-testid="scene-flat-remark">
              {flat.value === 'missing'
                ? 'No WebGL 2 here, so the scene is drawn from above. Turn on graphics acceleration in the browser’s settings to see it in 3D.'
                : 'The graphics card took its context back, so the scene is drawn from above.'}
              {flat.value === 'lost' && (
                <button type="button" class="scene-text-button" onClick={() => (flat.value = '')}>
                  Try 3D again
                </button>
              )}
            </p>
          )}
          {hint !== '' && (
            <p class="scene-remark" role="status" data-testid="scene-hint">
              {hint}
            </p>
          )}
        </div>
        {manual !== undefined && (
          <DriveControls player={player} command={command} hold={(held) => drive.current?.hold(held)} />
        )}
      </div>
      {knowsSlots && <SlotLegend />}
      {vehicles.value.length === 0 && (
        <p class="scene-empty" role="status" data-testid="scene-empty">
          {emptyText(player.status.value.state)}
        </p>
      )}
    </div>
  );
}

/** What the colours of parking slots mean. */
const SlotLegend = (): JSX.Element => (
  <ul class="scene-legend" data-testid="scene-slots" aria-label="Parking slots">
    {['free', 'taken', 'chosen', 'obstacle'].map((kind) => (
      <li key={kind}>
        <i class={`scene-slot scene-slot-${kind}`} />
        {kind}
      </li>
    ))}
  </ul>
);

const describe = (view: View, vehicle: string, drives: boolean): string =>
  `${vehicle === '' ? 'Empty scene' : `Scene around ${vehicle}`}, ${view === 'top' ? 'map' : view} view. Keys 1 to 4 change the view, F fits, plus and minus zoom, ${drives ? 'arrow keys and W A S D drive' : 'arrow keys turn'}.`;

const emptyText = (state: string): string =>
  state === 'loading'
    ? 'Loading …'
    : 'Nothing here has a place: open a scenario with a vehicle, or data with odometry, poses or transforms.';

export const scenePanel: PanelDefinition = {
  type: 'scene',
  title: 'Scene',
  doc: 'The world with its vehicles, paths and sensors in three dimensions.',
  icon: 'M12 2.5 3.5 7v10l8.5 4.5 8.5-4.5V7L12 2.5ZM3.5 7l8.5 4.5L20.5 7M12 11.5v10',
  component: ScenePanel,
};
