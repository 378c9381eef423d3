/**
 * Where an image lies in a window: screen = offset + scale × image, with (0, 0) at its upper left corner. Everything is in
 * CSS pixels; pixel centres of the image lie at half numbers here.
 */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const LARGEST_SCALE = 40;
const SMALLEST_SCALE = 0.02;

/** The whole image, as large as it goes, in the middle. */
export function fit(image: Size, window: Size, padding = 0): Viewport {
  const scale = Math.max(
    SMALLEST_SCALE,
    Math.min((window.width - 2 * padding) / image.width, (window.height - 2 * padding) / image.height),
  );
  return centred(image, window, scale);
}

export const centred = (image: Size, window: Size, scale: number): Viewport => ({
  scale,
  x: (window.width - scale * image.width) / 2,
  y: (window.height - scale * image.height) / 2,
});

/** Larger or smaller by a factor, with the point of the screen staying on its place in the image. */
export function zoomAt(viewport: Viewport, factor: number, screenX: number, screenY: number): Viewport {
  const scale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, viewport.scale * factor));
  const real = scale / viewport.scale;
  return { scale, x: screenX - (screenX - viewport.x) * real, y: screenY - (screenY - viewport.y) * real };
}

/** Moved, but never so far that less than a margin of the image is in the window. */
export function pan(viewport: Viewport, dx: number, dy: number, image: Size, window: Size, margin = 32): Viewport {
  const keep = (offset: number, length: number, room: number) =>
    Math.min(room - margin, Math.max(margin - length, offset));
  return {
    ...viewport,
    x: keep(viewport.x + dx, viewport.scale * image.width, window.width),
    y: keep(viewport.y + dy, viewport.scale * image.height, window.height),
  };
}

/** Column and row under a point of the screen; may lie outside the image. */
export const pixelAt = (
  { x, y, scale }: Viewport,
  screenX: number,
  screenY: number,
): { column: number; row: number } => ({
  column: Math.floor((screenX - x) / scale),
  row: Math.floor((screenY - y) / scale),
});
