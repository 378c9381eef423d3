/**
 * Pictures of a scene by a camera on a vehicle: `createRenderer(lens, scene).render(pose, pixels)`.
 *
 * Everything is painted as exact coverage of pixels by paths (canvas.ts), from far to near: sky and ground, paint on
 * the ground, glare, solids. A row is made of runs of equal pixels until all is painted, and written once; with lamps or water it is
 * written when the ground is painted and lit there (lamps.ts), and solids are painted over it. Should a picture have more edges than there is room
 * for, its upper half is drawn first, as of a picture by itself, and so on.
 *
 * Frames: map (x east, y north, z up), vehicle (x forward, y left, z up), optical (x right, y down, z forward). Pixel centres
 * are at whole coordinates. Colours are those of the scene; solids are shaded. Layers cover each other by their share of a
 * pixel, as if their edges crossed at random.
 * Valid on flat ground with the camera above it. Differs from what a real camera sees: no reflections of solids, no cast shadows except
 * those of the scene, light adds up in the picture's own grey levels.
 * Checked against: cv2.projectPoints and cv2.fisheye.projectPoints at edges of stripes and corners of solids, areas of far
 * stripes, geometry of published cameras.
 */
import type { Encoding } from '../../camera-model/encoding.ts';
import { channelsOf } from '../../camera-model/encoding.ts';
import type { Lens } from '../../camera-model/lens.ts';
import type { Mount } from '../../camera-model/mount.ts';
import { cos, sin } from '../../math/trig.ts';
import { PerMemory } from '../../pixels/per-memory.ts';
import type { Scene, Solid } from '../../world/scene.ts';
import { Canvas } from './canvas.ts';
import { createField } from './field.ts';
import type { Glare } from './glare.ts';
import { GlarePainter } from './glare.ts';
import type { Layer } from './ground.ts';
import { groundLayers, mostCorners, paintLayers } from './ground.ts';
import { HORIZON_CORNERS, paintBlackCorners, paintHorizon } from './horizon.ts';
import { LampPainter, lampHeads } from './lamps.ts';
import { paintOf } from './paint.ts';
import { SolidPainter } from './solids.ts';
import { cornersToCut, Tracer } from './tracer.ts';
import type { CameraPose } from './view.ts';
import { View } from './view.ts';

/** Where the sun stands: azimuth from x towards y, elevation above the ground [rad]. */
export interface Sun {
  readonly azimuth: number;
  readonly elevation: number;
}

export interface RendererOptions {
  readonly mount?: Mount;
  readonly encoding?: Encoding;
  /** Depth beyond which there is only sky [m]; 0 for no limit. */
  readonly far?: number;
  /** Time from one row to the next [s]; 0 for a global shutter. */
  readonly lineTime?: number;
  readonly sun?: Sun;
  readonly glare?: Glare;
}

export interface Renderer {
  readonly lens: Lens;
  readonly encoding: Encoding;
  /** Bytes of a picture. */
  readonly size: number;
  /**
   * Paints all of `pixels`: the scene from a vehicle with this pose, and more solids that are elsewhere in every picture. Says from time to time
   * how many rows are `done`, so that they can be worked on while they are in the cache.
   */
  render(pose: CameraPose, pixels: Uint8Array, moving?: readonly Solid[], done?: (rows: number) => void): void;
}

/** What draws in one memory. */
interface Drawing {
  readonly tracer: Tracer;
  readonly glarePainter: GlarePainter | undefined;
  readonly lampPainter: LampPainter | undefined;
}

const ON_THE_GROUND: Mount = { x: 0, y: 0, z: 1, roll: 0, pitch: 0, yaw: 0 };
const AFTERNOON: Sun = { azimuth: 2.2, elevation: 0.9 };
/** Corners that a solid which joins later may have. */
const SOLID_CORNERS = 64;
const NONE: readonly Solid[] = [];
/** Bytes that are drawn before anybody works on them. */
const BAND_BYTES = 49_152;
/** Edges that there is room for: some for the ground's outlines and solids, bent into chords, within bounds. */
const EDGES_PER_CORNER = 8;
const EDGES_PER_SOLID = 64;
const FEWEST_EDGES = 1 << 15;
const MOST_EDGES = 1 << 19;

/** Edges that a picture of the scene may have at once. */
function edgesOf(layers: readonly Layer[], solids: number): number {
  const corners = layers.flatMap(({ outlines }) => outlines).reduce((sum, { points }) => sum + points.length / 2, 0);
  return Math.min(MOST_EDGES, FEWEST_EDGES + EDGES_PER_CORNER * corners + EDGES_PER_SOLID * solids);
}

/** `edges` are those that there is room for at once; by default what the scene needs. */
export function createRenderer(lens: Lens, scene: Scene, options: RendererOptions = {}, edges?: number): Renderer {
  const { mount = ON_THE_GROUND, encoding = 'rgb8', far = 0, lineTime = 0, sun = AFTERNOON, glare } = options;
  const channels = channelsOf(encoding);
  const size = lens.width * lens.height * channels;
  const toSun = [
    cos(sun.elevation) * cos(sun.azimuth),
    cos(sun.elevation) * sin(sun.azimuth),
    sin(sun.elevation),
  ] as const;
  const layers = groundLayers(scene.ground, encoding);
  const [sky, ground, black] = [
    paintOf(encoding, scene.sky),
    paintOf(encoding, scene.ground.colour),
    paintOf(encoding, [0, 0, 0]),
  ];

  const view = new View(mount, lineTime);
  const roomFor = Math.max(
    mostCorners(layers),
    HORIZON_CORNERS,
    SOLID_CORNERS,
    ...scene.solids.map(({ footprint }) => footprint.length / 2),
  );
  const field = createField(lens);
  const { lighting } = scene;
  const fixed = lighting === undefined ? scene.solids : [...scene.solids, ...lampHeads(lighting.lamps)];
  const solids = new SolidPainter(fixed, encoding, toSun, lighting);
  const made = new PerMemory((frames): Drawing => {
    const room = {
      corners: cornersToCut(roomFor),
      edges: edges ?? edgesOf(layers, fixed.length),
      isLit: lighting !== undefined,
    };
    const canvas = new Canvas(lens.width, lens.height, channels, room, frames);
    const tracer = new Tracer(field, view, canvas, far > 0 ? far : Infinity);
    const hasGlare = glare !== undefined && glare.strength > 0;
    return {
      tracer,
      glarePainter: hasGlare ? new GlarePainter(tracer, glare, toSun) : undefined,
      lampPainter: lighting === undefined ? undefined : new LampPainter(tracer, lighting, encoding, scene.sky),
    };
  });

  /** Adds all that there is to a canvas. */
  const paintAll = ({ tracer, glarePainter, lampPainter }: Drawing, isRecorded: boolean): void => {
    paintHorizon(tracer, sky, ground);
    paintLayers(tracer, layers);
    glarePainter?.paint(tracer);
    lampPainter?.paint(tracer);
    solids.paintAll(tracer, isRecorded);
    if (field.hasBlackCorners) paintBlackCorners(tracer, black);
  };
  const band = Math.ceil(BAND_BYTES / (lens.width * channels));
  /** Develops rows of what has been added; returns the row before which there was no room. */
  const develop = (canvas: Canvas, rows: RowRange, pixels: Uint8Array, done?: (rows: number) => void): number => {
    for (let row = rows.from; row < rows.to; ) {
      const end = Math.min(rows.to, row + band);
      row = canvas.developRows(row, end, pixels);
      if (row < end) return row;
      done?.(row);
    }
    return rows.to;
  };

  return {
    lens,
    encoding,
    size,
    render(pose, pixels, moving = NONE, done) {
      if (pixels.length !== size)
        throw new RangeError(`render: the picture has ${pixels.length} bytes, but must have ${size}.`);
      const drawing = made.for(pixels);
      const { canvas } = drawing.tracer;
      view.look(pose);
      solids.look(drawing.tracer, moving);
      let isRecorded = true;
      const rows = { from: 0, to: lens.height };
      while (rows.from < lens.height) {
        canvas.limitRows(rows.from, rows.to);
        paintAll(drawing, isRecorded);
        if (canvas.isFull) {
          rows.to = middleOf(rows);
          continue;
        }
        const reached = develop(canvas, rows, pixels, done);
        if (reached < rows.to) isRecorded = false;
        rows.from = reached;
        rows.to = lens.height;
      }
    },
  };
}

/** From one row to before another. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

function middleOf({ from, to }: RowRange): number {
  if (to === from + 1) throw new RangeError('render: more edges cross a row of the picture than there is room for.');
  return from + ((to - from) >> 1);
}
