/** The top view of what a vehicle measures around it: rings, its outline, cones of sonars, points of lidars. */
import type { Stamped } from '../../players/player.ts';
import { cloudPoints, scanPoints } from '../../scene/point-decoding.ts';
import type { Outline } from '../../scene/vehicle-spec.ts';
import { cssColours } from '../../ui/drawing-surface.ts';
import type { RadarScale } from './radar-scale.ts';
import { isFree, nearness, toVehicle } from './ranging.ts';
import type { Sensor } from './sensor-inventory.ts';

export interface RadarInks {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly strong: string;
  readonly body: string;
  readonly surface: string;
  readonly near: string;
  readonly middle: string;
  readonly far: string;
  readonly scan: string;
  readonly low: string;
  readonly high: string;
}

export const radarInks = (): RadarInks =>
  cssColours({
    text: '--text',
    muted: '--text-muted',
    line: '--line',
    strong: '--line-strong',
    body: '--series-1',
    surface: '--surface-sunken',
    near: '--bad',
    middle: '--warn',
    far: '--good',
    scan: '--series-6',
    low: '--series-5',
    high: '--series-4',
  });

/** Closer than this share of the range is near, than that is in the middle. */
const NEAR = 0.25;
const MIDDLE = 0.5;

/** The colour of a measured distance. */
export function inkOfRange<T>(range: number, maxRange: number, inks: { near: T; middle: T; far: T }): T {
  const share = nearness(range, maxRange);
  return share < NEAR ? inks.near : share < MIDDLE ? inks.middle : inks.far;
}

const FORWARD_UP = -Math.PI / 2;
/** [rad] */
const THINNEST = 0.03;
/** Room for the echoes of one sensor: x, y and z. */
const points = new Float32Array(60_000);

export class RadarDrawing {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly view: RadarScale,
    private readonly inks: RadarInks,
  ) {}

  private x(y: number): number {
    return this.view.centreX - this.view.scale * y;
  }

  private y(x: number): number {
    return this.view.centreY - this.view.scale * x;
  }

  rings(width: number, height: number, font: string): void {
    const { context, view, inks } = this;
    context.lineWidth = 1;
    context.strokeStyle = inks.line;
    context.beginPath();
    for (const radius of view.rings) {
      context.moveTo(view.centreX + view.scale * radius, view.centreY);
      context.arc(view.centreX, view.centreY, view.scale * radius, 0, 2 * Math.PI);
    }
    context.moveTo(view.centreX, 0);
    context.lineTo(view.centreX, height);
    context.moveTo(0, view.centreY);
    context.lineTo(width, view.centreY);
    context.stroke();
    context.font = `11px ${font}`;
    context.textAlign = 'left';
    context.fillStyle = inks.muted;
    for (const radius of view.rings) {
      const at = view.centreX + view.scale * radius * Math.SQRT1_2;
      if (at < width - 28)
        context.fillText(`${radius} m`, at + 3, view.centreY + view.scale * radius * Math.SQRT1_2 + 10);
    }
  }

  vehicle({ front, rear, halfWidth }: Pick<Outline, 'front' | 'rear' | 'halfWidth'>): void {
    const { context, view, inks } = this;
    const [width, length] = [2 * halfWidth * view.scale, (front + rear) * view.scale];
    context.beginPath();
    context.roundRect(this.x(halfWidth), this.y(front), width, length, Math.min(width, length) * 0.22);
    context.fillStyle = inks.surface;
    context.fill();
    context.strokeStyle = inks.body;
    context.lineWidth = 2;
    context.stroke();
    // which way is ahead
    const tip = this.y(front - 0.12 * (front + rear));
    context.beginPath();
    context.moveTo(view.centreX, tip);
    context.lineTo(view.centreX - width * 0.25, tip + width * 0.35);
    context.lineTo(view.centreX + width * 0.25, tip + width * 0.35);
    context.closePath();
    context.fillStyle = inks.body;
    context.fill();
  }

  sensor(sensor: Sensor, { message }: Stamped): void {
    if (sensor.kind === 'range') this.cone(sensor, message);
    else if (sensor.kind === 'scan') this.dots(sensor, scanPoints(message, points), () => this.inks.scan);
    else if (sensor.kind === 'cloud') {
      const { low, high } = this.inks;
      // above knee height stands out from the ground
      this.dots(sensor, cloudPoints(message, points), (z) => (z + sensor.height > 0.4 ? high : low));
    }
  }

  private cone({ mount, cone }: Sensor, message: { range: number; max_range: number; field_of_view: number }): void {
    const { context, view, inks } = this;
    const { x, y, yaw } = mount ?? { x: 0, y: 0, yaw: 0 };
    const { from, to } = cone ?? { from: -message.field_of_view / 2, to: message.field_of_view / 2 };
    const free = isFree(message.range, message.max_range);
    const range = Math.min(message.range, message.max_range);
    const [centreX, centreY] = [this.x(y), this.y(x)];
    // a single ray gets a little width
    const spare = Math.max(0, THINNEST - (to - from)) / 2;
    const [start, end] = [FORWARD_UP - (yaw + to + spare), FORWARD_UP - (yaw + from - spare)];
    const ink = free ? inks.strong : inkOfRange(range, message.max_range, inks);
    context.beginPath();
    context.moveTo(centreX, centreY);
    context.arc(centreX, centreY, view.scale * range, start, end);
    context.closePath();
    context.globalAlpha = free ? 0.3 : 0.35;
    context.fillStyle = ink;
    context.fill();
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(centreX, centreY, view.scale * range, start, end);
    context.strokeStyle = ink;
    context.lineWidth = free ? 1 : 3;
    context.stroke();
  }

  private dots({ mount }: Sensor, count: number, ink: (z: number) => string): void {
    const { context } = this;
    if (mount !== undefined) toVehicle(points, count, mount);
    let last = '';
    for (let i = 0; i < count; i++) {
      const colour = ink(points[3 * i + 2]);
      if (colour !== last) context.fillStyle = last = colour;
      context.fillRect(this.x(points[3 * i + 1]) - 1, this.y(points[3 * i]) - 1, 2, 2);
    }
  }
}
