/** The top view around one vehicle, drawn once per frame while it can be seen; the wheel and + − change how far it reaches. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Player } from '../../players/player.ts';
import { IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { beginDrawing, useSize } from '../../ui/drawing-surface.ts';
import { RadarDrawing, radarInks } from './radar-drawing.ts';
import { radarScale, reachOf } from './radar-scale.ts';
import type { SensorVehicle } from './sensor-inventory.ts';

export interface RadarViewProps {
  readonly player: Player;
  readonly vehicle: SensorVehicle;
  readonly visible: ReadonlySignal<boolean>;
  readonly theme: ReadonlySignal<'dark' | 'light'>;
  /** How many times closer than what shows everything. */
  readonly zoom: Signal<number>;
}

const STEP = 1.25;
/** Of a vehicle nobody describes. */
const PLAIN = { front: 0.5, rear: 0.5, halfWidth: 0.3 };

export function RadarView({ player, vehicle, visible, theme, zoom }: RadarViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const inks = useComputed(() => {
    void theme.value;
    return radarInks();
  });
  const sensors = vehicle.sensors.filter(({ kind }) => kind === 'range' || kind === 'scan' || kind === 'cloud');

  useSignalEffect(() => {
    const { messages } = player.frame.value;
    if (!visible.value) return;
    const { width, height } = size.value;
    const context = beginDrawing(canvas.current, size.value);
    if (context === undefined) return;
    const seen = sensors.flatMap((sensor) => {
      const stamped = messages.get(sensor.topic.id);
      return stamped === undefined ? [] : [{ sensor, stamped }];
    });
    const reach = reachOf(
      seen.map(
        ({ sensor: { mount }, stamped: { message } }) =>
          (message.max_range ?? message.range_max ?? 30) + Math.hypot(mount?.x ?? 0, mount?.y ?? 0),
      ),
    );
    const drawing = new RadarDrawing(context, radarScale(width, height, reach / zoom.value), inks.value);
    drawing.rings(width, height, 'system-ui, sans-serif');
    // free cones first, so that echoes lie on top
    const order = [...seen].sort((a, b) => (b.stamped.message.range ?? 0) - (a.stamped.message.range ?? 0));
    for (const { sensor, stamped } of order) drawing.sensor(sensor, stamped);
    drawing.vehicle(vehicle.outline ?? PLAIN);
  });

  const change = (factor: number) => (zoom.value = Math.min(20, Math.max(0.2, zoom.value * factor)));
  useEffect(() => {
    const element = frame.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      change(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);

  return (
    <div
      ref={frame}
      class="sensors-radar"
      data-testid="sensors-radar"
      tabIndex={0}
      role="img"
      aria-label={`What ${vehicle.name} measures around it, from above; + and − zoom`}
      onKeyDown={(event) => {
        if (event.key === '+' || event.key === '=') change(STEP);
        else if (event.key === '-') change(1 / STEP);
        else if (event.key === '0') zoom.value = 1;
      }}
    >
      <canvas ref={canvas} />
      <div class="sensors-tools" role="toolbar" aria-label="View">
        <IconButton icon="M5 12h14" label="See farther" shortcut="-" kind="plain" onClick={() => change(1 / STEP)} />
        <IconButton
          icon={ICONS.fit}
          label="See everything"
          shortcut="0"
          kind="plain"
          onClick={() => (zoom.value = 1)}
        />
        <IconButton icon={ICONS.add} label="See closer" shortcut="+" kind="plain" onClick={() => change(STEP)} />
      </div>
    </div>
  );
}
