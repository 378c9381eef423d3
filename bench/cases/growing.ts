/** How cost grows with what there is more of. Each point is a case of its own: the cost of one unit of work, once warm. */
import { buildLoop } from '../../src/core/build.ts';
import { tuneEngineFor } from '../../src/node/engine-tuning.ts';
import type { Figure } from '../figures/figure.ts';
import { valueOf } from '../figures/figure.ts';
import type { Growth } from '../figures/growth.ts';
import type { Case } from './case.ts';
import { bicycles, boxesAhead, camera, commanders, LIDAR, ONE_BICYCLE, watching } from './documents.ts';
import type { Source } from './run-path.ts';
import { load } from './run-path.ts';
import { processorMs } from './yardstick.ts';

interface Series {
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  readonly sizes: readonly number[];
  readonly longSizes?: readonly number[];
  source(size: number): Source;
  /** Simulated time that is measured [s]. */
  seconds(size: number): number;
  /** Simulated time before it, in which the engine compiles [s]. */
  warmUp?(size: number): number;
  /** Units of work in one simulated second. */
  units(size: number): number;
  readonly reason?: string;
}

const named = (count: number, sensor: object): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`camera${i}`, sensor]));

/** Long enough to be measured, short enough to wait for. */
const shared = (whole: number) => (size: number) => Math.max(1, Math.round(whole / size));

const SERIES: readonly Series[] = [
  {
    name: 'vehicles',
    what: '1 to 500 bicycles at 1 kHz, published at 100 Hz',
    unit: 'vehicle and simulated second',
    sizes: [1, 5, 20, 100, 500],
    source: (size) => ({ blocks: bicycles(size, 10) }),
    seconds: (size) => Math.max(5, Math.round(1000 / size)),
    units: (size) => size,
    reason: 'few vehicles share what a tick costs by itself, and a large fleet outgrows the caches',
  },
  {
    name: 'cameras',
    what: '1 to 16 cameras of 320 × 240 at 10 Hz among 20 boxes',
    unit: 'picture',
    sizes: [1, 2, 4, 8, 16],
    source: (size) => watching({ solids: boxesAhead(20) }, named(size, camera(320, 240, 10))),
    seconds: shared(60),
    units: (size) => 10 * size,
    reason: 'one camera pays for the vehicle alone, and the pictures of many outgrow the caches',
  },
  {
    name: 'obstacles, lidar',
    what: '10 to 10,000 boxes around a lidar of 720 rays at 10 Hz',
    unit: 'scan',
    sizes: [10, 100, 1000, 10_000],
    source: (size) => watching({ solids: boxesAhead(size) }, { lidar: LIDAR }),
    seconds: () => 20,
    units: () => 10,
    reason: 'rays pass more boxes before they hit one',
  },
  {
    name: 'obstacles, camera',
    what: '10 to 10,000 boxes in the view of a 640 × 480 camera',
    unit: 'box and picture',
    sizes: [10, 100, 1000, 10_000],
    source: (size) => watching({ solids: boxesAhead(size) }, { camera: camera(640, 480, 10) }),
    seconds: (size) => (size > 2000 ? 1 : 5),
    units: (size) => 10 * size,
    reason: 'a picture costs its pixels before the first box, and near boxes cover more of them',
  },
  {
    name: 'blocks',
    what: '10 to 2,000 blocks that command at 100 Hz',
    unit: 'release',
    sizes: [10, 50, 200, 1000, 2000],
    source: (size) => ({ blocks: commanders(size) }),
    seconds: shared(20_000),
    units: (size) => 100 * size,
    reason: 'few blocks share what a tick costs by itself, and many outgrow the caches',
  },
  {
    name: 'time',
    what: 'a minute to ten hours of one bicycle',
    unit: 'simulated second',
    sizes: [60, 600, 3600],
    longSizes: [36_000],
    source: () => ({ blocks: ONE_BICYCLE }),
    seconds: (size) => size,
    warmUp: () => 1000,
    units: () => 1,
    reason: 'of a minute, little is measured beside what the engine still compiles',
  },
];

/** Simulated time before the measurement, where a series does not say otherwise [s]. */
const WARM_UP = 30;

async function costOf(series: Series, size: number): Promise<number> {
  const length = series.seconds(size);
  const warmUp = series.warmUp?.(size) ?? Math.min(WARM_UP, length);
  const scenario = await load(series.source(size), length + warmUp);
  // every size with the settings of a long run
  tuneEngineFor({ ...scenario, ticks: Infinity });
  const loop = await buildLoop(scenario);
  const ticksOf = (time: number) => Math.round((time * 1e9) / scenario.tickNs);
  await loop.runUntil(ticksOf(warmUp));
  // processor time: what others do on the machine is no growth
  const startMs = processorMs();
  await loop.runUntil(ticksOf(warmUp + length));
  return ((processorMs() - startMs) * 1000) / length / series.units(size);
}

const caseName = ({ name }: Series, size: number): string => `growth/${name}/${size}`;

export const growing: readonly Case[] = SERIES.flatMap((series) =>
  [...series.sizes, ...(series.longSizes ?? [])].map(
    (size): Case => ({
      name: caseName(series, size),
      repeat: 3,
      isProcessorTime: true,
      isLong: series.longSizes?.includes(size),
      measure: async () => [
        { what: `${series.name} ${size}`, value: await costOf(series, size), unit: 'µs', better: 'less' },
      ],
    }),
  ),
);

/** What was measured of each series. */
export function growthsOf(figures: readonly Figure[]): Growth[] {
  const known = new Map(figures.map((figure) => [figure.name, figure]));
  return SERIES.map((series): Growth => {
    const { name, what, unit, reason } = series;
    const sizes = [...series.sizes, ...(series.longSizes ?? [])];
    const points = sizes.flatMap((size) => {
      const figure = known.get(caseName(series, size));
      return figure === undefined ? [] : [{ size, cost: valueOf(figure) }];
    });
    return { name, what, unit, reason, points };
  }).filter(({ points }) => points.length > 1);
}
