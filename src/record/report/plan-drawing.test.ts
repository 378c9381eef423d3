import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import type { ParkingSlot } from '../../msgs/index.ts';
import {
  Footprints,
  Image,
  MarkingPoints,
  ParkingMap,
  ParkingSlots,
  ParkingTrajectory,
  setTime,
  VehicleState,
} from '../../msgs/index.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { McapWriter } from '../mcap/writer.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import { shrunk } from '../images/image-pixels.ts';
import { imageFigures } from './images.ts';
import { parkingRecord } from './parking-record.ts';
import { drawPlan, planLegend } from './plan-drawing.ts';
import { collectPlots } from './plot-data.ts';
import type { PlanGround } from './surroundings.ts';
import { NO_SURROUNDINGS } from './surroundings.ts';

const SLOT: ParkingSlot = {
  ...{ id: 4, kind: 0, left_x: 7.5, left_y: -3, right_x: 5, right_y: -3 },
  ...{ direction: -Math.PI / 2, depth: 5, occupancy: 0.1, confidence: 1, views: 3 },
};

/** Signals as `block.port` with messages as [seconds, change]. */
type Track = readonly [signal: string, type: MessageType<any>, messages: readonly (readonly [number, object])[]];

function recorded(tracks: readonly Track[]) {
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  for (const [signal, type, messages] of tracks) {
    const [block, port] = signal.split('.');
    const id = writer.addChannel({ topic: `/${block}/${port}`, type, metadata: { block, port } });
    for (const [time, change] of messages) {
      const message = Object.assign(type.create(), change);
      if (message.header !== undefined) setTime(message.header.stamp, time * 1e9);
      writer.writeMessage(id, type, message, 1, time * 1e9, time * 1e9);
    }
  }
  writer.close();
  return openRecording(sink.bytes());
}

const driven: Track = [
  'car.state',
  VehicleState,
  Array.from({ length: 41 }, (_, i) => [0.1 * i, { x: 0.1 * i, y: 0, yaw: 0 }] as const),
];
const plan = (id: number, slot: number, ...xs: number[]) => ({
  id,
  slot,
  points: xs.map((x) => ({ x, y: 1, yaw: 0, curvature: 0, speed: 0 })),
});
const spec = {
  ...{ title: 'Plan', x: 'car.state.x', y: ['car.state.y'] },
  ...{ equal: false, track: false, plan: true, body: 'car', doc: '' },
};
const ground: PlanGround = {
  colour: [1, 2, 3],
  areas: [{ points: [-9, -9, 9, -9, 9, 9], colour: [4, 5, 6] }],
  stripes: [
    { points: [0, -2, 9, -2], closed: false, width: 0.1, colour: [255, 255, 255] },
    { points: [500, 0, 600, 0], closed: false, width: 0.1, colour: [7, 7, 7] },
  ],
  solids: [{ points: [1, 2, 2, 2, 2, 3], colour: [8, 9, 10] }],
};
const body = { front: 3, rear: 0.5, halfWidth: 0.9 };

/** Corners of every path of a class, back in metres. */
function shapes(svg: string, name: string, map: ReturnType<typeof drawPlan>['map']): number[][][] {
  return [...svg.matchAll(new RegExp(`<path class="${name}" d="([^"]*)"`, 'g'))].map(([, d]) =>
    [...d.matchAll(/[ML](\S+) ([-\d.]+)/g)].map(([, u, v]) => [
      (Number(u) - map.xOffset) / map.xScale,
      (Number(v) - map.yOffset) / map.yScale,
    ]),
  );
}
const near = (points: number[][]) => points.map((point) => point.map((value) => expect.closeTo(value, 1)));

describe('a plan', () => {
  const recording = recorded([
    driven,
    [
      'map.map',
      ParkingMap,
      [
        [1, { slots: [] }],
        [2, { slots: [SLOT, { ...SLOT, id: 5, occupancy: 0.9 }] }],
      ],
    ],
    [
      'parking.trajectory',
      ParkingTrajectory,
      [
        [0, plan(1, 0, 0, 30)],
        [2, plan(2, 4, 3, 2)],
        [3, plan(2, 4, 4, 2)],
        [4, plan(2, 4)],
      ],
    ],
  ]);
  const { plots, samples } = collectPlots(recording, [spec]);
  const view = { ground, body, parking: parkingRecord(recording) };
  const { svg, map } = drawPlan(plots[0], samples, view);

  it('shows the ground that is around what was driven, in its colours', () => {
    expect(svg).toContain('fill="rgb(1,2,3)"');
    expect(svg).toContain('fill="rgb(4,5,6)"');
    expect(svg).toContain('stroke="rgb(255,255,255)"');
    expect(svg).toContain('class="solid" fill="rgb(8,9,10)"');
    expect(svg).not.toContain('rgb(7,7,7)');
    expect(map.xScale).toBeCloseTo(-map.yScale, 9);
  });

  it('draws the outline of the vehicle once a metre and at the end', () => {
    const outlines = [...shapes(svg, 'body', map), ...shapes(svg, 'body last', map)];
    expect(outlines.map(([[x]]) => x + body.rear)).toEqual([0, 1, 2, 3, 4].map((x) => expect.closeTo(x, 1)));
    expect(outlines.at(-1)).toEqual(
      near([
        [3.5, -0.9],
        [7, -0.9],
        [7, 0.9],
        [3.5, 0.9],
      ]),
    );
  });

  it('draws each plan as it was last told, the last one on its own', () => {
    expect(shapes(svg, 'planned earlier', map)).toEqual([
      near([
        [0, 1],
        [30, 1],
      ]),
    ]);
    expect(shapes(svg, 'planned', map)).toEqual([
      near([
        [4, 1],
        [2, 1],
      ]),
    ]);
  });

  it('draws the slots of the last map by what they are', () => {
    expect(shapes(svg, 'slot chosen', map)).toEqual([
      near([
        [7.5, -3],
        [5, -3],
        [5, -8],
        [7.5, -8],
      ]),
    ]);
    expect(shapes(svg, 'slot taken', map)).toHaveLength(1);
    expect(shapes(svg, 'slot free', map)).toHaveLength(0);
    expect(planLegend(view).match(/<span>/g)).toHaveLength(5);
    expect(planLegend(view)).not.toContain('free');
  });

  it('of a run without parking, world or outline is its line', () => {
    const bare = recorded([driven]);
    const data = collectPlots(bare, [{ ...spec, body: undefined }]);
    const drawn = drawPlan(data.plots[0], data.samples, { parking: parkingRecord(bare) });
    expect(drawn.svg.match(/class="line"/g)).toHaveLength(1);
    expect(drawn.svg).not.toMatch(/slot|planned|body|<rect/);
  });
});

describe("a bird's-eye view", () => {
  const pixel = { width: 1, height: 1, step: 1, encoding: 'mono8', data: Uint8Array.of(9) };
  const mark = { x: 3.25, y: 2, direction: Math.PI / 2, shape: 0, confidence: 1 };
  const recording = recorded([
    [
      'view.image',
      Image,
      [
        [1, pixel],
        [2, pixel],
      ],
    ],
    [
      'points.points',
      MarkingPoints,
      [
        [1, { points: [mark] }],
        [2, { points: [{ ...mark, shape: 1, direction: 0 }] }],
      ],
    ],
    ['slots.slots', ParkingSlots, [[1.1, { slots: [SLOT] }]]],
    [
      'things.footprints',
      Footprints,
      [[1, { footprints: [{ kind: 1, x: 1.25, y: 0, yaw: 0, length: 2, width: 1, vx: 0, vy: 0, confidence: 1 }] }]],
    ],
  ]);
  const image = {
    title: 'View',
    of: 'view.image',
    at: [1],
    overlay: ['points.points', 'slots.slots', 'things.footprints'],
    doc: '',
  };
  const views = new Map([['view.image', { extent: 10, centre: 1.25 }]]);
  const figures = (at: number) => imageFigures(recording, [{ ...image, at: [at] }], { ...NO_SURROUNDINGS, views });

  it('has what was found drawn over it in metres: ahead is up, left is left', () => {
    const html = figures(1);
    expect(html).toContain('<svg class="overlay" viewBox="0 0 10 10"');
    // a T at 2 m ahead of the middle and 2 m to the left, its stem to the left and its bar across
    expect(html).toContain('<g class="mark t"><path d="M3 3L2.5 3M3 3L3 3.25M3 3L3 2.75"/>');
    expect(html).toContain('<path class="obstacle" d="M5.5 6L5.5 4L4.5 4L4.5 6Z"/>');
    expect(html).toContain('<path class="slot free"');
    expect(html).toContain('<b class="t"></b>T');
  });

  it('has the messages whose capture is nearest', () => {
    expect(figures(2)).toContain('<g class="mark l"><path d="M3 3L3 2.5M3 3L3.25 3"/>');
  });

  it('is a plain picture where nothing is asked for, or nobody knows where it looks', () => {
    expect(imageFigures(recording, [image])).not.toContain('<svg');
    expect(imageFigures(recording, [{ ...image, overlay: [] }], { ...NO_SURROUNDINGS, views })).not.toContain('<svg');
  });
});

describe('a wide picture', () => {
  it('is shrunk by a whole number to what fits, each pixel the mean of a square', () => {
    const data = Uint8Array.of(10, 20, 30, 50, 0, 0, 30, 40, 50, 90, 0, 0);
    const { width, height, data: small } = shrunk({ width: 6, height: 2, channels: 1, data }, 3);
    expect([width, height, ...small]).toEqual([3, 1, 25, 55, 0]);
    const colours = { width: 2, height: 2, channels: 3 as const, data: Uint8Array.from({ length: 12 }, (_, i) => i) };
    expect([...shrunk(colours, 1).data]).toEqual([5, 6, 7]);
    expect(shrunk(colours, 2)).toBe(colours);
    expect(shrunk({ width: 3, height: 1, channels: 1, data: Uint8Array.of(1, 2, 3) }, 2)).toMatchObject({
      width: 1,
      height: 1,
    });
  });
});
