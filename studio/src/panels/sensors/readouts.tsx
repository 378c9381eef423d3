/** What each sensor says, as numbers and bars, ten times per second: as fast as anybody reads. */
import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Frame, Player, Stamped } from '../../players/player.ts';
import { formatNumber } from '../../ui/format.ts';
import { GgBall } from './gg-ball.tsx';
import { motionOf, motionSource, STANDARD_GRAVITY } from './motion.ts';
import { inkOfRange } from './radar-drawing.ts';
import { isFree, nearness } from './ranging.ts';
import type { Sensor, SensorVehicle } from './sensor-inventory.ts';

const PERIOD = 100;
const DEGREES = 180 / Math.PI;

/** The newest frame, at most once per period; the last one always. */
function useSlowFrame(player: Player, visible: ReadonlySignal<boolean>): Frame {
  const shown = useSignal(player.frame.peek());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = player.frame.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (visible.peek()) shown.value = player.frame.peek();
      }, PERIOD);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [player]);
  return shown.value;
}

export interface ReadoutsProps {
  readonly player: Player;
  readonly vehicle: SensorVehicle;
  readonly visible: ReadonlySignal<boolean>;
  readonly theme: ReadonlySignal<'dark' | 'light'>;
}

export function Readouts({ player, vehicle, visible, theme }: ReadoutsProps) {
  const { messages } = useSlowFrame(player, visible);
  const source = motionSource(vehicle);
  const of = (kind: Sensor['kind']) => vehicle.sensors.filter((sensor) => sensor.kind === kind);
  const ranges = of('range');
  const speeds = of('speed');
  return (
    <div class="sensors-readouts ui-numbers" data-testid="sensors-readouts">
      {source !== undefined && (
        <Card title="Motion" detail={source.kind === 'imu' ? `${source.name}, measured` : 'true state'}>
          <div class="sensors-motion">
            <GgBall key={source.topic.id} player={player} source={source} visible={visible} theme={theme} />
            <MotionNumbers
              source={source}
              stamped={messages.get(source.topic.id)}
              state={messages.get(of('state')[0]?.topic.id)}
            />
          </div>
        </Card>
      )}
      {vehicle.sensors.every(({ kind }) => kind === 'state') && (
        <p class="sensors-hint">
          {vehicle.name} has no sensors that measure ranges or motion, so this is how it truly moves. Sonars, lidars, an
          IMU and others are added under <code>sensors</code> of the vehicle in its scenario.
        </p>
      )}
      {speeds.map((sensor) => (
        <Card key={sensor.topic.id} title="Speedometer" detail={sensor.name}>
          <Speed value={messages.get(sensor.topic.id)?.message.data} />
        </Card>
      ))}
      {ranges.length > 0 && (
        <Card title="Sonar" detail={String(ranges.length)}>
          <ul class="sensors-ranges">
            {ranges.map((sensor) => (
              <RangeRow key={sensor.topic.id} sensor={sensor} stamped={messages.get(sensor.topic.id)} />
            ))}
          </ul>
        </Card>
      )}
      {of('scan').map((sensor) => (
        <Card key={sensor.topic.id} title="Lidar" detail={sensor.name}>
          <ScanNumbers stamped={messages.get(sensor.topic.id)} />
        </Card>
      ))}
      {of('cloud').map((sensor) => (
        <Card key={sensor.topic.id} title="Lidar, 3D" detail={sensor.name}>
          <CloudNumbers stamped={messages.get(sensor.topic.id)} />
        </Card>
      ))}
      {of('fix').map((sensor) => (
        <Card key={sensor.topic.id} title="GNSS" detail={sensor.name}>
          <FixNumbers stamped={messages.get(sensor.topic.id)} />
        </Card>
      ))}
      {of('joints').map((sensor) => (
        <Card key={sensor.topic.id} title="Encoders" detail={sensor.name}>
          <JointNumbers stamped={messages.get(sensor.topic.id)} />
        </Card>
      ))}
    </div>
  );
}

const Card = ({ title, detail, children }: { title: string; detail: string; children: ComponentChildren }) => (
  <section class="sensors-card" aria-label={`${title}, ${detail}`}>
    <h3>
      {title}
      <span>{detail}</span>
    </h3>
    {children}
  </section>
);

const Value = ({
  label,
  value,
  unit,
  digits = 2,
}: {
  label: string;
  value: number | undefined;
  unit: string;
  digits?: number;
}) => (
  <div class="sensors-value">
    <dt>{label}</dt>
    <dd>
      {formatNumber(value, digits)}
      <span>{unit}</span>
    </dd>
  </div>
);

function MotionNumbers({
  source,
  stamped,
  state,
}: {
  source: Sensor;
  stamped: Stamped | undefined;
  state: Stamped | undefined;
}) {
  const motion = stamped === undefined ? undefined : motionOf(source, stamped.message);
  return (
    <dl>
      <Value label="forward" value={motion && motion.ax / STANDARD_GRAVITY} unit="g" />
      <Value label="left" value={motion && motion.ay / STANDARD_GRAVITY} unit="g" />
      <Value label="yaw rate" value={motion && motion.yawRate * DEGREES} unit="°/s" digits={1} />
      <Value label="speed" value={state?.message.vx} unit="m/s" />
      <Value label="steering" value={state && state.message.steering * DEGREES} unit="°" digits={1} />
    </dl>
  );
}

const Speed = ({ value }: { value: number | undefined }) => (
  <p class="sensors-speed">
    <strong>{formatNumber(value, 2)}</strong> m/s
    <span>{formatNumber(value === undefined ? undefined : 3.6 * value, 1)} km/h</span>
  </p>
);

const INKS = { near: 'var(--bad)', middle: 'var(--warn)', far: 'var(--good)' };

function RangeRow({ sensor, stamped }: { sensor: Sensor; stamped: Stamped | undefined }) {
  const { range, max_range: most } = stamped?.message ?? {};
  const free = stamped !== undefined && isFree(range, most);
  const ink = stamped === undefined || free ? 'var(--line-strong)' : inkOfRange(range as number, most as number, INKS);
  return (
    <li
      title={
        sensor.mount === undefined
          ? `frame ${stamped?.message.header.frame_id ?? ''}`
          : `at x ${sensor.mount.x} m, y ${sensor.mount.y} m`
      }
    >
      <span class="sensors-range-name">{sensor.name}</span>
      <span class="sensors-bar">
        <span style={{ width: `${stamped === undefined ? 0 : 100 * nearness(range, most)}%`, background: ink }} />
      </span>
      <span class="sensors-range-value">
        {stamped === undefined ? (
          '–'
        ) : free ? (
          'free'
        ) : (
          <>
            {formatNumber(range, 2)}
            <span> m</span>
          </>
        )}
      </span>
    </li>
  );
}

function ScanNumbers({ stamped }: { stamped: Stamped | undefined }) {
  const ranges = stamped?.message.ranges as Float32Array | undefined;
  let nearest = Infinity;
  let hits = 0;
  for (const range of ranges ?? []) {
    if (!Number.isFinite(range)) continue;
    hits++;
    if (range < nearest) nearest = range;
  }
  return (
    <dl>
      <Value label="nearest" value={ranges === undefined ? undefined : nearest} unit="m" />
      <Value label="echoes" value={ranges && hits} unit={`of ${ranges?.length ?? '–'}`} digits={0} />
    </dl>
  );
}

const CloudNumbers = ({ stamped }: { stamped: Stamped | undefined }) => (
  <dl>
    <Value label="points" value={stamped && stamped.message.width * stamped.message.height} unit="" digits={0} />
  </dl>
);

function FixNumbers({ stamped }: { stamped: Stamped | undefined }) {
  const fix = stamped?.message;
  return (
    <dl>
      <Value label="latitude" value={fix?.latitude} unit="°" digits={7} />
      <Value label="longitude" value={fix?.longitude} unit="°" digits={7} />
      <Value label="altitude" value={fix?.altitude} unit="m" />
    </dl>
  );
}

function JointNumbers({ stamped }: { stamped: Stamped | undefined }) {
  const { name = [], position = [], velocity = [] } = stamped?.message ?? {};
  return (
    <table class="ui-table sensors-joints">
      <thead>
        <tr>
          <th>joint</th>
          <th class="ui-number">rad</th>
          <th class="ui-number">rad/s</th>
        </tr>
      </thead>
      <tbody>
        {(name as string[]).map((joint, i) => (
          <tr key={joint}>
            <td>{joint}</td>
            <td class="ui-number">{formatNumber(position[i], 2)}</td>
            <td class="ui-number">{formatNumber(velocity[i], 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
