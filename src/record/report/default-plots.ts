/** Plots for a scenario that declares none: speed, yaw rate, steering and path, from the types that are recorded. */
import { scalarFields } from '../../msgs/flatten.ts';
import type { Column } from '../metrics/columns.ts';
import { findScalar } from '../metrics/columns.ts';
import type { Plot, PlotSeries } from './plot-data.ts';
import type { RecordedChannel } from '../mcap/recording-reader.ts';

type Quantity = 'speed' | 'yawRate' | 'steering' | 'x' | 'y';

/** Where message types hold what every vehicle has. */
const FIELDS: Readonly<Record<string, Readonly<Partial<Record<Quantity, string>>>>> = {
  'geometry_msgs/msg/Twist': { speed: 'linear.x', yawRate: 'angular.z' },
  'geometry_msgs/msg/TwistStamped': { speed: 'twist.linear.x', yawRate: 'twist.angular.z' },
  'ackermann_msgs/msg/AckermannDrive': { speed: 'speed', steering: 'steering_angle' },
  'ackermann_msgs/msg/AckermannDriveStamped': { speed: 'drive.speed', steering: 'drive.steering_angle' },
  'skidpad_msgs/msg/VehicleState': { speed: 'vx', yawRate: 'yaw_rate', steering: 'steering', x: 'x', y: 'y' },
  'nav_msgs/msg/Odometry': {
    speed: 'twist.twist.linear.x',
    yawRate: 'twist.twist.angular.z',
    x: 'pose.pose.position.x',
    y: 'pose.pose.position.y',
  },
};

/** Commands are latched by who receives them. */
export const isCommand = ({ typeName }: RecordedChannel): boolean =>
  /\/(Twist|TwistStamped|AckermannDrive|AckermannDriveStamped)$/.test(typeName);

/** More lines than this cannot be told apart. */
const MOST_SERIES = 8;
const MOST_FALLBACK_PLOTS = 6;

export function defaultPlots(channels: readonly RecordedChannel[]): Plot[] {
  // what was asked for first, what happened on top of it
  const ordered = [...channels.filter(isCommand), ...channels.filter((channel) => !isCommand(channel))];
  const plots = [
    timePlot('Speed', 'speed', ordered),
    timePlot('Yaw rate', 'yawRate', ordered),
    timePlot('Steering', 'steering', ordered),
    pathPlot(ordered),
  ].filter((plot) => plot.series.length > 0);
  return plots.length > 0 ? plots : signalPlots(channels);
}

function timePlot(title: string, quantity: Quantity, channels: readonly RecordedChannel[]): Plot {
  const columns = channels.flatMap((channel) => columnOf(channel, quantity) ?? []);
  return { title, doc: '', equal: false, track: false, series: columns.slice(0, MOST_SERIES).map(overTime) };
}

function pathPlot(channels: readonly RecordedChannel[]): Plot {
  const series = channels.flatMap((channel): PlotSeries[] => {
    const x = columnOf(channel, 'x');
    const y = columnOf(channel, 'y');
    return x && y ? [{ x, y, stepped: false }] : [];
  });
  return { title: 'Path', doc: '', equal: true, track: true, series: series.slice(0, MOST_SERIES) };
}

/** Where nothing is known of the types: one plot per signal, with fields of the unit of its first. */
function signalPlots(channels: readonly RecordedChannel[]): Plot[] {
  return channels
    .flatMap((channel): Plot[] => {
      const scalars = scalarFields(channel.type!).filter(({ path }) => !/(^|\.)stamp\./.test(path));
      const alike = scalars.filter(({ unit }) => unit === scalars[0].unit).slice(0, MOST_SERIES);
      if (alike.length === 0) return [];
      return [
        {
          title: channel.signal,
          doc: '',
          equal: false,
          track: false,
          series: alike.map(({ path }) => overTime(fieldColumn(channel, path))),
        },
      ];
    })
    .slice(0, MOST_FALLBACK_PLOTS);
}

function columnOf(channel: RecordedChannel, quantity: Quantity): Column | undefined {
  const field = FIELDS[channel.typeName]?.[quantity];
  return field === undefined ? undefined : fieldColumn(channel, field);
}

function fieldColumn(channel: RecordedChannel, field: string): Column {
  const { unit, read } = findScalar(channel.type!, field, '');
  return { name: `${channel.signal}.${field}`, unit, channel, read };
}

const overTime = (y: Column): PlotSeries => ({ y, stepped: isCommand(y.channel) });
