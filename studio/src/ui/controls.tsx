/**
 * The small controls every panel uses: buttons, fields, chips, popovers, menus and the empty state.
 *
 * Icons are the path data of 24 × 24 outlines. Everything works by keyboard; popovers are in the browser's top layer, so no
 * panel clips them.
 */
import './controls.css';
import type { AllHTMLAttributes, ButtonHTMLAttributes, ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ICONS } from './icons.ts';

export const Icon = ({ path, size = 18 }: { path: string; size?: number }) => (
  <svg class="ui-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={path} />
  </svg>
);

type ButtonAttributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'label' | 'class' | 'ref'>;

export interface ButtonProps extends ButtonAttributes {
  /** What it is for: the one thing to do here, one of several, or one inside a dense row. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: string;
  /** For a button that stays down; leave out for one that acts. */
  pressed?: boolean;
  class?: string;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  'data-testid'?: string;
}

export const Button = ({
  kind = 'plain',
  icon,
  pressed,
  class: extra = '',
  buttonRef,
  children,
  ...rest
}: ButtonProps) => (
  <button type="button" class={`ui-button ui-${kind} ${extra}`} aria-pressed={pressed} ref={buttonRef} {...rest}>
    {icon !== undefined && <Icon path={icon} />}
    {children}
  </button>
);

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  icon: string;
  /** Read out, and shown as a tooltip. */
  label: string;
  /** How to reach it by keyboard, for the tooltip. */
  shortcut?: string;
}

export const IconButton = ({ icon, label, shortcut, kind = 'quiet', class: extra = '', ...rest }: IconButtonProps) => (
  <Button
    kind={kind}
    class={`ui-icon-button ${extra}`}
    icon={icon}
    aria-label={label}
    title={shortcut === undefined ? label : `${label} (${shortcut})`}
    {...rest}
  />
);

export interface TextFieldProps
  extends Omit<AllHTMLAttributes<HTMLInputElement>, 'label' | 'class' | 'ref' | 'onInput' | 'value' | 'icon'> {
  label: string;
  /** The label is read out but not shown. */
  hideLabel?: boolean;
  value: string;
  onInput(value: string): void;
  icon?: string;
  unit?: string;
  /** One sentence under the field; the field is marked as wrong. */
  problem?: string;
  class?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
  'data-testid'?: string;
}

export function TextField({
  label,
  hideLabel = false,
  value,
  onInput,
  icon,
  unit,
  problem,
  class: extra = '',
  inputRef,
  ...rest
}: TextFieldProps) {
  const id = useId();
  return (
    <div class={`ui-field ${extra}`}>
      <label for={id} class={hideLabel ? 'ui-hidden' : 'ui-label'}>
        {label}
      </label>
      <div class="ui-field-box" data-problem={problem !== undefined}>
        {icon !== undefined && <Icon path={icon} size={16} />}
        <input
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={value}
          ref={inputRef}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onInput={(event) => onInput(event.currentTarget.value)}
          {...(rest as object)}
        />
        {unit !== undefined && unit !== '' && <span class="ui-unit">{unit}</span>}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} class="ui-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A field to filter a list by. Escape empties it. */
export const SearchField = ({
  label,
  value,
  onInput,
  onKeyDown,
  ...rest
}: Omit<TextFieldProps, 'icon' | 'hideLabel'>) => (
  <TextField
    hideLabel
    label={label}
    placeholder={label}
    icon={ICONS.search}
    type="search"
    value={value}
    onInput={onInput}
    {...rest}
    onKeyDown={(event) => {
      if (event.key === 'Escape' && value !== '') {
        event.stopPropagation();
        onInput('');
      }
      onKeyDown?.(event);
    }}
  />
);

export interface ChipProps {
  label: string;
  /** Colour of the mark in front, any CSS colour. */
  colour?: string;
  /** Muted, after the label: a value or a unit. */
  detail?: ComponentChildren;
  title?: string;
  /** Shown as a button to take it away. */
  onRemove?(): void;
  'data-testid'?: string;
}

export const Chip = ({ label, colour, detail, title, onRemove, ...rest }: ChipProps) => (
  <span class="ui-chip" title={title ?? label} {...rest}>
    {colour !== undefined && <span class="ui-chip-mark" style={{ background: colour }} />}
    <span class="ui-chip-label">{label}</span>
    {detail !== undefined && <span class="ui-chip-detail">{detail}</span>}
    {onRemove !== undefined && (
      <button type="button" class="ui-chip-remove" aria-label={`Remove ${label}`} title="Remove" onClick={onRemove}>
        <Icon path={ICONS.close} size={14} />
      </button>
    )}
  </span>
);

export interface PopoverProps {
  /** What it hangs from; a press on it is left to it. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  role?: 'dialog' | 'menu';
  onClose(): void;
  children: ComponentChildren;
  class?: string;
  'data-testid'?: string;
}

/** Rendered while open. Closes by Escape, which gives the focus back, and by anything done elsewhere. */
export function Popover({
  anchor,
  label,
  role = 'dialog',
  onClose,
  children,
  class: extra = '',
  ...rest
}: PopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const popover = element.current!;
    const from = anchor.current!;
    popover.showPopover();
    placeBeside(popover, from.getBoundingClientRect());
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !popover.contains(target) && !from.contains(target);
    const leave = (event: Event) => {
      if (isOutside(event.target)) close.current();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
      from.focus();
    };
    const resized = () => close.current();
    // wherever the focus is: what was opened last is closed first
    document.addEventListener('keydown', escape, true);
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('focusin', leave, true);
    window.addEventListener('resize', resized);
    return () => {
      document.removeEventListener('keydown', escape, true);
      document.removeEventListener('pointerdown', leave, true);
      document.removeEventListener('focusin', leave, true);
      window.removeEventListener('resize', resized);
    };
  }, []);
  return (
    <div ref={element} popover="manual" role={role} aria-label={label} class={`ui-popover ${extra}`} {...rest}>
      {children}
    </div>
  );
}

const MARGIN = 8;

/** Below the anchor, or above it where there is more room; always inside the window. */
function placeBeside(popover: HTMLElement, anchor: DOMRect): void {
  const below = window.innerHeight - anchor.bottom - 2 * MARGIN;
  const above = anchor.top - 2 * MARGIN;
  const up = popover.offsetHeight > below && above > below;
  popover.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
  popover.style.left = `${Math.max(MARGIN, Math.min(anchor.left, window.innerWidth - popover.offsetWidth - MARGIN))}px`;
  popover.style.top = up ? 'auto' : `${anchor.bottom + MARGIN / 2}px`;
  popover.style.bottom = up ? `${window.innerHeight - anchor.top + MARGIN / 2}px` : 'auto';
}

export interface MenuItem {
  label: string;
  /** Muted, under or after the label. */
  detail?: string;
  icon?: string;
  /** Given: the item can be ticked. */
  checked?: boolean;
  disabled?: boolean;
  onSelect(): void;
}

export interface MenuProps extends Omit<ButtonProps, 'children'> {
  label: string;
  items: readonly MenuItem[];
  /** Only the icon is shown, with the label as tooltip. */
  iconOnly?: boolean;
  /** What the menu says when it has no items. */
  whenEmpty?: string;
}

/** A button that opens a list of things to do. Arrows, Home, End and first letters move; Enter chooses. */
export function Menu({ label, items, iconOnly = false, icon, kind, whenEmpty = 'Nothing here.', ...rest }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const toggle = {
    buttonRef: anchor,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
  };
  const choose = (item: MenuItem) => {
    setOpen(false);
    anchor.current?.focus();
    item.onSelect();
  };
  return (
    <>
      {iconOnly ? (
        <IconButton icon={icon ?? ICONS.more} label={label} kind={kind ?? 'quiet'} {...rest} {...toggle} />
      ) : (
        <Button icon={icon} kind={kind} {...rest} {...toggle}>
          {label}
          <Icon path={ICONS.chevronDown} size={14} />
        </Button>
      )}
      {open && (
        <Popover anchor={anchor} label={label} role="menu" onClose={() => setOpen(false)}>
          {items.length === 0 ? <p class="ui-menu-empty">{whenEmpty}</p> : <MenuList items={items} choose={choose} />}
        </Popover>
      )}
    </>
  );
}

function MenuList({ items, choose }: { items: readonly MenuItem[]; choose(item: MenuItem): void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current!.querySelector<HTMLElement>('button:not(:disabled)')?.focus(), []);
  const move = (event: KeyboardEvent) => {
    const buttons = [...list.current!.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = nextItem(
      event.key,
      at,
      buttons.map((button) => button.textContent ?? ''),
    );
    if (next === undefined) return;
    event.preventDefault();
    buttons[next].focus();
  };
  return (
    <div ref={list} class="ui-menu" onKeyDown={move}>
      {items.map((item) => (
        <button
          type="button"
          key={item.label}
          class="ui-menu-item"
          tabIndex={-1}
          disabled={item.disabled}
          role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
          aria-checked={item.checked}
          onClick={() => choose(item)}
        >
          {item.checked !== undefined && (
            <span class="ui-menu-tick">{item.checked && <Icon path={ICONS.check} size={16} />}</span>
          )}
          {item.icon !== undefined && <Icon path={item.icon} size={16} />}
          <span class="ui-menu-label">{item.label}</span>
          {item.detail !== undefined && <span class="ui-menu-detail">{item.detail}</span>}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads in a list of labels; undefined for keys that lead nowhere. */
function nextItem(key: string, at: number, labels: readonly string[]): number | undefined {
  const count = labels.length;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (!/^\S$/u.test(key)) return undefined;
  for (let i = 1; i <= count; i++)
    if (labels[(at + i) % count].toLowerCase().startsWith(key.toLowerCase())) return (at + i) % count;
  return undefined;
}

/** Says what is not there, and what to do about it. */
export const Empty = ({ title, icon, children }: { title: string; icon?: string; children?: ComponentChildren }) => (
  <div class="ui-empty" role="status">
    {icon !== undefined && <Icon path={icon} size={32} />}
    <h2>{title}</h2>
    {children !== undefined && <div class="ui-empty-text">{children}</div>}
  </div>
);
