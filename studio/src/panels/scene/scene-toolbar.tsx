/** Buttons of the scene: views, layers, and what can be done to a run. */
import type { JSX } from 'preact';
import type { Layer, SceneSettings, View } from '../../scene/scene-settings.ts';
import { LAYERS, VIEWS } from '../../scene/scene-settings.ts';
import type { Tool } from '../../scene/scene-interaction.ts';
import { ICONS } from '../../ui/icons.ts';

const VIEW_LABELS: Readonly<Record<View, string>> = { orbit: 'Orbit', follow: 'Follow', driver: 'Driver', top: 'Map' };
const LAYER_LABELS: Readonly<Record<Layer, string>> = {
  paths: 'Paths',
  sensors: 'Sensors',
  labels: 'Names',
  grid: 'Grid',
};

interface ButtonProps {
  readonly icon: keyof typeof ICONS;
  readonly label: string;
  readonly tip: string;
  readonly testId: string;
  readonly pressed?: boolean;
  readonly role?: 'radio';
  readonly shortcut?: string;
  onClick(): void;
}

function IconButton({ icon, label, tip, testId, pressed, role, shortcut, onClick }: ButtonProps): JSX.Element {
  const state =
    role === 'radio'
      ? { role, 'aria-checked': pressed === true }
      : pressed === undefined
        ? {}
        : { 'aria-pressed': pressed };
  return (
    <button
      type="button"
      class="scene-button"
      data-testid={testId}
      data-tip={shortcut === undefined ? tip : `${tip} (${shortcut})`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      {...state}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}

export interface ToolbarProps {
  readonly settings: SceneSettings;
  readonly vehicles: readonly string[];
  readonly vehicle: string;
  /** Only what can be drawn: a flat map has no other views. */
  readonly views: readonly View[];
  readonly canChange: boolean;
  readonly tool: Tool;
  setView(view: View): void;
  toggleLayer(layer: Layer): void;
  setVehicle(vehicle: string): void;
  setTool(tool: Tool): void;
  fit(): void;
}

export function SceneToolbar(props: ToolbarProps): JSX.Element {
  const { settings, vehicles, vehicle, views, canChange, tool } = props;
  const toggle = (wanted: Tool) => props.setTool(tool === wanted ? 'none' : wanted);
  return (
    <div class="scene-toolbar" role="toolbar" aria-label="Scene">
      <div class="scene-group" role="radiogroup" aria-label="View">
        {views.map((view) => (
          <IconButton
            key={view}
            icon={view}
            label={`${VIEW_LABELS[view]} view`}
            tip={VIEW_LABELS[view]}
            shortcut={String(VIEWS.indexOf(view) + 1)}
            testId={`scene-view-${view}`}
            role="radio"
            pressed={settings.view === view}
            onClick={() => props.setView(view)}
          />
        ))}
        <IconButton
          icon="fit"
          label="Fit the view"
          tip="Fit"
          shortcut="F"
          testId="scene-fit"
          onClick={() => props.fit()}
        />
      </div>
      <div class="scene-group" role="group" aria-label="Layers">
        {LAYERS.map((layer) => (
          <IconButton
            key={layer}
            icon={layer}
            label={`Show ${LAYER_LABELS[layer].toLowerCase()}`}
            tip={LAYER_LABELS[layer]}
            testId={`scene-layer-${layer}`}
            pressed={settings.layers[layer]}
            onClick={() => props.toggleLayer(layer)}
          />
        ))}
      </div>
      {canChange && (
        <div class="scene-group" role="group" aria-label="Disturb the run">
          <IconButton
            icon="obstacle"
            label="Drop obstacles"
            tip="Drop obstacle"
            testId="scene-tool-obstacle"
            pressed={tool === 'obstacle'}
            onClick={() => toggle('obstacle')}
          />
          <IconButton
            icon="push"
            label="Push vehicles"
            tip="Push a vehicle"
            testId="scene-tool-push"
            pressed={tool === 'push'}
            onClick={() => toggle('push')}
          />
        </div>
      )}
      {vehicles.length > 1 && (
        <select
          class="scene-vehicle"
          aria-label="Vehicle to look at"
          data-testid="scene-vehicle"
          value={vehicle}
          onChange={(event) => props.setVehicle(event.currentTarget.value)}
        >
          {vehicles.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
