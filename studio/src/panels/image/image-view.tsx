/** A image to look at closely: wheel and + − zoom about the pointer, dragging and arrows pan, hovering reads pixels. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ImageLine } from '../../../../src/core/inspection.ts';
import { beginDrawing, useSize } from '../../ui/drawing-surface.ts';
import type { ImageBuffer } from './image-buffer.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { centred, fit, pan, pixelAt, zoomAt } from '../../ui/viewport.ts';

export interface ImageViewProps {
  readonly buffer: ImageBuffer;
  /** Another value for whatever is new in the buffer and the overlay. */
  readonly version: ReadonlySignal<unknown>;
  readonly visible: ReadonlySignal<boolean>;
  /** 'fit' follows the window; a number is a zoom that was asked for; undefined is where somebody moved it to. */
  readonly zoom: Signal<'fit' | number | undefined>;
  /** Pixel under the pointer and what it says. */
  readonly hover: Signal<string>;
  readonly overlay?: () => readonly ImageLine[];
  readonly label: string;
}

const ZOOM_STEP = 1.25;
const PAN_STEP = 40;

export function ImageView({ buffer, version, visible, zoom, hover, overlay, label }: ImageViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const viewport = useSignal<Viewport>({ x: 0, y: 0, scale: 1 });
  const place = (): Viewport => {
    const { value } = zoom;
    if (value === 'fit') return fit(buffer, size.value);
    return value === undefined ? viewport.value : centred(buffer, size.value, value);
  };

  useSignalEffect(() => {
    void version.value;
    if (!visible.value || buffer.width === 0) return;
    const context = beginDrawing(canvas.current, size.value);
    if (context === undefined) return;
    const view = place();
    context.imageSmoothingEnabled = view.scale < 1;
    context.imageSmoothingQuality = 'high';
    context.drawImage(buffer.canvas, view.x, view.y, view.scale * buffer.width, view.scale * buffer.height);
    if (overlay !== undefined) drawOverlay(context, view, overlay());
  });

  const move = (next: Viewport) => {
    viewport.value = next;
    zoom.value = undefined;
  };
  const pointer = (event: { clientX: number; clientY: number }) => {
    const { left, top } = frame.current!.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top] as const;
  };

  useEffect(() => {
    const element = frame.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      move(zoomAt(place(), Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), ...pointer(event)));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [buffer]);

  const drag = useRef<readonly [number, number] | undefined>(undefined);
  const onPointerMove = (event: PointerEvent) => {
    const [x, y] = pointer(event);
    if (drag.current !== undefined) {
      move(pan(place(), x - drag.current[0], y - drag.current[1], buffer, size.value));
      drag.current = [x, y];
    }
    const { column, row } = pixelAt(place(), x, y);
    const text = buffer.textAt(column, row);
    hover.value = text === '' ? '' : `(${column}, ${row})  ${text}`;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: [PAN_STEP, 0],
      ArrowRight: [-PAN_STEP, 0],
      ArrowUp: [0, PAN_STEP],
      ArrowDown: [0, -PAN_STEP],
    }[event.key];
    const { width, height } = size.value;
    if (step !== undefined) move(pan(place(), step[0], step[1], buffer, size.value));
    else if (event.key === '+' || event.key === '=') move(zoomAt(place(), ZOOM_STEP, width / 2, height / 2));
    else if (event.key === '-') move(zoomAt(place(), 1 / ZOOM_STEP, width / 2, height / 2));
    else if (event.key === '0') zoom.value = 'fit';
    else if (event.key === '1') zoom.value = 1;
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={frame}
      class="image-view"
      tabIndex={0}
      role="img"
      aria-label={`${label}; + and − zoom, arrows move, 0 fits`}
      data-testid="image-view"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = pointer(event);
      }}
      onPointerUp={() => (drag.current = undefined)}
      onPointerCancel={() => (drag.current = undefined)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => (hover.value = '')}
      onDblClick={() => (zoom.value = 'fit')}
    >
      <canvas ref={canvas} />
    </div>
  );
}

/** Over images of any brightness: a colour on a dark edge. */
const INKS = { edge: '#46e68a', centre: '#ff5cc0', faded: '#c8ced8' } as const;

function drawOverlay(context: CanvasRenderingContext2D, { x, y, scale }: Viewport, lines: readonly ImageLine[]): void {
  context.lineJoin = context.lineCap = 'round';
  for (const { role, points } of lines) {
    context.beginPath();
    // pixel centres are at whole numbers there, and at half numbers here
    for (let i = 0; i < points.length; i += 2)
      context.lineTo(x + scale * (points[i] + 0.5), y + scale * (points[i + 1] + 0.5));
    context.setLineDash(role === 'centre' || role === 'faded' ? [8, 6] : []);
    context.strokeStyle = 'rgb(0 0 0 / 0.55)';
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = INKS[role];
    context.lineWidth = 2.5;
    context.stroke();
  }
  context.setLineDash([]);
}
