/** A chart by keyboard: arrows move the cursor, Enter fixes it, + and − zoom, the page keys pan, F fits, S seeks, Escape clears. */
import type { TimeControl } from './chart-gestures.ts';
import { fitChart, toggleFixed } from './chart-gestures.ts';
import { pan, zoomAbout } from './chart-view.ts';
import { cursor } from './cursor.ts';
import type { PlotChart } from './plot-chart.ts';

/** What a key does; undefined for keys that are left to others. */
function actionOf({ key, shiftKey }: KeyboardEvent, chart: PlotChart, time: TimeControl): (() => void) | undefined {
  const step = shiftKey ? 0.1 : 0.01;
  switch (key) {
    case 'ArrowLeft':
      return () => moveCursor(chart, time, -step);
    case 'ArrowRight':
      return () => moveCursor(chart, time, step);
    case '+':
    case '=':
      return () => zoomMiddle(chart, 0.8);
    case '-':
      return () => zoomMiddle(chart, 1.25);
    case 'PageUp':
      return () => (chart.zoom = pan(chart.view, chart.zoom, { x: -0.25 }));
    case 'PageDown':
      return () => (chart.zoom = pan(chart.view, chart.zoom, { x: 0.25 }));
    case 'Enter':
      return () => toggleFixed(chart, cursor.hovered.value ?? time.now());
    case 'f':
      return () => fitChart(chart);
    case 's':
      return () => seekToCursor(time);
    case 'Escape':
      return clearCursors;
    default:
      return undefined;
  }
}

/** By a share of the time in sight; in a plot of one field over another, of all time. */
function moveCursor(chart: PlotChart, time: TimeControl, share: number): void {
  const times = chart.points.at(-1)?.times;
  if (times === undefined || times.length === 0) return;
  const [min, max] = chart.isOverTime ? chart.view.x : [times[0], times[times.length - 1]];
  cursor.hovered.value = Math.max(min, Math.min(max, (cursor.hovered.value ?? time.now()) + share * (max - min)));
}

const zoomMiddle = (chart: PlotChart, factor: number): void => {
  chart.zoom = zoomAbout(chart.view, chart.zoom, chart.isOverTime ? { x: 0.5 } : { x: 0.5, y: 0.5 }, factor);
};

function seekToCursor(time: TimeControl): void {
  if (time.canSeek() && cursor.hovered.value !== undefined) time.seek(cursor.hovered.value);
}

function clearCursors(): void {
  cursor.hovered.value = undefined;
  cursor.fixed.value = undefined;
}

/** Listens until the returned function is called. */
export function followKeys(surface: HTMLElement, chart: PlotChart, time: TimeControl): () => void {
  const listen = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : actionOf(event, chart, time);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  surface.addEventListener('keydown', listen);
  return () => surface.removeEventListener('keydown', listen);
}
