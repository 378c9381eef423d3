/** Lines on the ground, drawn under paths. */
import type { Backdrop } from './chart-view.ts';
import type { PixelMap } from './trace-path.ts';

export interface BackdropStyle {
  readonly x: PixelMap;
  readonly y: PixelMap;
  readonly colour: string;
  readonly width: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function drawBackdrop(
  context: CanvasRenderingContext2D,
  box: Box,
  backdrop: Backdrop,
  { x, y, colour, width }: BackdropStyle,
): void {
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.55;
  context.lineWidth = width;
  for (const { points, closed } of backdrop) {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2)
      context.lineTo(x.offset + x.scale * points[i], y.offset + y.scale * points[i + 1]);
    if (closed) context.closePath();
    context.stroke();
  }
  context.restore();
}
