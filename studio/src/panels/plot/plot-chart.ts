/**
 * One chart on the page: uPlot for axes and lines, a second canvas above it for cursors. It draws when asked, at most once per
 * animation frame, and not while nobody can see it.
 */
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { CanvasTheme } from './canvas-theme.ts';
import { canvasTheme } from './canvas-theme.ts';
import { drawBackdrop } from './backdrop-drawing.ts';
import type { Area, Mark, Selection } from './chart-marks.ts';
import { MarksLayer } from './chart-marks.ts';
import { chartOptions } from './chart-options.ts';
import type { Backdrop, View, Zoom } from './chart-view.ts';
import { viewOf } from './chart-view.ts';
import type { PlotContent, Points } from './plot-lines.ts';
import { pointsOf } from './plot-lines.ts';
import type { PlotSettings } from './plot-settings.ts';
import type { Range } from './ranges.ts';
import { lastAtMost } from './sorted-search.ts';
import { pixelMap, traceOverField, traceOverTime } from './trace-path.ts';

/** What is shown. */
export interface ChartContent {
  readonly content: PlotContent;
  readonly settings: PlotSettings;
  readonly backdrop: Backdrop;
}

/** What it asks whenever it draws, and whom it tells. */
export interface ChartSurroundings {
  now(): number;
  reach(): Range;
  canSeek(): boolean;
  hovered(): number | undefined;
  fixed(): number | undefined;
  /** After every drawing, with the points of every line. */
  drawn(points: readonly Points[]): void;
  zoomChanged(isZoomed: boolean): void;
}

const NOTHING: PlotContent = { lines: [], scales: [], missing: [] };

export class PlotChart {
  view: View = { x: [0, 1], scales: new Map() };
  points: readonly Points[] = [];
  private shown: ChartContent | undefined;
  private zoomState: Zoom = {};
  private chart: uPlot | undefined;
  /** Read when a chart is made. */
  private theme!: CanvasTheme;
  private readonly marks = new MarksLayer();
  private readonly sizes: ResizeObserver;
  private readonly sights: IntersectionObserver;
  private visible = false;
  private request = 0;
  private linesAreOld = true;
  private frameOfZoom: Selection | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly surroundings: ChartSurroundings,
  ) {
    this.marks.attach(element);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(element);
    this.sights = new IntersectionObserver(([{ isIntersecting }]) => {
      this.visible = isIntersecting;
      this.redraw();
    });
    this.sights.observe(element);
  }

  get isOverTime(): boolean {
    return this.shown?.content.x === undefined;
  }

  get content(): PlotContent {
    return this.shown?.content ?? NOTHING;
  }

  get lines(): PlotContent['lines'] {
    return this.content.lines;
  }

  get zoom(): Zoom {
    return this.zoomState;
  }

  set zoom(zoom: Zoom) {
    this.zoomState = zoom;
    this.surroundings.zoomChanged(zoom.x !== undefined || zoom.y !== undefined);
    this.redraw();
  }

  /** Builds the chart again: other lines, axes or colours. */
  show(shown: ChartContent): void {
    const before = this.shown?.content;
    this.shown = shown;
    this.chart?.destroy();
    this.chart = undefined;
    if (before?.x?.address !== shown.content.x?.address) this.zoomState = {};
    this.redraw();
  }

  /** Lines and cursors, in the next animation frame. */
  redraw(): void {
    this.linesAreOld = true;
    this.redrawMarks();
  }

  /** Cursors only. */
  redrawMarks(): void {
    if (this.request === 0) this.request = requestAnimationFrame(() => this.draw());
  }

  set selection(selection: Selection | undefined) {
    this.frameOfZoom = selection;
    this.redrawMarks();
  }

  /** The picture inside the axes. */
  get area(): Area {
    const { bbox } = this.chart ?? {};
    const ratio = uPlot.pxRatio;
    if (bbox === undefined) return { left: 0, top: 0, width: 0, height: 0 };
    return { left: bbox.left / ratio, top: bbox.top / ratio, width: bbox.width / ratio, height: bbox.height / ratio };
  }

  xToPixel(value: number): number {
    const { left, width } = this.area;
    return left + ((value - this.view.x[0]) / (this.view.x[1] - this.view.x[0])) * width;
  }

  pixelToX(pixel: number): number {
    const { left, width } = this.area;
    return this.view.x[0] + ((pixel - left) / width) * (this.view.x[1] - this.view.x[0]);
  }

  private yToPixel(value: number, scale: string): number {
    const { top, height } = this.area;
    const [min, max] = this.view.scales.get(scale) ?? [0, 1];
    return top + height - ((value - min) / (max - min)) * height;
  }

  /** Time of the sample nearest to a place in a plot of one field over another; undefined where none is near. */
  nearestTime(x: number, y: number, within = 60): number | undefined {
    let best: number | undefined;
    let least = within * within;
    this.lines.forEach(({ dashed, scale }, k) => {
      if (dashed) return;
      const { times, xs, ys } = this.points[k] ?? { times: [], xs: [], ys: [] };
      for (let i = 0; i < times.length; i++) {
        const dx = this.xToPixel(xs[i]) - x;
        const dy = this.yToPixel(ys[i], scale) - y;
        if (dx * dx + dy * dy < least) [least, best] = [dx * dx + dy * dy, times[i]];
      }
    });
    return best;
  }

  private resize(): void {
    this.chart?.setSize({ width: this.element.clientWidth, height: this.element.clientHeight });
    this.redraw();
  }

  private draw(): void {
    this.request = 0;
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.visible || document.hidden || this.shown === undefined || width === 0 || height === 0) return;
    if (this.linesAreOld) this.drawLines(width, height);
    this.linesAreOld = false;
    this.drawMarks(width, height);
    this.surroundings.drawn(this.points);
  }

  private drawLines(width: number, height: number): void {
    const { content, settings, backdrop } = this.shown!;
    this.points = content.lines.map(pointsOf);
    this.chart ??= this.createChart(width, height);
    const input = {
      content,
      settings,
      backdrop,
      points: this.points,
      zoom: this.zoomState,
      reach: this.surroundings.reach(),
      now: this.surroundings.now(),
    };
    this.view = viewOf({ ...input, width: this.area.width, height: this.area.height });
    this.chart.batch(() => this.chart!.setData(this.frameData(), true));
  }

  /** uPlot only has to know how far the data reaches. */
  private frameData(): uPlot.AlignedData {
    const rows = this.lines.map(({ scale }) => [...this.view.scales.get(scale)!]);
    return [[...this.view.x], ...rows];
  }

  private createChart(width: number, height: number): uPlot {
    const { content } = this.shown!;
    this.theme = canvasTheme(this.element);
    const rangeOf = (id: string): uPlot.Range.MinMax =>
      [...(id === 'x' ? this.view.x : (this.view.scales.get(id) ?? [0, 1]))] as [number, number];
    const options = chartOptions({
      content,
      theme: this.theme,
      width,
      height,
      rangeOf,
      trace: (i) => this.trace(i),
      drawBackdrop: (chart) => this.drawGround(chart),
    });
    const chart = new uPlot(options, [[0, 1], ...content.lines.map(() => [0, 1])], this.element);
    // the marks stay on top
    this.marks.attach(this.element);
    return chart;
  }

  private maps(scale: string) {
    const { left, top, width, height } = this.chart!.bbox;
    return {
      x: pixelMap(this.view.x, left, left + width),
      y: pixelMap(this.view.scales.get(scale) ?? [0, 1], top + height, top),
    };
  }

  private trace(i: number): Path2D | null {
    if (this.chart === undefined || this.points[i] === undefined) return null;
    const { scale, stepped, x: over } = this.lines[i];
    const { x, y } = this.maps(scale);
    const path = new Path2D();
    if (over !== undefined) traceOverField(path, this.points[i], x, y);
    else traceOverTime(path, this.points[i], this.view.x, Math.ceil(this.chart.bbox.width), x, y, stepped);
    return path;
  }

  private drawGround({ ctx, bbox }: uPlot): void {
    const { content, backdrop } = this.shown!;
    if (backdrop.length === 0 || this.chart === undefined || content.scales.length === 0) return;
    drawBackdrop(ctx, bbox, backdrop, {
      ...this.maps(content.scales[0].id),
      colour: this.theme.muted,
      width: uPlot.pxRatio,
    });
  }

  private drawMarks(width: number, height: number): void {
    const { now, hovered, fixed, canSeek } = this.surroundings;
    const at = (time: number | undefined) => (time === undefined || !this.isOverTime ? undefined : this.xToPixel(time));
    this.marks.draw(width, height, this.theme, {
      area: this.area,
      nowX: at(now()),
      draggable: canSeek(),
      hoveredX: at(hovered()),
      fixedX: at(fixed()),
      points: [
        ...this.pointsAt(fixed(), true),
        ...this.pointsAt(hovered() ?? (this.isOverTime ? undefined : now()), false),
      ],
      selection: this.frameOfZoom,
    });
  }

  /** Where every line is at a time. */
  private pointsAt(time: number | undefined, hollow: boolean): Mark[] {
    if (time === undefined) return [];
    return this.lines.flatMap(({ scale, colour }, k): Mark[] => {
      const { times, xs, ys } = this.points[k];
      const i = lastAtMost(times, time);
      if (i < 0 || ys[i] !== ys[i] || xs[i] !== xs[i]) return [];
      return [
        {
          x: this.xToPixel(this.isOverTime ? time : xs[i]),
          y: this.yToPixel(ys[i], scale),
          colour: this.theme.resolve(colour),
          hollow,
        },
      ];
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    this.sizes.disconnect();
    this.sights.disconnect();
    this.chart?.destroy();
    this.marks.dispose();
  }
}
