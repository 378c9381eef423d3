/** A text with its line numbers, to be read or edited; one line can be marked. */
import { useEffect, useMemo, useRef } from 'preact/hooks';

interface NumberedTextProps {
  label: string;
  text: string;
  onInput?(text: string): void;
  /** From 1 on. */
  markedLine?: number;
  /** Ctrl or ⌘ with Enter. */
  onSubmit?(): void;
  'data-testid'?: string;
}

/** As in the stylesheet [px]. */
const LINE = 19;
const PADDING = 8;

export function NumberedText({ label, text, onInput, markedLine, onSubmit, ...rest }: NumberedTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const moving = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n').length, [text]);
  const numbers = useMemo(() => Array.from({ length: lines }, (_, i) => i + 1).join('\n'), [lines]);
  // the numbers do not scroll by themselves
  const follow = () => (moving.current!.style.transform = `translateY(${-area.current!.scrollTop}px)`);
  useEffect(() => {
    if (markedLine === undefined) return;
    const { current } = area;
    const isVisible =
      (markedLine - 1) * LINE >= current!.scrollTop && markedLine * LINE <= current!.scrollTop + current!.clientHeight;
    if (!isVisible) current!.scrollTop = Math.max(0, (markedLine - 6) * LINE);
    follow();
  }, [markedLine]);
  return (
    <div class="sk-numbered" style={{ '--digits': String(lines).length }}>
      <div class="sk-numbered-behind" aria-hidden="true">
        <div ref={moving}>
          {markedLine !== undefined && <i style={{ top: `${PADDING + (markedLine - 1) * LINE}px` }} />}
          <pre>{numbers}</pre>
        </div>
      </div>
      <textarea
        ref={area}
        aria-label={label}
        value={text}
        readOnly={onInput === undefined}
        spellcheck={false}
        wrap="off"
        autocapitalize="off"
        autocomplete="off"
        onInput={(event) => onInput?.(event.currentTarget.value)}
        onScroll={follow}
        {...rest}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSubmit?.();
        }}
      />
    </div>
  );
}
