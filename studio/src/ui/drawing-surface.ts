/** A canvas that fills its element at the resolution of the screen, and whether anybody can see it. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Size } from './viewport.ts';

/** True while the element has a size, is scrolled into view, and the page is not in the background. */
export function useVisible(element: RefObject<HTMLElement | null>): ReadonlySignal<boolean> {
  const visible = useSignal(false);
  useEffect(() => {
    let isInView = false;
    const update = () => {
      visible.value = isInView && !document.hidden;
    };
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)!.isIntersecting;
      update();
    });
    observer.observe(element.current!);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return visible;
}

/** Size of the element [CSS px]. */
export function useSize(element: RefObject<HTMLElement | null>): Signal<Size> {
  const size = useSignal<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      size.value = { width, height };
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** A context in CSS pixels, emptied; undefined while there is nothing to draw on. */
export function beginDrawing(
  canvas: HTMLCanvasElement | null,
  { width, height }: Size,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d');
  if (canvas === null || !context || width < 1 || height < 1) return undefined;
  const ratio = window.devicePixelRatio || 1;
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Values of CSS variables, for canvases; read again when the theme changes. */
export function cssColours<K extends string>(names: Readonly<Record<K, string>>): Record<K, string> {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries<string>(names).map(([key, variable]) => [key, style.getPropertyValue(variable).trim()]),
  ) as Record<K, string>;
}
