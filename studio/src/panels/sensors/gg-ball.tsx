/** The g-g diagram: a ball for the acceleration now, with a trail of the last seconds. Left is left, forward is up. */
import type { ReadonlySignal } from '@preact/signals';
import { useComputed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Player } from '../../players/player.ts';
import { beginDrawing, cssColours } from '../../ui/drawing-surface.ts';
import { forEachTrail, motionOf, STANDARD_GRAVITY } from './motion.ts';
import type { Sensor } from './sensor-inventory.ts';

const SIZE = 128;
/** [s] */
const TRAIL = 3;
const SCALES = [0.2, 0.5, 1, 2, 5];

export interface GgBallProps {
  readonly player: Player;
  readonly source: Sensor;
  readonly visible: ReadonlySignal<boolean>;
  readonly theme: ReadonlySignal<'dark' | 'light'>;
}

export function GgBall({ player, source, visible, theme }: GgBallProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const largest = useRef(0);
  const inks = useComputed(() => {
    void theme.value;
    return cssColours({
      line: '--line',
      muted: '--text-muted',
      ball: '--accent',
      trail: '--series-1',
      edge: '--surface',
    });
  });
  useSignalEffect(() => {
    const frame = player.frame.value;
    const stamped = frame.messages.get(source.topic.id);
    if (!visible.value) return;
    const context = beginDrawing(canvas.current, { width: SIZE, height: SIZE });
    if (context === undefined) return;
    const { ax, ay } = stamped === undefined ? { ax: 0, ay: 0 } : motionOf(source, stamped.message);
    // the scale grows with what was seen and does not shrink, so that it does not jump
    largest.current = Math.max(largest.current, Math.hypot(ax, ay) / STANDARD_GRAVITY);
    const full = SCALES.find((scale) => scale >= largest.current) ?? SCALES.at(-1)!;
    const [middle, radius] = [SIZE / 2, SIZE / 2 - 8];
    const perUnit = radius / (full * STANDARD_GRAVITY);
    const { line, muted, ball, trail, edge } = inks.value;
    context.strokeStyle = line;
    context.beginPath();
    for (const share of [0.5, 1]) {
      context.moveTo(middle + share * radius, middle);
      context.arc(middle, middle, share * radius, 0, 2 * Math.PI);
    }
    context.moveTo(middle, middle - radius);
    context.lineTo(middle, middle + radius);
    context.moveTo(middle - radius, middle);
    context.lineTo(middle + radius, middle);
    context.stroke();
    context.fillStyle = muted;
    context.font = '11px system-ui, sans-serif';
    context.fillText(`${full} g`, middle + 4, 18);
    context.fillStyle = trail;
    forEachTrail(source, player.history, frame, TRAIL, (x, y, age) => {
      context.globalAlpha = 0.65 * (1 - age / TRAIL);
      context.fillRect(middle - perUnit * y - 1.5, middle - perUnit * x - 1.5, 3, 3);
    });
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(middle - perUnit * ay, middle - perUnit * ax, 6, 0, 2 * Math.PI);
    context.fillStyle = ball;
    context.fill();
    context.strokeStyle = edge;
    context.lineWidth = 2;
    context.stroke();
  });
  return (
    <canvas
      ref={canvas}
      class="sensors-ball"
      style={{ width: SIZE, height: SIZE }}
      role="img"
      aria-label="Acceleration, forward is up"
    />
  );
}
