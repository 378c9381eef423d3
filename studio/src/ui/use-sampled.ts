/** Following a signal no faster than people read, and not at all while the panel cannot be seen. */
import type { ReadonlySignal } from '@preact/signals';
import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The value of a signal, at most once per `period` [ms]; the last one always arrives. */
export function useSampled<T>(source: ReadonlySignal<T>, period: number, panel: RefObject<HTMLElement | null>): T {
  const [shown, setShown] = useState(() => source.peek());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isVisible = () => !document.hidden && (panel.current?.checkVisibility() ?? false);
    const show = () => {
      timer = undefined;
      if (isVisible()) setShown(() => source.peek());
      // look again later, so that what changed meanwhile is there when the panel comes back
      else timer = setTimeout(show, 4 * period);
    };
    const stop = effect(() => {
      void source.value;
      timer ??= setTimeout(show, period);
    });
    setShown(() => source.peek());
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [source, period]);
  return shown;
}
