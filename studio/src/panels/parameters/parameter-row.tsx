/**
 * One parameter: its name, a control of its kind, its unit and, while it has the focus, what turning it does. While somebody works
 * on it the row shows what they entered; once the run has taken it, what the run has.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import type { LivePlayer, ParameterView } from '../../players/player.ts';
import { IconButton } from '../../ui/controls.tsx';
import { formatUnit } from '../../ui/format.ts';
import { LatestSender } from './latest-sender.ts';
import { textOf, parseInput } from './parameter-input.ts';
import { boundsText, degreesHint, fixedText, isChanged, sameValue } from './parameter-tree.ts';
import { sliderRange, TRAVEL, travelOf, travelStep, valueAt } from './slider-range.ts';

const RESET_ICON = 'M5 5v5h5M5.5 10A7 7 0 1 1 5 13';

export interface ParameterRowProps {
  readonly block: string;
  readonly parameter: ParameterView;
  readonly live: LivePlayer | undefined;
}

/** Sends values of one parameter, at most twenty times per second; knows what is on its way and what was refused. */
function useChange(live: LivePlayer | undefined, block: string, path: string) {
  const pending = useSignal<{ readonly value: unknown } | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const sender = useMemo(
    () =>
      new LatestSender((value: unknown) => {
        live?.change(block, path, value).then(
          () => {
            if (pending.peek()?.value === value) pending.value = undefined;
            problem.value = undefined;
          },
          (error: Error) => {
            if (pending.peek()?.value === value) problem.value = error.message;
          },
        );
      }),
    [live, block, path],
  );
  useEffect(() => () => sender.flush(), [sender]);
  const change = (value: unknown) => {
    pending.value = { value };
    sender.send(value);
  };
  return { pending, problem, change };
}

export function ParameterRow({ block, parameter, live }: ParameterRowProps) {
  const id = useId();
  const { pending, problem, change } = useChange(live, block, parameter.path);
  const value = pending.value === undefined ? parameter.value : pending.value.value;
  const isReadOnly = live === undefined || parameter.fixed;
  const name = parameter.path.split('.').at(-1)!;
  const changed = isChanged(parameter);
  const about = [parameter.doc, boundsText(parameter), fixedText(parameter)].filter((text) => text !== '').join(' · ');
  const typed = useSignal<string | undefined>(undefined);
  const cancel = () => {
    typed.value = undefined;
    pending.value = undefined;
    problem.value = undefined;
  };
  const reset = () => {
    cancel();
    if (changed) change(parameter.initial);
  };
  const control = { id, parameter, value, typed, change, cancel, isReadOnly, problem, describedBy: `${id}-about` };
  return (
    <div
      class="parameter"
      data-changed={changed}
      data-fixed={parameter.fixed}
      data-problem={problem.value !== undefined}
      data-testid={`parameter-${block}-${parameter.path}`}
    >
      <label for={id} class="parameter-name" title={about}>
        {name}
      </label>
      <div class="parameter-control" title={fixedText(parameter) || undefined}>
        <Control {...control} />
      </div>
      <div class="parameter-reset">
        {(changed || problem.value !== undefined) && !isReadOnly && (
          <IconButton icon={RESET_ICON} label={`Back to the initial ${textOf(parameter.initial)}`} onClick={reset} />
        )}
      </div>
      {problem.value !== undefined && (
        <p class="parameter-problem" role="alert">
          {problem.value}
        </p>
      )}
      <p class="parameter-about" id={`${id}-about`}>
        {about}
      </p>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly parameter: ParameterView;
  readonly value: unknown;
  /** What was typed and not taken over yet. */
  readonly typed: { value: string | undefined };
  readonly isReadOnly: boolean;
  readonly problem: { value: string | undefined };
  readonly describedBy: string;
  change(value: unknown): void;
  /** Back to what the run has. */
  cancel(): void;
}

function Control(props: ControlProps) {
  const { id, parameter, value, isReadOnly, describedBy, change } = props;
  if (parameter.kind === 'boolean') {
    return (
      <input
        id={id}
        type="checkbox"
        role="switch"
        class="parameter-switch"
        checked={value === true}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    );
  }
  if (parameter.kind === 'choice') {
    return (
      <select
        id={id}
        value={textOf(value)}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {(parameter.options ?? []).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  return (
    <>
      {!isReadOnly && <Slider {...props} />}
      <Field {...props} />
    </>
  );
}

function Slider({ id, parameter, value, describedBy, change }: ControlProps) {
  const range = sliderRange({ ...parameter, value });
  if (range === undefined) return null;
  const travel = travelOf(range, value as number);
  // filled from zero, or from the end that is nearer to it
  const zero = range.isLogarithmic ? 0 : travelOf(range, 0);
  const fill = { '--from': `${Math.min(zero, travel) / TRAVEL}`, '--to': `${Math.max(zero, travel) / TRAVEL}` };
  return (
    <input
      type="range"
      class="parameter-slider"
      min={0}
      max={TRAVEL}
      step={travelStep(range)}
      value={travel}
      style={fill}
      aria-label={`${parameter.path}, slider`}
      aria-valuetext={`${textOf(value)} ${parameter.unit}`}
      aria-describedby={describedBy}
      title={`${textOf(range.min)} … ${textOf(range.max)} ${parameter.unit}${range.isLogarithmic ? ', logarithmic' : ''}`}
      data-for={id}
      onInput={(event) => change(valueAt(range, Number(event.currentTarget.value)))}
    />
  );
}

/** A number, a text or a list, taken over by Enter or by leaving the field; Escape gives it up. */
function Field({ id, parameter, value, typed, isReadOnly, problem, describedBy, change, cancel }: ControlProps) {
  const commit = () => {
    const text = typed.value;
    if (text === undefined) return;
    const entered = parseInput(text, parameter);
    if ('problem' in entered) {
      problem.value = entered.problem;
      return;
    }
    typed.value = undefined;
    problem.value = undefined;
    if (!sameValue(entered.value, value)) change(entered.value);
  };
  const isNumber = parameter.kind === 'number' || parameter.kind === 'integer';
  const hint = degreesHint(value, parameter.unit);
  return (
    <span class={isNumber ? 'parameter-field parameter-number' : 'parameter-field'}>
      <input
        id={id}
        type="text"
        inputMode={isNumber ? 'decimal' : undefined}
        autocomplete="off"
        spellcheck={false}
        readOnly={isReadOnly}
        value={typed.value ?? textOf(value)}
        aria-invalid={problem.value !== undefined}
        aria-describedby={describedBy}
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else if (event.key === 'Escape' && (typed.value !== undefined || problem.value !== undefined)) {
            event.stopPropagation();
            cancel();
          }
        }}
      />
      {parameter.unit !== '' && <span class="parameter-unit">{formatUnit(parameter.unit)}</span>}
      {hint !== undefined && <span class="parameter-hint">{hint}</span>}
    </span>
  );
}
