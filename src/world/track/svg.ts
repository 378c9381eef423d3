/** A world as a plan drawing: lane, lines, start with driving direction, solids, scale, and the paths that were driven. */
import { cos, sin } from '../../math/trig.ts';
import type { Colour, Solid, Stripe } from '../scene.ts';
import type { Track } from './track.ts';
import { createTrackPoint, pointAt } from './track.ts';
import { joined, offsetLine } from './lines.ts';
import type { World } from '../world.ts';
import type { Extent } from '../world-extent.ts';
import { cornersOf, extentOf } from '../world-extent.ts';

/** A path somebody drove. */
export interface DrivenPath {
  readonly label: string;
  /** Any CSS colour. */
  readonly colour: string;
  /** x₀, y₀, x₁, y₁ … [m]. */
  readonly points: Float64Array;
}

export interface TrackSvgOptions {
  /** Size of the larger side [px]. */
  readonly size?: number;
  readonly title?: string;
  readonly paths?: readonly DrivenPath[];
}

/** From map to picture, where y points down. */
interface Plan {
  readonly extent: Extent;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

const FOOTER = 44;
const LEGEND_LINE = 20;
const STYLE = `
.lane{fill:#e9ebee;stroke:#d3d8dd;stroke-width:.8}.centre{fill:none;stroke:#a3abb4;stroke-width:1;stroke-dasharray:6 5}
.stripe{fill:none;stroke-linejoin:round}.area{stroke:#cfd4d9;stroke-width:1}.start{stroke:#1f2933;stroke-width:3;fill:none}
.arrow{fill:#1f2933}.solid{stroke:#1f2933;stroke-width:.8}.path{fill:none;stroke-width:2;stroke-linejoin:round}.scale{stroke:#52606d;stroke-width:1.5;fill:none}
text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:#52606d}.title{font-weight:600;font-size:15px;fill:#1f2933}`;

export function trackSvg(world: World, options: TrackSvgOptions = {}): string {
  const { size = 900, title = '', paths = [] } = options;
  const extent = extentOf(
    world,
    paths.map(({ points }) => points),
  );
  const scale = size / Math.max(extent.east - extent.west, extent.north - extent.south);
  const plan: Plan = {
    extent,
    scale,
    width: round(scale * (extent.east - extent.west)),
    height: round(scale * (extent.north - extent.south)),
  };
  const { track, scene } = world;
  const bottom = plan.height + FOOTER + LEGEND_LINE * paths.length;
  const parts = [
    `<rect width="${plan.width}" height="${bottom}" fill="#fff"/>`,
    ...scene.ground.areas.map(
      ({ points, colour }) =>
        `<path class="area" fill="${tint(colour, scene.ground.colour)}" d="${outline(plan, points, true)}"/>`,
    ),
    ...(track === undefined ? [] : lane(plan, track)),
    ...scene.ground.stripes.map((stripe) => painted(plan, stripe)),
    ...scene.solids.map((solid) => standing(plan, solid)),
    ...paths.map(
      ({ points, colour }) => `<path class="path" stroke="${escaped(colour)}" d="${outline(plan, points, false)}"/>`,
    ),
    ...(track === undefined ? [] : start(plan, track)),
    ...footer(plan, title),
    ...paths.map((path, i) => legend(path, plan.height + FOOTER + LEGEND_LINE * i)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plan.width} ${bottom}" width="${plan.width}" height="${bottom}" role="img" ` +
    `aria-label="${escaped(title === '' ? 'a track from above' : title)}"><style>${STYLE}</style>${parts.join('\n')}</svg>\n`
  );
}

/** A line through points, with pixels to a tenth. */
function outline({ extent, scale }: Plan, points: Float64Array, closed: boolean): string {
  let path = '';
  for (let i = 0; i < points.length; i += 2) {
    path += `${i === 0 ? 'M' : 'L'}${round(scale * (points[i] - extent.west))} ${round(scale * (extent.north - points[i + 1]))}`;
  }
  return closed ? `${path}Z` : path;
}

function lane(plan: Plan, track: Track): string[] {
  const left = offsetLine(track, track.laneWidth / 2);
  const right = offsetLine(track, -track.laneWidth / 2);
  // a ring is what lies between two outlines
  const area = track.closed
    ? outline(plan, left, true) + outline(plan, right, true)
    : outline(plan, joined(left, right), true);
  return [
    `<path class="lane" fill-rule="evenodd" d="${area}"/>`,
    `<path class="centre" d="${outline(plan, offsetLine(track, 0), track.closed)}"/>`,
  ];
}

/** Paint as wide as it is, but never too thin to be seen. */
const painted = (plan: Plan, { points, closed, width, colour }: Stripe): string =>
  `<path class="stripe" stroke="${ink(colour)}" stroke-width="${Math.max(1.4, round(plan.scale * width))}" d="${outline(plan, points, closed)}"/>`;

/** White paint is grey on paper, and other light paint a little darker. */
function ink(colour: Colour): string {
  if (Math.min(...colour) > 180) return '#66707a';
  const isLight = 0.2 * colour[0] + 0.7 * colour[1] + 0.1 * colour[2] > 180;
  return isLight ? css([round(0.8 * colour[0]), round(0.8 * colour[1]), round(0.8 * colour[2])]) : css(colour);
}

const standing = (plan: Plan, solid: Solid): string =>
  `<path class="solid" fill="${css(solid.colour)}" d="${outline(plan, cornersOf(solid), true)}"><title>${escaped(solid.name)}</title></path>`;

/** The ground is white, and areas on it have a breath of their colour. */
const tint = (colour: Colour, ground: Colour): string =>
  colour.every((value, i) => value === ground[i])
    ? '#fff'
    : css([round(224 + 0.12 * colour[0]), round(224 + 0.12 * colour[1]), round(224 + 0.12 * colour[2])]);

/** A bar across the lane and an arrow in driving direction, large enough to be found. */
function start(plan: Plan, track: Track): string[] {
  const place = createTrackPoint();
  pointAt(track, 0, place);
  const bar = Math.max(track.laneWidth / 2, 7 / plan.scale);
  const across = (ahead: number, left: number) => [
    place.x + ahead * cos(place.heading) - left * sin(place.heading),
    place.y + ahead * sin(place.heading) + left * cos(place.heading),
  ];
  const [from, to] = [8 / plan.scale, 24 / plan.scale];
  const arrow = Float64Array.of(...across(from, 6 / plan.scale), ...across(to, 0), ...across(from, -6 / plan.scale));
  return [
    `<path class="start" d="${outline(plan, Float64Array.of(...across(0, bar), ...across(0, -bar)), false)}"/>`,
    `<path class="arrow" d="${outline(plan, arrow, true)}"/>`,
  ];
}

/** Title to the right, scale to the left. */
function footer({ width, height, scale }: Plan, title: string): string[] {
  const metres = niceLength(width / scale / 5);
  const y = height + 26;
  const end = round(16 + metres * scale);
  return [
    `<path class="scale" d="M16 ${round(y - 5)}V${round(y + 5)}M16 ${round(y)}H${end}M${end} ${round(y - 5)}V${round(y + 5)}"/>`,
    `<text x="${round(end + 8)}" y="${round(y + 4)}">${metres} m</text>`,
    `<text class="title" x="${round(width - 16)}" y="${round(y + 5)}" text-anchor="end">${escaped(title)}</text>`,
  ];
}

const legend = ({ label, colour }: DrivenPath, y: number): string =>
  `<path class="path" stroke="${escaped(colour)}" d="M16 ${round(y + 4)}h26"/><text x="50" y="${round(y + 8)}">${escaped(label)}</text>`;

/** The largest of 1, 2 or 5 times a power of ten that is not above `most`. */
function niceLength(most: number): number {
  let power = 1;
  while (power * 10 <= most) power *= 10;
  while (power > most) power /= 10;
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= most) ?? power;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const css = ([red, green, blue]: Colour): string => `rgb(${red},${green},${blue})`;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (value: string): string => value.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]);
