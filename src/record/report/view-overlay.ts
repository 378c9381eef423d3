/**
 * What detectors found, drawn over a bird's-eye view. Messages are in base_link, the view is a square of ground with up ahead:
 *
 *   u = e/2 − y        v = e/2 − (x − c)        from its upper left corner [m]; side e, middle c ahead of base_link
 */
import { cos, sin } from '../../math/trig.ts';
import { footprintCorners, slotCorners, slotState } from '../../msgs/ground-corners.ts';
import type { Footprints, Header, MarkingPoint, MarkingPoints, ParkingSlots } from '../../msgs/index.ts';
import { timeToNs } from '../../msgs/time.ts';
import type { RecordedChannel, Recording } from '../mcap/recording-reader.ts';
import type { ViewSquare } from './surroundings.ts';

export interface Picture extends ViewSquare {
  /** Of its capture [ns]. */
  readonly stampNs: number;
}

/** How long the arms of a marking point are drawn [m]. */
const ARM = 0.5;
const DOT = 0.08;

/** Shapes of one message, by the short name of its type. */
const SHAPES: Readonly<Record<string, (message: never, picture: Picture) => string[]>> = {
  MarkingPoints: ({ points }: MarkingPoints, picture) => points.map((point) => markingPoint(point, picture)),
  ParkingSlots: ({ slots }: ParkingSlots, picture) =>
    slots.map((slot) => `<path class="slot ${slotState(slot)}" d="${path(slotCorners(slot), picture)}Z"/>`),
  Footprints: ({ footprints }: Footprints, picture) =>
    footprints.map((thing) => `<path class="obstacle" d="${path(footprintCorners(thing), picture)}Z"/>`),
};

/** An SVG in metres, to lie over the picture. */
export function viewOverlay(recording: Recording, signals: readonly string[], picture: Picture): string {
  const shapes = signals.flatMap((signal) => {
    const channel = recording.channel(signal);
    const message = channel && nearest(recording, channel, picture.stampNs);
    const draw = SHAPES[shortType(channel)];
    return message === undefined || draw === undefined ? [] : draw(message as never, picture);
  });
  return `<svg class="overlay" viewBox="0 0 ${picture.extent} ${picture.extent}" aria-hidden="true">${shapes.join('')}</svg>`;
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  MarkingPoints: ['<b class="t"></b>T', '<b class="l"></b>L'],
  ParkingSlots: ['<b class="slot free"></b>free slot', '<b class="slot taken"></b>taken slot'],
  Footprints: ['<b class="obstacle"></b>what stands there'],
};

/** What the colours of an overlay mean. */
export function overlayLegend(recording: Recording, signals: readonly string[]): string {
  const entries = signals.flatMap((signal) => KEYS[shortType(recording.channel(signal))] ?? []);
  return `<div class="legend">${entries.map((entry) => `<span>${entry}</span>`).join('')}</div>`;
}

const shortType = (channel: RecordedChannel | undefined): string => channel?.typeName.split('/').at(-1) ?? '';

/** The message whose capture is nearest in time: detectors publish later than the view they looked at. */
function nearest(recording: Recording, channel: RecordedChannel, stampNs: number): unknown {
  let [best, distance]: [unknown, number] = [undefined, Infinity];
  for (const { data } of recording.messages({ channels: [channel] })) {
    const message = recording.decode(channel, data) as { header: Header };
    const apart = Math.abs(timeToNs(message.header.stamp) - stampNs);
    if (apart < distance) [best, distance] = [message, apart];
  }
  return best;
}

/** A dot with its arms: of a T the stem and the bar across it, of an L both arms. */
function markingPoint({ x, y, direction, shape }: MarkingPoint, picture: Picture): string {
  const isT = shape === 0;
  // the other arm of an L is the first one turned clockwise by 90°
  const turns = isT ? [0, Math.PI / 2, -Math.PI / 2] : [0, -Math.PI / 2];
  const arms = turns.map((turn, i) => {
    const length = i === 0 ? ARM : ARM / 2;
    return path([x, y, x + length * cos(direction + turn), y + length * sin(direction + turn)], picture);
  });
  const [u, v] = place(x, y, picture);
  return `<g class="mark ${isT ? 't' : 'l'}"><path d="${arms.join('')}"/><circle r="${DOT}" cx="${u}" cy="${v}"/></g>`;
}

const place = (x: number, y: number, { extent, centre }: Picture): [number, number] => [
  millimetres(extent / 2 - y),
  millimetres(extent / 2 - (x - centre)),
];
const millimetres = (value: number): number => Math.round(1000 * value) / 1000;

function path(points: readonly number[], picture: Picture): string {
  let d = '';
  for (let i = 0; i < points.length; i += 2)
    d += `${i === 0 ? 'M' : 'L'}${place(points[i], points[i + 1], picture).join(' ')}`;
  return d;
}
