/** A window over the page. Closes by Escape, by its button and by a press beside it; the focus goes back to where it was. */
import './dialog.css';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  /** Beside the title. */
  aside?: ComponentChildren;
  class?: string;
  'data-testid'?: string;
}

export function Dialog({ title, onClose, children, aside, class: extra = '', ...rest }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`sk-dialog ${extra}`}
      aria-labelledby={id}
      {...rest}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === element.current && onClose()}
    >
      <div class="sk-dialog-body">
        <header>
          <h1 id={id}>{title}</h1>
          {aside}
          <IconButton
            icon={ICONS.close}
            label="Close"
            shortcut="Esc"
            class="sk-dialog-close"
            data-testid="close-dialog"
            onClick={onClose}
          />
        </header>
        {children}
      </div>
    </dialog>
  );
}
