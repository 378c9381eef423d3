/** A searchable list of every field that can be plotted. Letters filter, arrows move, Enter adds or takes away. */
import type { RefObject } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Icon, Popover, SearchField } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { formatUnit } from '../../ui/format.ts';
import type { FieldChoice } from '../../players/field-address.ts';
import { fuzzyFilter } from '../../ui/fuzzy-search.ts';

export interface FieldPickerProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  choices: readonly FieldChoice[];
  chosen: readonly string[];
  onToggle(address: string): void;
  onClose(): void;
}

/** More rows than this nobody scrolls through. */
const MOST_ROWS = 200;

export function FieldPicker({ anchor, label, choices, chosen, onToggle, onClose }: FieldPickerProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(() => fuzzyFilter(choices, query, searchText), [choices, query]);
  const rows = found.slice(0, MOST_ROWS);
  const at = Math.min(active, rows.length - 1);
  useEffect(() => input.current!.focus(), []);
  useEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);

  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setActive(Math.max(0, Math.min(rows.length - 1, at + step)));
    else if (event.key === 'Enter' && rows[at] !== undefined) onToggle(rows[at].address);
    else return;
    event.preventDefault();
  };
  return (
    <Popover anchor={anchor} label={label} onClose={onClose} class="field-picker" data-testid="field-picker">
      <SearchField
        label="Search fields"
        value={query}
        inputRef={input}
        onKeyDown={key}
        data-testid="field-search"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={rows[at] && `${id}-${at}`}
        onInput={(text) => {
          setQuery(text);
          setActive(0);
        }}
      />
      <ul ref={list} id={id} role="listbox" aria-label={label} aria-multiselectable>
        {rows.map((choice, i) => (
          <li
            key={choice.address}
            id={`${id}-${i}`}
            role="option"
            aria-selected={chosen.includes(choice.address)}
            data-active={i === at}
            title={`${choice.topic.name} ${choice.topic.type}`}
            onPointerMove={() => i !== at && setActive(i)}
            onClick={() => onToggle(choice.address)}
          >
            <span class="field-picker-tick">
              {chosen.includes(choice.address) && <Icon path={ICONS.check} size={16} />}
            </span>
            <span class="field-picker-name">
              <span>{ownerOf(choice)}</span>
              {choice.field}
            </span>
            <span class="field-picker-unit">{formatUnit(choice.unit)}</span>
          </li>
        ))}
      </ul>
      <p class="field-picker-foot" role="status">
        {footText(choices.length, found.length, query)}
      </p>
    </Popover>
  );
}

const searchText = ({ address, topic, unit }: FieldChoice): string => `${address} ${topic.name} ${unit}`;

/** The part of an address before the field. */
const ownerOf = ({ address, field }: FieldChoice): string => address.slice(0, address.length - field.length);

function footText(all: number, found: number, query: string): string {
  if (all === 0) return 'There are no numbers to plot yet: start a run or open a recording.';
  if (found === 0) return `Nothing matches “${query}”. Try fewer letters.`;
  return found > MOST_ROWS
    ? `${MOST_ROWS} of ${found} fields: type to narrow down.`
    : `${found} of ${all} fields. Enter adds or takes away.`;
}
