/** `skidpad track`: makes a random track, or takes a known one, says what it is like and draws it. */
import { formatYaml } from '../../scenario/yaml.ts';
import { basename, extname } from 'node:path';
import { encode } from 'fast-png';
import { InputError, quote } from '../../core/input-error.ts';
import { parse } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { aerialImage } from '../../world/aerial-picture.ts';
import type { Track } from '../../world/track/track.ts';
import { randomShape } from '../../world/track/random.ts';
import { trackSvg } from '../../world/track/svg.ts';
import type { World } from '../../world/world.ts';
import { worldOf } from '../../world/world.ts';
import { worldParams } from '../../world/world-schema.ts';
import { numberOption } from '../number-option.ts';
import { loadWorld } from '../../scenario/document.ts';
import { nodeFiles } from '../../node/files.ts';
import { packageFile } from '../../node/package-files.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import { formatNumber, formatTable } from '../table.ts';

export interface TrackOptions {
  readonly seed?: string;
  /** MonoSIM's own track instead of a random one. */
  readonly paper?: boolean;
  /** A world file, or a scenario with a world. */
  readonly world?: string;
  readonly radius?: string;
  readonly maxCurvature?: string;
  readonly laneWidth?: string;
  readonly out?: string | readonly string[];
  readonly json?: boolean;
}

/** What a world file holds, and how it is called in pictures. */
interface NamedWorld {
  readonly title: string;
  readonly document: unknown;
  /** First line of a file it is written to. */
  readonly comment: string;
}

/** MonoSIM's own track. */
const PAPER_WORLD = 'worlds/monosim-track00.yaml';

export async function track(options: TrackOptions): Promise<void> {
  const files = typeof options.out === 'string' ? [options.out] : (options.out ?? []);
  const unknown = files.find((file) => !Object.hasOwn(WRITERS, extname(file)));
  if (unknown !== undefined)
    throw new InputError(
      '--out',
      `expected a name that ends in ${Object.keys(WRITERS).join(', ')}, got ${quote(unknown)}`,
    );
  const named = await chosenWorld(options);
  const world = worldOf(parse(worldParams, named.document, 'world'));
  for (const file of files) WRITERS[extname(file)](file, named, world);
  if (options.json) return void console.log(JSON.stringify({ ...figures(world), files }, null, 2));
  console.log(formatTable([named.title, ''], rows(world)));
  if (files.length > 0) console.log(`\n${files.join('\n')}`);
}

async function chosenWorld(options: TrackOptions): Promise<NamedWorld> {
  const shape = ['seed', 'radius', 'maxCurvature', 'laneWidth'].filter(
    (key) => options[key as keyof TrackOptions] !== undefined,
  );
  const known = options.paper ? '--paper' : options.world !== undefined ? '--world' : undefined;
  if (options.paper && options.world !== undefined)
    throw new InputError('--paper', 'expected either --paper or --world, got both');
  if (known !== undefined && shape.length > 0)
    throw new InputError(known, `takes a track as it is; expected no ${optionName(shape[0])} beside it`);
  if (options.paper) {
    return {
      title: 'MonoSIM track00',
      document: await loadWorld(nodeFiles, packageFile(PAPER_WORLD)),
      comment: "MonoSIM's own track: r(φ) = 50 − 10 sin 2φ − 4 sin 3φ + 6 cos 5φ [m].",
    };
  }
  if (options.world !== undefined) {
    const title = basename(options.world, extname(options.world));
    return { title, document: await loadWorld(nodeFiles, options.world), comment: `The world of ${title}.` };
  }
  return randomWorld(options);
}

const optionName = (key: string): string => `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A random track with its sinusoids written out, so that the file says what the track is and not how it was found. */
function randomWorld(options: TrackOptions): NamedWorld {
  const given = Object.fromEntries(
    (['seed', 'radius', 'maxCurvature'] as const).flatMap((key) =>
      options[key] === undefined ? [] : [[key, numberOption(optionName(key), options[key])!]],
    ),
  );
  const laneWidth =
    options.laneWidth === undefined ? {} : { laneWidth: numberOption('--lane-width', options.laneWidth)! };
  const { track: drawn } = parse(worldParams, { track: { random: given, ...laneWidth } }, '');
  const { random } = drawn!;
  const { radius, harmonics, direction, startAngle } = randomShape(random!, drawn!.laneWidth, 'random');
  return {
    title: `random track, seed ${random!.seed}`,
    document: {
      track: { polar: { radius, harmonics, direction, startAngle, start: random!.start }, laneWidth: drawn!.laneWidth },
    },
    comment: `A random track: seed ${random!.seed}, curvature at most ${random!.maxCurvature} 1/m.`,
  };
}

const WRITERS: Record<string, (file: string, named: NamedWorld, world: World) => void> = {
  '.svg': (file, { title }, world) => writeWholeFile(file, trackSvg(world, { title })),
  '.png': (file, _named, world) => writeWholeFile(file, encode({ ...aerialImage(world), channels: 3, depth: 8 })),
  '.yaml': (file, { document, comment }) => writeWholeFile(file, `# ${comment}\n${formatYaml(document)}`),
};

/** What there is to say about a world, in numbers. */
function figures({ track: line, scene, slots: marked }: World) {
  const solids = scene.solids.length;
  const slots = marked.length;
  const free = marked.filter(({ taken }) => !taken).length;
  if (line === undefined) return { solids, slots, free };
  const { length, laneWidth, clearance, closed } = line;
  const start = { x: line.x[0], y: line.y[0], heading: wrapToPi(line.heading[0]) };
  return {
    length,
    closed,
    laneWidth,
    ...tightestRadii(line),
    clearance: Number.isFinite(clearance) ? clearance : null,
    start,
    solids,
    ...(slots > 0 && { slots, free }),
  };
}

/** Radius of the tightest bend to each side [m]; null where there is none. */
function tightestRadii({ curvature }: Track): { tightestLeft: number | null; tightestRight: number | null } {
  let left = 0;
  let right = 0;
  for (const value of curvature) {
    left = Math.max(left, value);
    right = Math.max(right, -value);
  }
  const radius = (largest: number) => (largest < 1e-9 ? null : 1 / largest);
  return { tightestLeft: radius(left), tightestRight: radius(right) };
}

function rows(world: World): string[][] {
  const result = figures(world);
  const solids = [
    ...(result.solids === 0 ? [] : [['solids', String(result.solids)]]),
    ...(result.slots ? [['parking slots', `${result.slots}, ${result.free} free`]] : []),
  ];
  if (!('length' in result)) return [['track', 'none'], ...solids];
  const { x, y, heading } = result.start;
  return [
    ['length', metres(result.length)],
    ['tightest bend to the left', metres(result.tightestLeft)],
    ['tightest bend to the right', metres(result.tightestRight)],
    ['lane width', metres(result.laneWidth)],
    ['passes itself within', metres(result.clearance)],
    ['starts at', `(${rounded(x)}, ${rounded(y)}) towards ${rounded((heading * 180) / Math.PI)}°`],
    ...solids,
  ];
}

const rounded = (value: number): string => formatNumber(Number(value.toFixed(2)) + 0);
const metres = (value: number | null): string => (value === null ? '—' : `${rounded(value)} m`);
