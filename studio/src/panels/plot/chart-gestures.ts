/**
 * What hands do to a chart.
 *
 *   drag            zooms into the rectangle; sideways only or upwards only where it is narrow
 *   wheel, pinch    zooms about the pointer; with Shift the wheel pans
 *   middle drag, one finger   pans
 *   click           sets the fixed cursor, or takes it away; double click fits
 *   Shift with click or drag, or a drag of the line at now   seeks
 */
import type { Selection } from './chart-marks.ts';
import { pan, zoomAbout, zoomInto } from './chart-view.ts';
import { cursor } from './cursor.ts';
import type { PlotChart } from './plot-chart.ts';

export interface TimeControl {
  canSeek(): boolean;
  seek(time: number): void;
  now(): number;
}

type Place = { readonly x: number; readonly y: number };
type Deed = 'select' | 'pan' | 'seek' | 'pinch';

/** Below this a drag is a click [px]. */
const CLICK = 4;
/** A zoom frame narrower than this in one direction zooms in the other only [px]. */
const NARROW = 32;
/** How near to a line it can be taken hold of [px]. */
const GRIP = 7;

export class ChartGestures {
  private readonly fingers = new Map<number, Place>();
  private deed: Deed | undefined;
  private start: Place = { x: 0, y: 0 };
  private last: Place = this.start;

  private readonly listeners = {
    pointerdown: (event: PointerEvent) => this.down(event),
    pointermove: (event: PointerEvent) => this.move(event),
    pointerup: (event: PointerEvent) => this.up(event),
    pointercancel: (event: PointerEvent) => this.cancel(event),
    pointerleave: () => this.leave(),
    blur: () => this.leave(),
    dblclick: () => fitChart(this.chart),
    wheel: (event: WheelEvent) => this.wheel(event),
  };

  constructor(
    private readonly surface: HTMLElement,
    private readonly chart: PlotChart,
    private readonly time: TimeControl,
  ) {
    for (const [type, listener] of Object.entries(this.listeners))
      surface.addEventListener(type, listener as EventListener, { passive: false });
  }

  dispose(): void {
    for (const [type, listener] of Object.entries(this.listeners))
      this.surface.removeEventListener(type, listener as EventListener);
  }

  private down(event: PointerEvent): void {
    const place = this.placeOf(event);
    if (event.button > 1 || (!this.isInside(place) && !this.isOnNow(place))) return;
    this.surface.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, place);
    this.deed = this.deedOf(event, place);
    this.start = this.last = place;
    // no scrolling by the middle button
    if (event.button === 1) event.preventDefault();
    if (this.deed === 'seek') this.seekTo(place);
  }

  private deedOf({ shiftKey, altKey, button, pointerType }: PointerEvent, place: Place): Deed {
    if (this.fingers.size > 1) return 'pinch';
    if (shiftKey || this.isOnNow(place)) return 'seek';
    return button === 1 || altKey || pointerType === 'touch' ? 'pan' : 'select';
  }

  private move(event: PointerEvent): void {
    const place = this.placeOf(event);
    if (this.deed === undefined) {
      this.hover(place);
      return;
    }
    if (this.deed === 'pinch') this.pinch(event.pointerId, place);
    else if (this.deed === 'seek') this.seekTo(place);
    else if (this.deed === 'pan') this.panTo(place);
    else this.chart.selection = this.frameTo(place);
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, place);
    this.last = place;
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    const place = this.placeOf(event);
    this.chart.selection = undefined;
    if (this.deed === 'select' || this.deed === 'pan') {
      if (!this.hasMoved(place)) toggleFixed(this.chart, this.timeAt(place));
      else if (this.deed === 'select') this.zoomToFrame(place);
    }
    this.deed = this.fingers.size > 0 ? 'pinch' : undefined;
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.deed = undefined;
    this.chart.selection = undefined;
  }

  private leave(): void {
    if (this.deed === undefined) cursor.hovered.value = undefined;
  }

  private hover(place: Place): void {
    const isInside = this.isInside(place);
    this.surface.style.cursor = this.isOnNow(place) ? 'ew-resize' : isInside ? 'crosshair' : '';
    cursor.hovered.value = isInside ? this.timeAt(place) : undefined;
  }

  private seekTo(place: Place): void {
    const time = this.timeAt(this.clamped(place));
    if (time !== undefined && this.time.canSeek()) this.time.seek(time);
  }

  private panTo(place: Place): void {
    if (!this.hasMoved(place)) return;
    const { chart, last } = this;
    // over time the height fits itself unless it was chosen
    const isFree = !chart.isOverTime || chart.zoom.y !== undefined;
    chart.zoom = pan(chart.view, chart.zoom, {
      x: (last.x - place.x) / chart.area.width,
      y: isFree ? (place.y - last.y) / chart.area.height : undefined,
    });
  }

  private pinch(id: number, place: Place): void {
    const other = [...this.fingers].find(([finger]) => finger !== id)?.[1];
    const before = this.fingers.get(id);
    if (other === undefined || before === undefined) return;
    this.zoomAt(other, distance(before, other) / Math.max(1, distance(place, other)), false);
  }

  private wheel(event: WheelEvent): void {
    const place = this.placeOf(event);
    if (!this.isInside(place)) return;
    event.preventDefault();
    const { chart } = this;
    const pixels = event.deltaMode === 0 ? 1 : 24;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      chart.zoom = pan(chart.view, chart.zoom, { x: ((event.deltaX || event.deltaY) * pixels) / chart.area.width });
      return;
    }
    // a pinch on a touchpad comes as small steps with the control key
    this.zoomAt(place, Math.exp(event.deltaY * pixels * (event.ctrlKey ? 0.01 : 0.0015)), event.altKey);
  }

  /** Over time in time only, or upwards only. */
  private zoomAt(place: Place, factor: number, isUpwards: boolean): void {
    const { chart } = this;
    const { x, y } = this.share(place);
    chart.zoom = zoomAbout(chart.view, chart.zoom, !chart.isOverTime ? { x, y } : isUpwards ? { y } : { x }, factor);
  }

  /** Which sides of a drag count. */
  private sides(end: Place): { x: boolean; y: boolean } {
    const width = Math.abs(end.x - this.start.x);
    const height = Math.abs(end.y - this.start.y);
    const both = width >= NARROW && height >= NARROW;
    return { x: both || width >= height, y: both || height > width };
  }

  private frameTo(place: Place): Selection {
    const { left, top, width, height } = this.chart.area;
    const { start } = this;
    const end = this.clamped(place);
    const { x, y } = this.sides(end);
    return {
      x0: x ? start.x : left,
      x1: x ? end.x : left + width,
      y0: y ? start.y : top,
      y1: y ? end.y : top + height,
    };
  }

  private zoomToFrame(place: Place): void {
    const { chart } = this;
    const end = this.clamped(place);
    const wanted = this.sides(end);
    const [a, b] = [this.share(this.start), this.share(end)];
    chart.zoom = zoomInto(chart.view, chart.zoom, {
      x: wanted.x ? [Math.min(a.x, b.x), Math.max(a.x, b.x)] : undefined,
      y: wanted.y ? [Math.min(a.y, b.y), Math.max(a.y, b.y)] : undefined,
    });
  }

  private placeOf(event: MouseEvent): Place {
    const box = this.surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** As shares of the picture, from the lower left. */
  private share({ x, y }: Place): Place {
    const { left, top, width, height } = this.chart.area;
    return { x: (x - left) / width, y: 1 - (y - top) / height };
  }

  private clamped({ x, y }: Place): Place {
    const { left, top, width, height } = this.chart.area;
    return { x: Math.max(left, Math.min(left + width, x)), y: Math.max(top, Math.min(top + height, y)) };
  }

  private isInside(place: Place): boolean {
    return distance(this.clamped(place), place) === 0;
  }

  private isOnNow({ x }: Place): boolean {
    return this.chart.isOverTime && this.time.canSeek() && Math.abs(x - this.chart.xToPixel(this.time.now())) <= GRIP;
  }

  private hasMoved(place: Place): boolean {
    return distance(place, this.start) >= CLICK;
  }

  private timeAt({ x, y }: Place): number | undefined {
    return this.chart.isOverTime ? this.chart.pixelToX(x) : this.chart.nearestTime(x, y);
  }
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Sets the fixed cursor, or takes it away where it is already. */
export function toggleFixed(chart: PlotChart, time: number | undefined): void {
  const { fixed } = cursor;
  const isHere =
    fixed.value !== undefined &&
    time !== undefined &&
    chart.isOverTime &&
    Math.abs(chart.xToPixel(fixed.value) - chart.xToPixel(time)) <= GRIP;
  fixed.value = isHere ? undefined : time;
}

export function fitChart(chart: PlotChart): void {
  chart.zoom = {};
  cursor.fixed.value = undefined;
}
