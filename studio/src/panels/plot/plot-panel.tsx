/** The plot panel: any field of any topic over time or over another field, with cursors shared by all plots. */
import './plot.css';
import { effect, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Player } from '../../players/player.ts';
import { Button, Empty } from '../../ui/controls.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ICONS } from '../../ui/icons.ts';
import { fileName, saveFile } from '../../ui/save-file.ts';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import { ChartGestures } from './chart-gestures.ts';
import { followKeys } from './chart-keys.ts';
import { cursor } from './cursor.ts';
import { groundLines } from './ground-lines.ts';
import { PlotChart } from './plot-chart.ts';
import type { ChartContent } from './plot-chart.ts';
import { plotCsv } from './plot-csv.ts';
import type { PlotLine } from './plot-lines.ts';
import { plotContent, pointsOf, valueAt } from './plot-lines.ts';
import type { PlotSettings } from './plot-settings.ts';
import { plotTitle, settingsOfPreset, withSeries } from './plot-settings.ts';
import { PlotToolbar } from './plot-toolbar.tsx';
import { Readout, readingOf } from './readout.tsx';
import type { Reading } from './readout.tsx';

function PlotPanel({ studio, settings }: PanelProps<PlotSettings>) {
  const player = studio.player.value;
  const topics = player.topics.value;
  const scenario = player.scenario.value;
  const overlays = studio.overlays.value;
  const theme = studio.theme.value;
  const current = settings.value;
  const ground = useMemo(() => (current.track === true ? groundLines(scenario) : []), [scenario, current.track]);
  const shown = useMemo(
    (): ChartContent => ({
      content: plotContent(current, topics, player.history, overlays),
      settings: current,
      backdrop: ground,
    }),
    [current, topics, player, overlays, ground, theme],
  );
  const values = useMemo(() => new Map(shown.content.lines.map(({ address }) => [address, signal('')])), [shown]);
  const [isZoomed, setZoomed] = useState(false);
  const chart = useRef<PlotChart | undefined>(undefined);
  const presets = (scenario?.plots ?? []).map((preset) => ({
    label: preset.title,
    detail: preset.doc,
    onSelect: () => (settings.value = settingsOfPreset(preset)),
  }));
  const isEmpty = (current.series ?? []).length === 0;
  return (
    <section
      class="plot-panel"
      aria-label={plotTitle(current)}
      data-testid="plot-panel"
      data-axes={shown.content.scales.map(({ unit }) => unit).join(', ')}
    >
      <PlotToolbar
        settings={settings}
        topics={topics}
        content={shown.content}
        presets={presets}
        values={values}
        isZoomed={isZoomed}
        hasTrack={scenario?.document?.world !== undefined}
        onFit={() => chart.current !== undefined && (chart.current.zoom = {})}
        onDownload={() => saveFile(csvOf(shown.content.lines), fileName(plotTitle(current), 'csv'), 'text/csv')}
      />
      {isEmpty ? (
        <Empty title="Nothing is plotted yet" icon={ICONS.plot}>
          <p>
            {topics.length === 0
              ? 'Fields appear here once a run or a recording is open.'
              : 'Add a field, or take a plot that comes with the scenario.'}
          </p>
          <div class="plot-suggestions">
            {presets.map(({ label, detail, onSelect }) => (
              <Button key={label} title={detail} onClick={onSelect}>
                {label}
              </Button>
            ))}
          </div>
        </Empty>
      ) : shown.content.lines.length === 0 ? (
        <Empty title="These fields are not in this run" icon={ICONS.plot}>
          <p>No topic has {shown.content.missing.join(', ')}. Remove them above, or open the run they belong to.</p>
        </Empty>
      ) : (
        <Chart player={player} shown={shown} values={values} chart={chart} onZoom={setZoomed} />
      )}
    </section>
  );
}

/** The horizontal field of a plot of one field over another is a column of its own. */
function csvOf(lines: readonly PlotLine[]): string {
  const across = lines.flatMap((line) =>
    line.x === undefined ? [] : [{ ...line, address: `x of ${line.address}`, unit: '', y: line.x, x: undefined }],
  );
  return plotCsv(
    [...across, ...lines].map((line) => ({
      name: line.overlay === undefined ? line.address : `${line.address} (${line.overlay})`,
      unit: line.unit,
      points: pointsOf({ ...line, x: undefined }),
    })),
  );
}

interface ChartProps {
  player: Player;
  shown: ChartContent;
  values: ReadonlyMap<string, Signal<string>>;
  chart: { current: PlotChart | undefined };
  onZoom(isZoomed: boolean): void;
}

function Chart({ player, shown, values, chart, onZoom }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const reading = useMemo(() => signal<Reading | undefined>(undefined), []);
  // the chart lives longer than one set of values
  const latest = useRef(values);
  latest.current = values;

  useEffect(() => {
    const now = () => player.frame.peek().time;
    const canSeek = () => player.abilities.seek;
    const made: PlotChart = new PlotChart(host.current!, {
      now,
      canSeek,
      reach: () => [player.status.peek().start, Math.max(player.status.peek().end, now())],
      hovered: () => cursor.hovered.peek(),
      fixed: () => cursor.fixed.peek(),
      zoomChanged: onZoom,
      drawn: (points) => {
        const [hovered, fixed] = [cursor.hovered.peek(), cursor.fixed.peek()];
        const time = hovered ?? now();
        made.lines.forEach(({ address, dashed }, i) => {
          const value = latest.current.get(address);
          if (!dashed && value !== undefined) value.value = formatNumber(valueAt(points[i], time), 3);
        });
        const isLeft = made.xToPixel(time) < made.area.left + made.area.width / 2;
        // without a fixed cursor the chips of the other plots say enough
        const isAsked =
          fixed !== undefined || (hovered !== undefined && surface.current!.matches(':hover, :focus-visible'));
        reading.value = !isAsked
          ? undefined
          : readingOf(made.content, points, { time, fixed }, made.isOverTime && isLeft ? 'right' : 'left');
      },
    });
    chart.current = made;
    const control = { canSeek, now, seek: (time: number) => player.seek(time) };
    const gestures = new ChartGestures(surface.current!, made, control);
    const stopKeys = followKeys(surface.current!, made, control);
    const stopData = effect(() => void [player.history.version.value, player.frame.value, made.redraw()]);
    const stopCursor = effect(() => void [cursor.hovered.value, cursor.fixed.value, made.redrawMarks()]);
    const awake = () => made.redraw();
    document.addEventListener('visibilitychange', awake);
    return () => {
      document.removeEventListener('visibilitychange', awake);
      stopCursor();
      stopData();
      stopKeys();
      gestures.dispose();
      made.dispose();
      chart.current = undefined;
      onZoom(false);
    };
  }, [player]);
  useEffect(() => chart.current!.show(shown), [shown, player]);

  const names = shown.content.lines
    .filter(({ dashed }) => !dashed)
    .map(({ address }) => address)
    .join(', ');
  return (
    <div class="plot-chart">
      <div ref={host} class="plot-host" data-testid="plot-chart" />
      <div
        ref={surface}
        class="plot-surface"
        tabIndex={0}
        role="application"
        aria-roledescription="plot"
        data-testid="plot-surface"
        aria-label={`${names}. Arrow keys move the cursor, Enter fixes it, plus and minus zoom, F fits${player.abilities.seek ? ', S goes to the cursor' : ''}.`}
      />
      <Readout reading={reading} />
    </div>
  );
}

export const plotPanel: PanelDefinition = {
  type: 'plot',
  title: 'Plot',
  doc: 'Any numbers over time, or one over another.',
  icon: ICONS.plot,
  component: PlotPanel,
  allowMultiple: true,
  mergeSettings: withSeries,
  titleOf: plotTitle,
};
