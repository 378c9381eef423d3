import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digest, pattern, readFixture } from '../../../test/fixtures/vision/pictures.ts';
import { fromBase64 } from '../../math/base64.ts';
import type { GroundGrid } from '../../camera-model/birds-eye.ts';
import type { PixelMap } from '../../camera-model/pixel-map.ts';
import { buildPixelMap, locateByPosition, locatePerspective } from '../../camera-model/pixel-map.ts';
import { columnsAlongRows } from '../../vision/lane/map-rows.ts';
import { ViewStages } from '../../vision/lane/view-stages.ts';
import { FrameMemory } from '../../math/frame-memory.ts';
import { layOut } from '../layout.ts';
import { code } from './generated/kernels.ts';
import { GREY_BLUE, GREY_GREEN, GREY_RED, kernelsIn } from './kernels.ts';

const expected = readFixture('kernels');
const { width, height, columns, rows } = expected;
const bgr = pattern(3 * width * height);
const released = [-6.125, -38, 2280, 0, -64, 3840, 0, -0.11875, 1];

function roomsOf<P extends string>(sizes: Record<P, number>) {
  const { memory, buffer, at } = layOut(undefined, sizes, 0);
  return { kernels: kernelsIn(memory), buffer, at };
}

/** A memory with room for what the small pictures need; rows are 64 bytes apart. */
function bench() {
  const stride = 64;
  const { kernels, buffer, at } = roomsOf({
    bgr: bgr.length,
    flat: width * height,
    grey: stride * height,
    out: stride * height,
    room: stride * (height + 32),
    line: 1024,
    spans: 4 * height,
  });
  const memory = new Uint8Array(buffer);
  new Uint16Array(buffer, at.spans, 2 * height).forEach((_, i, spans) => (spans[i] = i % 2 === 0 ? 0 : width));
  memory.set(bgr, at.bgr);
  kernels.grey(at.bgr, at.flat, width * height, GREY_BLUE, GREY_GREEN, GREY_RED);
  for (let y = 0; y < height; y++)
    memory.copyWithin(at.grey + y * stride, at.flat + y * width, at.flat + (y + 1) * width);
  const flatDigest = () => digest(memory.subarray(at.flat), width, width, height);
  const outDigest = () => digest(memory.subarray(at.out), stride, width, height);
  return { kernels, memory, at, stride, flatDigest, outDigest };
}

const asGrid = (view: { columns: number; rows: number }): GroundGrid => ({
  ...view,
  rowScale: 1,
  columnScale: 1,
  bottomRow: view.rows,
  bias: 0,
  centreColumn: 0,
});
const stagesOf = (map: PixelMap) => new ViewStages({ map, grid: asGrid(map.view) }, { colour: true });
const levelDigest = (stages: ViewStages) => digest(stages.level, stages.stride, stages.grid.columns, stages.grid.rows);
const colourDigest = (stages: ViewStages) =>
  digest(stages.colour, 3 * stages.stride, 3 * stages.grid.columns, stages.grid.rows);

describe('the compiled kernels', () => {
  it('are what their sources compile to today', async () => {
    const { modules, generateKernels } = await import(
      new URL('../../../scripts/generate-kernels.mjs', import.meta.url).href
    );
    expect(readFileSync(modules[1].output, 'utf8')).toBe(await generateKernels(modules[1]));
  });

  it('need nothing but a memory, which they do not grow', () => {
    const module = new WebAssembly.Module(fromBase64(code.base64)! as Uint8Array<ArrayBuffer>);
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    const { memory, kernels, at, stride } = bench();
    const before = memory.byteLength;
    kernels.erode(at.grey, at.out, stride, width, height, 5, 5, at.room, at.line);
    expect(memory.byteLength).toBe(before);
  });
});

describe("every pixel is OpenCV's", () => {
  const small = { width, height };
  const view = { columns, rows };

  it('after a perspective warp, in three channels and in one', () => {
    const map = buildPixelMap(view, small, locatePerspective(Float64Array.from(expected.matrix), view));
    const stages = stagesOf(map);
    stages.load(bgr, 3 * width, 'bgr8');
    stages.warpColour();
    expect(colourDigest(stages)).toBe(expected.warped);
    const { memory, at } = bench();
    stages.load(memory.slice(at.flat, at.flat + width * height), width, 'mono8');
    stages.warp('value');
    expect(levelDigest(stages)).toBe(expected.warpedGrey);
  });

  it('after any other map', () => {
    const locate = locateByPosition((c, r, out) => {
      out[0] = 0.7 * c + 6 * Math.sin(r / 9) - 3;
      out[1] = 0.95 * r + 4 * Math.cos(c / 11) - 3;
    });
    const stages = stagesOf(buildPixelMap(view, small, locate));
    stages.load(bgr, 3 * width, 'bgr8');
    stages.warpColour();
    expect(colourDigest(stages)).toBe(expected.remapped);
  });

  it('after the warp of MonoSIM, and when value, grey and mask come straight from the picture', () => {
    const full = { columns: 640, rows: 480 };
    const map = buildPixelMap(full, { width: 640, height: 480 }, locatePerspective(Float64Array.from(released), full));
    const stages = stagesOf(map);
    stages.load(pattern(640 * 480 * 3), 1920, 'bgr8');
    stages.warpColour();
    expect(colourDigest(stages)).toBe(expected.large.warped);
    stages.warp('grey');
    expect(levelDigest(stages)).toBe(expected.large.grey);
    stages.warp('value');
    expect(levelDigest(stages)).toBe(expected.large.value);
    stages.threshold('level', 30);
    stages.open(5);
    expect(digest(stages.mask, 640, 640, 480)).toBe(expected.large.opened);
  });

  it('in grey and in value', () => {
    const { kernels, at, flatDigest } = bench();
    expect(flatDigest()).toBe(expected.grey);
    kernels.grey(at.bgr, at.flat, width * height, GREY_RED, GREY_GREEN, GREY_BLUE);
    expect(flatDigest()).toBe(expected.greyFromRgb);
    kernels.value(at.bgr, at.flat, width * height);
    expect(flatDigest()).toBe(expected.value);
  });

  it.each([[3], [5]])('after a Gaussian blur of %i', (size) => {
    const { kernels, memory, at, stride, outDigest } = bench();
    kernels.gaussianBlur(at.grey, at.out, stride, width, height, at.spans, size, at.room);
    expect(outDigest()).toBe(expected[`blurred${size}`]);
    // and where it lies
    memory.copyWithin(at.out, at.grey, at.grey + stride * height);
    kernels.gaussianBlur(at.out, at.out, stride, width, height, at.spans, size, at.room);
    expect(outDigest()).toBe(expected[`blurred${size}`]);
  });

  it.each<[string, any]>(expected.morphology.map((e: any) => [`${e.width} × ${e.height}`, e]))(
    'after erosion, dilation, opening and top-hat by %s',
    (_name, element) => {
      const { kernels, at, stride, outDigest } = bench();
      const apply = (kernel: 'erode' | 'dilate', from: number) =>
        kernels[kernel](from, at.out, stride, width, height, element.width, element.height, at.room, at.line);
      apply('erode', at.grey);
      expect(outDigest()).toBe(element.eroded);
      apply('dilate', at.out);
      expect(outDigest()).toBe(element.opened);
      kernels.subtract(at.grey, at.out, at.out, stride * height);
      expect(outDigest()).toBe(element.topHat);
      if (element.height === 1 && element.width % 2 === 1) {
        kernels.topHat(at.grey, at.out, stride, width, height, at.spans, 0, element.width, at.room);
        expect(outDigest()).toBe(element.topHat);
      }
      apply('dilate', at.grey);
      expect(outDigest()).toBe(element.dilated);
    },
  );

  it('in a mask and its column counts', () => {
    const { kernels, memory, at, stride, outDigest } = bench();
    kernels.threshold(at.grey, at.out, stride * height, 120);
    expect(outDigest()).toBe(expected.mask);
    kernels.columnCounts(at.out, stride, 10, height, at.room);
    expect([...new Uint16Array(memory.buffer, at.room, width)]).toEqual(expected.columnCounts);
  });
});

describe('a picture in a frame memory', () => {
  const small = { width, height };
  const view = { columns, rows };
  const map = buildPixelMap(view, small, locatePerspective(Float64Array.from(expected.matrix), view));

  it.each([
    ['shared', new FrameMemory()],
    ['private', new FrameMemory(new WebAssembly.Memory({ initial: 32, maximum: 32 }))],
  ])('that is %s is worked on where it lies, beside anything', (_name, frames) => {
    const [before, frame, behind] = [64, bgr.length, 64].map((size) => frames.allocate(size).fill(255));
    frame.set(bgr);
    const stages = new ViewStages({ map, grid: asGrid(map.view) }, { colour: true, frames });
    expect(stages.level.buffer).toBe(frame.buffer);
    stages.load(frame, 3 * width, 'bgr8');
    stages.warpColour();
    expect(colourDigest(stages)).toBe(expected.warped);
    const level = () => [...stages.level];
    stages.warp('value');
    const others = stagesOf(map);
    others.load(bgr, 3 * width, 'bgr8');
    others.warp('value');
    expect(level()).toEqual([...others.level]);
    expect([...before, ...behind].every((byte) => byte === 255)).toBe(true);
  });

  it('without room for the stages is copied, and so is one with gaps between rows', () => {
    const frames = new FrameMemory(new WebAssembly.Memory({ initial: 1, maximum: 1 }));
    const frame = frames.allocate(bgr.length);
    frame.set(bgr);
    const full = new ViewStages({ map, grid: asGrid(map.view) }, { colour: true, frames });
    expect(full.level.buffer).not.toBe(frame.buffer);
    full.load(frame, 3 * width, 'bgr8');
    full.warpColour();
    expect(colourDigest(full)).toBe(expected.warped);
    const step = 3 * width + 5;
    const padded = new Uint8Array(step * height).fill(99);
    for (let y = 0; y < height; y++) padded.set(bgr.subarray(3 * width * y, 3 * width * (y + 1)), step * y);
    full.load(padded, step, 'bgr8');
    full.warpColour();
    expect(colourDigest(full)).toBe(expected.warped);
  });
});

describe('a view that sees a part of its picture', () => {
  const grid = { columns: 61, rows: 40 };
  const source = { width: 90, height: 50 };
  /** A road: wide stretches of one colour, with lines between them, and specks. */
  const road = new Uint8Array(3 * source.width * source.height);
  for (let i = 0; i < road.length; i += 3) {
    const [x, y] = [(i / 3) % source.width, Math.floor(i / 3 / source.width)];
    const isLine = Math.abs(x - 20 - y / 4) < 2 || Math.abs(x - 70) < 1;
    road.set(isLine ? [250, 240, 90] : (x * y) % 97 === 1 ? [10, 20, 200] : y < 20 ? [60, 70, 80] : [90, 80, 70], i);
  }
  /** Rows along rows of the picture, ever wider towards the top, as a level camera sees the ground; turned by `roll` [px per px]. */
  const mapOf = (roll: number) =>
    buildPixelMap(
      grid,
      source,
      locateByPosition((column, row, out) => {
        out[0] = 45 + (column - 30) * (0.7 + row / 16);
        out[1] = 0.4 * row + row * (row / 53) + roll * column;
      }),
    );
  const opened = (map: PixelMap, picture: Uint8Array) => {
    const stages = stagesOf(map);
    stages.load(picture, 3 * source.width, 'rgb8');
    return stages;
  };
  const largest = (stages: ViewStages) => {
    stages.warpColour();
    return stages.level.map((_, i) => Math.max(...stages.colour.subarray(3 * i, 3 * i + 3)));
  };

  it.each([
    ['plain', road, 0],
    ['plain, from a rolled camera', road, 0.02],
    ['noisy', pattern(road.length), 0],
  ])('has the largest channel of each pixel where that is %s', (_name, picture, roll) => {
    const map = mapOf(roll);
    const along = columnsAlongRows(map);
    // some rows begin or end outside the picture
    expect(map.spans.some((column, i) => column !== (i % 2) * grid.columns)).toBe(true);
    expect(along.some((column) => column > 0)).toBe(roll === 0);
    const stages = opened(map, picture);
    stages.warp('value');
    expect([...stages.level]).toEqual([...largest(stages)]);
  });

  it.each([[0], [3], [5]])('blurred by %i, stands out as by erosion and dilation of all of it', (size) => {
    for (const width of [1, 3, 7, 19, 201]) {
      const stages = opened(mapOf(0), road);
      stages.warp('value');
      const { stride } = stages;
      const { columns, rows } = grid;
      const seen = Math.min(width, 2 * columns + 1);
      const { kernels, buffer, at } = roomsOf({
        level: stride * rows,
        out: stride * rows,
        room: stride * (rows + 8),
        line: 2048,
        spans: 4 * rows,
      });
      const memory = new Uint8Array(buffer);
      memory.set(stages.level, at.level);
      for (let row = 0; row < rows; row++) new Uint16Array(buffer, at.spans, 2 * rows).set([0, columns], 2 * row);
      if (size > 0) {
        stages.blur(size);
        kernels.gaussianBlur(at.level, at.level, stride, columns, rows, at.spans, size, at.line);
      }
      kernels.erode(at.level, at.out, stride, columns, rows, seen, 1, at.room, at.line);
      kernels.dilate(at.out, at.out, stride, columns, rows, seen, 1, at.room, at.line);
      kernels.subtract(at.level, at.out, at.out, stride * rows);
      stages.topHat(width);
      const inPicture = (bytes: Uint8Array) => [...bytes].filter((_, i) => i % stride < columns);
      expect(inPicture(stages.level)).toEqual(inPicture(memory.subarray(at.level, at.level + stride * rows)));
      expect(inPicture(stages.response)).toEqual(inPicture(memory.subarray(at.out, at.out + stride * rows)));
      // the median by sorting what is seen of every fourth row
      const sampled: number[] = [];
      for (let row = 0; row < rows; row += 4)
        sampled.push(
          ...stages.response.subarray(row * stride + stages.spans[2 * row], row * stride + stages.spans[2 * row + 1]),
        );
      sampled.sort((a, b) => a - b);
      expect(stages.medianResponse()).toBe(sampled[Math.ceil(sampled.length / 2) - 1]);
    }
  });
});

describe('the counting kernels', () => {
  it('count more rows than fit into a byte', () => {
    const { kernels, buffer, at } = roomsOf({ mask: 16 * 700, counts: 32 });
    new Uint8Array(buffer, at.mask, 16 * 700).fill(255);
    kernels.columnCounts(at.mask, 16, 0, 700, at.counts);
    expect([...new Uint16Array(buffer, at.counts, 16)]).toEqual(new Array(16).fill(700));
  });

  it('find stripes with their brightness and its moment, up to a limit', () => {
    const { kernels, buffer, at } = roomsOf({ picture: 96, spans: 8, out: 200 });
    const { picture, spans, out } = at;
    new Uint8Array(buffer, picture, 96).set([0, 9, 20, 30, 5], 20);
    new Uint8Array(buffer, picture, 96).set([40, 41], 94);
    new Uint8Array(buffer, picture, 96).set([90], 48);
    new Uint16Array(buffer, spans, 4).set([0, 48, 2, 48]);
    expect(kernels.stripes(picture, spans, 48, 2, 8, out, 10)).toBe(2);
    expect([...new Int32Array(buffer, out, 10)]).toEqual([
      0,
      21,
      24,
      59,
      9 * 21 + 20 * 22 + 30 * 23,
      1,
      46,
      48,
      81,
      40 * 46 + 41 * 47,
    ]);
    expect(kernels.stripes(picture, spans, 48, 2, 8, out, 1)).toBe(1);
  });

  it('take the median of what stands out', () => {
    const view = { columns: 16, rows: 8 };
    const stages = stagesOf(
      buildPixelMap(view, { width: 20, height: 20 }, (c, r, out) => out.set([32 * c + 32, 32 * r + 32])),
    );
    stages.response.fill(7);
    stages.response.fill(200, 0, 7);
    expect(stages.medianResponse()).toBe(7);
    for (const level of [0, 1, 2, 6, 64, 127, 128, 254, 255]) {
      stages.response.fill(level);
      expect(stages.medianResponse()).toBe(level);
    }
  });
});
