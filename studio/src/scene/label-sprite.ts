/** A name on a small plate that faces the viewer and keeps its size on the screen. Part of the picture, so that films show it too. */
import { CanvasTexture, LinearFilter, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';

/** Height of a plate [px]. */
const HEIGHT = 24;
/** Pixels of the texture per pixel of the screen. */
const DETAIL = 3;

export interface LabelLook {
  readonly text: string;
  readonly ink: string;
  readonly plate: string;
  /** Colour of the dot before the name. */
  readonly mark: string;
}

export class LabelSprite {
  readonly object: Sprite;
  private readonly aspect: number;

  constructor(look: LabelLook) {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d')!;
    const font = `600 ${14 * DETAIL}px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif`;
    context.font = font;
    const width = Math.ceil(context.measureText(look.text).width) + 34 * DETAIL;
    canvas.width = width;
    canvas.height = HEIGHT * DETAIL;
    this.aspect = canvas.width / canvas.height;
    paint(context, look, font);
    const map = new CanvasTexture(canvas);
    map.colorSpace = SRGBColorSpace;
    map.minFilter = LinearFilter;
    map.generateMipmaps = false;
    this.object = new Sprite(
      new SpriteMaterial({
        map,
        depthTest: false,
        depthWrite: false,
        sizeAttenuation: false,
        toneMapped: false,
        fog: false,
      }),
    );
    this.object.center.set(0.5, 0);
    this.object.renderOrder = 100;
  }

  /**
   * `unit` is the size of a pixel in units of the camera; seen from above, a plate stands beside its vehicle instead of on it. Plates of vehicles
   * that may stand in one place are one above the other, each in its own row.
   */
  resize(unit: number, fromAbove: boolean, row = 0): void {
    this.object.center.y = (fromAbove ? -0.7 : 0) - 1.12 * row;
    this.object.scale.set(HEIGHT * this.aspect * unit, HEIGHT * unit, 1);
  }
}

function paint(context: CanvasRenderingContext2D, look: LabelLook, font: string): void {
  const { width, height } = context.canvas;
  context.globalAlpha = 0.86;
  context.fillStyle = look.plate;
  context.beginPath();
  context.roundRect(0, 0, width, height, height / 4);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = look.mark;
  context.beginPath();
  context.arc(12 * DETAIL, height / 2, 4.5 * DETAIL, 0, 2 * Math.PI);
  context.fill();
  context.font = font;
  context.fillStyle = look.ink;
  context.textBaseline = 'middle';
  context.fillText(look.text, 23 * DETAIL, height / 2 + DETAIL);
}
