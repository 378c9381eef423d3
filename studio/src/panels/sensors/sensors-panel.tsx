/** What a vehicle feels and measures: a view from above of its range sensors, and the readings of all of them. */
import './sensors-panel.css';
import { effect, untracked, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Button, Empty } from '../../ui/controls.tsx';
import { useVisible } from '../../ui/drawing-surface.ts';
import { instanceKey } from '../../ui/instance-key.ts';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import { RadarView } from './radar-view.tsx';
import { Readouts } from './readouts.tsx';
import type { SensorVehicle } from './sensor-inventory.ts';
import { hasRanging, sensorVehicles } from './sensor-inventory.ts';

const ICON = 'M12 12L18.5 5.5M12 21a9 9 0 1 1 9-9M12 16.5a4.5 4.5 0 1 1 4.5-4.5M12 12v.01';

interface SensorSettings {
  readonly vehicle?: string;
}

function SensorsPanel({ studio, settings }: PanelProps<SensorSettings>) {
  const player = studio.player.value;
  const root = useRef<HTMLDivElement>(null);
  const visible = useVisible(root);
  const zoom = useSignal(1);
  const [scenario, topics] = [player.scenario.value, player.topics.value];
  const vehicles = useMemo(
    () => sensorVehicles(scenario, topics).filter(({ sensors }) => sensors.length > 0),
    [scenario, topics],
  );
  const vehicle = vehicles.find(({ name }) => name === settings.value.vehicle) ?? vehicles[0];
  const key = `${instanceKey(player)} ${vehicle?.name}`;
  const bulky =
    vehicle?.sensors
      .filter(({ topic }) => topic.bulky)
      .map(({ topic }) => topic.id)
      .join('\n') ?? '';
  useEffect(
    () =>
      effect(() => {
        if (!visible.value || bulky === '') return;
        const stops = untracked(() => bulky.split('\n').map((id) => player.watch(id)));
        return () => stops.forEach((stop) => stop());
      }),
    [player, bulky],
  );

  return (
    <div class="sensors-panel" ref={root} data-testid="sensors-panel">
      {vehicle === undefined ? (
        <Empty title="No sensors here" icon={ICON}>
          <p>
            {player.kind === 'live'
              ? 'No vehicle of this scenario can be followed. Sonars, lidars, an IMU and others are added under `sensors` of a vehicle.'
              : 'Nothing in this data is a Range, LaserScan, PointCloud2, Imu, NavSatFix or JointState.'}
          </p>
        </Empty>
      ) : (
        <>
          {vehicles.length > 1 && (
            <VehiclePicker
              vehicles={vehicles}
              vehicle={vehicle}
              onPick={(name) => (settings.value = { ...settings.value, vehicle: name })}
            />
          )}
          <div class="sensors-body" data-radar={hasRanging(vehicle)}>
            {hasRanging(vehicle) && (
              <RadarView
                key={`radar ${key}`}
                player={player}
                vehicle={vehicle}
                visible={visible}
                theme={studio.theme}
                zoom={zoom}
              />
            )}
            <Readouts
              key={`readouts ${key}`}
              player={player}
              vehicle={vehicle}
              visible={visible}
              theme={studio.theme}
            />
          </div>
        </>
      )}
    </div>
  );
}

const VehiclePicker = ({
  vehicles,
  vehicle,
  onPick,
}: {
  vehicles: readonly SensorVehicle[];
  vehicle: SensorVehicle;
  onPick(name: string): void;
}) => (
  <div class="ui-toolbar" role="toolbar" aria-label="Vehicle">
    {vehicles.map(({ name }) => (
      <Button
        key={name}
        kind="quiet"
        pressed={name === vehicle.name}
        onClick={() => onPick(name)}
        data-testid={`sensors-vehicle-${name}`}
      >
        {name}
      </Button>
    ))}
  </div>
);

export const sensorsPanel: PanelDefinition = {
  type: 'sensors',
  title: 'Sensors',
  doc: 'What a vehicle measures: sonars and lidars from above, accelerations, position and wheels as readings.',
  icon: ICON,
  component: SensorsPanel,
  titleOf: ({ vehicle }) => (typeof vehicle === 'string' ? `Sensors of ${vehicle}` : 'Sensors'),
};
