/**
 * Pictures of a scene by a camera on a vehicle: `createRenderer(lens, scene).render(pose, pixels)`.
 *
 * Everything is painted as exact coverage of pixels by paths (canvas.ts), from far to near: sky and ground, paint on
 * the ground, glare, solids. The picture is made of runs of equal pixels until all is painted, and written once; with lamps or water it is
 * written when the ground is painted and lit there (lamps.ts), and solids are painted over it.
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
  /** Paints all of `pixels`: the scene from a vehicle with this pose, and more solids that are elsewhere in every picture. */
  render(pose: CameraPose, pixels: Uint8Array, moving?: readonly Solid[]): void;
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

export function createRenderer(lens: Lens, scene: Scene, options: RendererOptions = {}): Renderer {
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
    const canvas = new Canvas(lens.width, lens.height, channels, cornersToCut(roomFor), frames, lighting !== undefined);
    const tracer = new Tracer(field, view, canvas, far > 0 ? far : Infinity);
    const hasGlare = glare !== undefined && glare.strength > 0;
    return {
      tracer,
      glarePainter: hasGlare ? new GlarePainter(tracer, glare, toSun) : undefined,
      lampPainter: lighting === undefined ? undefined : new LampPainter(tracer, lighting, encoding, scene.sky),
    };
  });

  return {
    lens,
    encoding,
    size,
    render(pose, pixels, moving = NONE) {
      if (pixels.length !== size)
        throw new RangeError(`render: the picture has ${pixels.length} bytes, but must have ${size}.`);
      const { tracer, glarePainter, lampPainter } = made.for(pixels);
      view.look(pose);
      paintHorizon(tracer, sky, ground);
      paintLayers(tracer, layers);
      glarePainter?.paint(tracer);
      lampPainter?.paint(tracer, pixels);
      solids.paintAll(tracer, moving);
      if (field.hasBlackCorners) paintBlackCorners(tracer, black);
      tracer.canvas.develop(pixels);
    },
  };
}
