/** What lies over the lines of a plot and changes without them: cursors, the instant of the player, points, the frame of a zoom. */
import type { CanvasTheme } from './canvas-theme.ts';

/** The picture inside the axes [CSS pixels from the upper left of the panel's chart]. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  /** A ring rather than a dot. */
  readonly hollow: boolean;
}

export interface Selection {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Everything in CSS pixels inside the chart; undefined where there is none. */
export interface Marks {
  readonly area: Area;
  readonly nowX?: number;
  /** The line at now can be dragged. */
  readonly draggable: boolean;
  readonly hoveredX?: number;
  readonly fixedX?: number;
  readonly points: readonly Mark[];
  readonly selection?: Selection;
}

/** A canvas above a chart. */
export class MarksLayer {
  private readonly canvas = document.createElement('canvas');

  constructor() {
    this.canvas.className = 'plot-marks';
  }

  /** On top of what the element holds. */
  attach(element: HTMLElement): void {
    element.append(this.canvas);
  }

  /** Sizes in CSS pixels. */
  draw(width: number, height: number, theme: CanvasTheme, marks: Marks): void {
    const ratio = devicePixelRatio;
    const { canvas } = this;
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
    const context = canvas.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawMarks(context, theme, marks);
  }

  dispose(): void {
    this.canvas.remove();
  }
}

function drawMarks(context: CanvasRenderingContext2D, theme: CanvasTheme, marks: Marks): void {
  const { area, nowX, hoveredX, fixedX, points, selection } = marks;
  context.save();
  context.beginPath();
  // the handle may stick out
  context.rect(area.left - 7, area.top - 12, area.width + 14, area.height + 12);
  context.clip();
  const isInSight = (x: number) => x >= area.left - 1 && x <= area.left + area.width + 1;
  if (nowX !== undefined && isInSight(nowX)) {
    verticalLine(context, area, nowX, theme.accent, 1.5, []);
    if (marks.draggable) handle(context, nowX, area.top, theme.accent);
  }
  if (fixedX !== undefined && isInSight(fixedX)) verticalLine(context, area, fixedX, theme.text, 1, [5, 4]);
  if (hoveredX !== undefined && isInSight(hoveredX)) verticalLine(context, area, hoveredX, theme.muted, 1, []);
  for (const { x, y, colour, hollow } of points) {
    if (!isInSight(x)) continue;
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = hollow ? theme.surface : colour;
    context.strokeStyle = hollow ? colour : theme.surface;
    context.lineWidth = hollow ? 2 : 1.5;
    context.fill();
    context.stroke();
  }
  if (selection !== undefined) frame(context, theme, selection);
  context.restore();
}

function verticalLine(
  context: CanvasRenderingContext2D,
  { top, height }: Area,
  x: number,
  colour: string,
  width: number,
  dash: number[],
): void {
  context.beginPath();
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.moveTo(Math.round(x) + 0.5, top);
  context.lineTo(Math.round(x) + 0.5, top + height);
  context.stroke();
  context.setLineDash([]);
}

/** A small flag to take hold of. */
function handle(context: CanvasRenderingContext2D, x: number, top: number, colour: string): void {
  const at = Math.round(x) + 0.5;
  context.beginPath();
  context.moveTo(at - 6, top - 9);
  context.lineTo(at + 6, top - 9);
  context.lineTo(at + 6, top - 4);
  context.lineTo(at, top + 2);
  context.lineTo(at - 6, top - 4);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

function frame(context: CanvasRenderingContext2D, theme: CanvasTheme, { x0, y0, x1, y1 }: Selection): void {
  const rectangle = [Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)] as const;
  context.globalAlpha = 0.16;
  context.fillStyle = theme.focus;
  context.fillRect(...rectangle);
  context.globalAlpha = 1;
  context.strokeStyle = theme.focus;
  context.lineWidth = 1;
  context.strokeRect(...rectangle);
}
