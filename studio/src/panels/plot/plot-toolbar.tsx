/** The fields of a plot as chips with their present values, and what can be done with it. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { Topic } from '../../players/player.ts';
import { Button, Chip, IconButton, Menu } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { MenuItem } from '../../ui/controls.tsx';
import { formatUnit } from '../../ui/format.ts';
import { fieldChoices } from '../../players/field-address.ts';
import { FieldPicker } from './field-picker.tsx';
import type { PlotContent } from './plot-lines.ts';
import { AXES } from './plot-lines.ts';
import type { PlotSettings } from './plot-settings.ts';
import { WINDOWS, windowLabel } from './plot-settings.ts';

export interface PlotToolbarProps {
  settings: Signal<PlotSettings>;
  topics: readonly Topic[];
  content: PlotContent;
  presets: readonly MenuItem[];
  /** Present values by address, as text. */
  values: ReadonlyMap<string, ReadonlySignal<string>>;
  isZoomed: boolean;
  hasTrack: boolean;
  onFit(): void;
  onDownload(): void;
}

export function PlotToolbar(props: PlotToolbarProps) {
  const { settings, topics, content, presets, isZoomed, onFit, onDownload } = props;
  const [picking, setPicking] = useState<'series' | 'x' | undefined>(undefined);
  const add = useRef<HTMLButtonElement>(null);
  const { series = [], x, window = 'all' } = settings.value;
  const change = (part: Partial<PlotSettings>) => (settings.value = { ...settings.value, ...part });
  const toggle = (address: string) => {
    if (picking === 'x') {
      change({ x: address });
      setPicking(undefined);
    } else
      change({ series: series.includes(address) ? series.filter((other) => other !== address) : [...series, address] });
  };
  return (
    <div class="ui-toolbar plot-toolbar" role="group" aria-label="Plot">
      <SeriesChips {...props} remove={(address) => change({ series: series.filter((other) => other !== address) })} />
      <Button
        icon={ICONS.add}
        buttonRef={add}
        aria-label="Add field"
        aria-haspopup="dialog"
        aria-expanded={picking !== undefined}
        data-testid="plot-add"
        onClick={() => setPicking(picking === undefined ? 'series' : undefined)}
      >
        Add
      </Button>
      {picking !== undefined && (
        <FieldPicker
          anchor={add}
          label={picking === 'x' ? 'Field on the horizontal axis' : 'Fields to plot'}
          choices={fieldChoices(topics)}
          chosen={picking === 'x' ? (x === undefined ? [] : [x]) : series}
          onToggle={toggle}
          onClose={() => setPicking(undefined)}
        />
      )}
      <div class="plot-actions">
        {presets.length > 0 && (
          <Menu
            kind="quiet"
            label="Presets"
            title="Plots from the scenario"
            items={presets}
            data-testid="plot-presets"
          />
        )}
        <Menu
          kind="quiet"
          label={windowLabel(window)}
          title="Time shown"
          aria-label={`Time shown: ${windowLabel(window)}`}
          data-testid="plot-window"
          items={WINDOWS.map((choice) => ({
            label: windowLabel(choice),
            checked: choice === window,
            onSelect: () => change({ window: choice }),
          }))}
        />
        <IconButton
          icon={ICONS.fit}
          label="Fit all data"
          shortcut="double click"
          disabled={!isZoomed}
          onClick={onFit}
          data-testid="plot-fit"
        />
        <IconButton
          icon={ICONS.download}
          label="Download what is plotted as CSV"
          disabled={content.lines.length === 0}
          onClick={onDownload}
          data-testid="plot-csv"
        />
        <Menu
          iconOnly
          icon={ICONS.axes}
          label="Axes"
          items={axisItems(props, change, () => setPicking('x'))}
          data-testid="plot-axes"
        />
      </div>
    </div>
  );
}

function axisItems(
  { settings, hasTrack }: PlotToolbarProps,
  change: (part: Partial<PlotSettings>) => void,
  pickX: () => void,
): MenuItem[] {
  const { x, equal = false, track = false } = settings.value;
  const isCross = x !== undefined;
  return [
    { label: 'Over time', checked: !isCross, onSelect: () => change({ x: undefined, equal: false, track: false }) },
    { label: 'Over another field…', detail: x, checked: isCross, onSelect: pickX },
    { label: 'Equal scales', checked: equal, disabled: !isCross, onSelect: () => change({ equal: !equal }) },
    {
      label: 'Track beneath',
      checked: track,
      disabled: !isCross || !hasTrack,
      onSelect: () => change({ track: !track }),
    },
  ];
}

/** One chip for every field, in the order in which they were added. */
function SeriesChips({ settings, content, values, remove }: PlotToolbarProps & { remove(address: string): void }) {
  return (settings.value.series ?? []).map((address) => {
    const line = content.lines.find((candidate) => candidate.address === address && !candidate.dashed);
    if (line === undefined) {
      return (
        <Chip
          key={address}
          label={address}
          detail="not in this run"
          title={`${address} is not among the topics`}
          onRemove={() => remove(address)}
        />
      );
    }
    const hasAxis = content.scales.findIndex(({ id }) => id === line.scale) < AXES;
    const unit = formatUnit(line.unit);
    return (
      <Chip
        key={address}
        label={address}
        colour={line.colour}
        onRemove={() => remove(address)}
        data-testid="plot-chip"
        title={
          hasAxis
            ? `${address} [${unit || 'no unit'}]`
            : `${address} [${unit}]: a third unit, on a scale of its own without an axis`
        }
        detail={
          <span class="plot-value">
            <b>{values.get(address)}</b> {unit}
            {hasAxis ? '' : ' (own scale)'}
          </span>
        }
      />
    );
  });
}
