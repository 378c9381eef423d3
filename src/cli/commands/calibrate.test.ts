import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { parseCameraFile } from '../../vision/calibration/index.ts';
import { loadWithNode } from '../load-scenario.ts';
import type { CalibrateOptions } from './calibrate.ts';
import { calibrate } from './calibrate.ts';

/** Runs the command and keeps what it says. */
async function say(files: readonly string[], options: CalibrateOptions): Promise<{ out: string; err: string }> {
  const [log, error] = [
    vi.spyOn(console, 'log').mockImplementation(() => {}),
    vi.spyOn(console, 'error').mockImplementation(() => {}),
  ];
  onTestFinished(() => void vi.restoreAllMocks());
  await calibrate(files, options);
  const said = { out: log.mock.calls.join('\n'), err: error.mock.calls.join('\n') };
  log.mockRestore();
  error.mockRestore();
  return said;
}

const board = { board: '5x4', square: '0.03' };

/** A folder with small rendered pictures of a 5 × 4 board, and their names. */
async function rendered(options: CalibrateOptions = board, count = 5): Promise<{ folder: string; views: string[] }> {
  const folder = temporaryFolder();
  await say([], { ...options, render: folder, count: String(count), size: '320x240' });
  return {
    folder,
    views: readdirSync(folder)
      .filter((name) => name.startsWith('view-'))
      .map((name) => join(folder, name)),
  };
}

describe('skidpad calibrate', () => {
  it('makes a camera file, a block, drawings and a table from pictures that it rendered', async () => {
    const { folder, views } = await rendered(board, 8);
    const [out, block, draw] = ['camera.yaml', 'block.yaml', 'drawn'].map((name) => join(folder, name));
    const { out: text } = await say(views, {
      ...board,
      out,
      block,
      draw,
      ground: join(folder, 'floor.png'),
      name: 'front',
    });
    expect(text).toMatch(/^chessboard of 5 × 4 corners, squares of 30 mm, pinhole lens of 320 × 240 pixels/);
    expect(text).toMatch(/view-08\.png +20 +0\.\d{3} +0\.\d{3}\n/);
    expect(text).toMatch(/all +160 +0\.\d{3}/);
    expect(text).toMatch(
      /The camera is 0\.\d+ m above the floor, looks down by 34\.\d+° and leans to the right by 1\.\d+°/,
    );

    const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
    const camera = parseCameraFile(readFileSync(out, 'utf8'), out);
    expect(camera.name).toBe('front');
    expect(Math.abs(camera.lens.fx / truth.lens.fx - 1)).toBeLessThan(0.01);
    expect(Math.abs(camera.ground!.height / truth.pictures[8].ground.height - 1)).toBeLessThan(0.01);
    expect(readdirSync(draw)).toHaveLength(9);
    expect(readdirSync(draw)).toContain('floor-corners.png');

    // a scenario takes the block as it is, and adds what only it knows
    const scenario = join(folder, 'scenario.yaml');
    writeFileSync(
      scenario,
      `name: with-camera
duration: 1
blocks:
  car: { type: vehicle/bicycle }
  camera: { from: block.yaml, rateHz: 10, params: { mount: { x: 0.1 } }, inputs: { state: car.state } }
`,
    );
    const { document } = await loadWithNode(scenario);
    const { lens, mount } = (document.blocks.camera as any).params;
    expect(lens).toMatchObject({ kind: 'pinhole', fx: camera.lens.fx, cy: camera.lens.cy, k: camera.lens.k });
    expect(mount).toMatchObject({ x: 0.1, z: camera.ground!.height, pitch: camera.ground!.pitch });
  });

  it('prints one JSON object for programs', async () => {
    const { folder, views } = await rendered();
    const { out } = await say(views, { ...board, json: true, out: join(folder, 'camera.yaml') });
    const result = JSON.parse(out);
    expect(result).toMatchObject({ missed: [], lens: { kind: 'pinhole', width: 320, height: 240 } });
    expect(result.pictures).toHaveLength(5);
    expect(result.rms).toBeLessThan(0.2);
    expect(Object.keys(result.deviations)).toEqual(['fx', 'fy', 'cx', 'cy', 'k1', 'k2', 'p1', 'p2', 'k3']);
  });

  it('adds the floor to a camera that is already known', async () => {
    const { folder, views } = await rendered();
    const out = join(folder, 'camera.yaml');
    await say(views, { ...board, out });
    const before = parseCameraFile(readFileSync(out, 'utf8'), out);
    await say([], { ...board, camera: out, ground: join(folder, 'floor.png') });
    const after = parseCameraFile(readFileSync(out, 'utf8'), out);
    expect(after.lens).toEqual(before.lens);
    expect(before.ground).toBeUndefined();
    expect(after.ground!.pitch).toBeCloseTo(0.6, 1);
  });

  it('leaves out pictures without the board, and says which, while three remain', async () => {
    const { folder, views } = await rendered();
    const { folder: other } = await rendered({ board: '4x3', square: '0.03' }, 1);
    const wrong = join(other, 'view-01.png');
    const { out, err } = await say([...views, wrong], { ...board, json: true, out: join(folder, 'camera.yaml') });
    expect(err).toBe(`skidpad: ${wrong}: chessboard of 5 × 4 corners not found, picture left out`);
    expect(JSON.parse(out).missed).toEqual([wrong]);
    await expect(say([views[0], views[1], wrong], { ...board, json: true })).rejects.toThrow(
      'a chessboard of 5 × 4 corners was found in 2 of 3 pictures, but at least 3 are needed',
    );
  });

  it('reads ChArUco boards, also through a fisheye', async () => {
    const charuco = { charuco: '5x4', square: '0.04', marker: '0.03', fisheye: true };
    const folder = temporaryFolder();
    await say([], { ...charuco, render: folder, count: '6' });
    const views = readdirSync(folder)
      .filter((name) => name.startsWith('view-'))
      .map((name) => join(folder, name));
    const { out } = await say(views, { ...charuco, json: true, out: join(folder, 'camera.yaml') });
    const { lens, pictures } = JSON.parse(out);
    expect(lens.kind).toBe('fisheye');
    expect(Math.abs(lens.fx / 231 - 1)).toBeLessThan(0.02);
    expect(pictures.every(({ corners }: any) => corners >= 6)).toBe(true);
  });

  it.each<[string, string[], CalibrateOptions, RegExp]>([
    [
      'no pictures',
      [],
      board,
      /^no pictures: name some of the board, or --camera with --ground, or --render to make some$/,
    ],
    ['no board', ['a.png'], {}, /^expected either --board with .* or --charuco with /],
    ['both boards', ['a.png'], { ...board, charuco: '7x5' }, /^expected either --board /],
    [
      'a board that is no size',
      ['a.png'],
      { board: 'nine by six', square: '0.025' },
      /^--board: expected two whole numbers such as 9x6, got "nine by six"$/,
    ],
    [
      'a board that is too small',
      ['a.png'],
      { board: '2x6', square: '0.025' },
      /^--board: expected at least 3x3, got "2x6"$/,
    ],
    [
      'no size of squares',
      ['a.png'],
      { board: '9x6' },
      /^--square: expected a length in metres, such as 0\.025, got no value$/,
    ],
    ['a negative square', ['a.png'], { board: '9x6', square: '-1' }, /^--square: expected a length in metres/],
    [
      'a marker larger than its square',
      ['a.png'],
      { charuco: '7x5', square: '0.02', marker: '0.03' },
      /^--marker: expected less than a square, 0\.02 m, got 0\.03 m$/,
    ],
    [
      'an unknown dictionary',
      ['a.png'],
      { charuco: '7x5', square: '0.02', marker: '0.01', dictionary: 'DICT_4X4_51' },
      /^--dictionary: unknown dictionary "DICT_4X4_51" \(did you mean "DICT_4X4_50"\?\)$/,
    ],
    ['a picture that is not there', ['nowhere.png'], board, /^nowhere\.png: there is no such file$/],
    ['a file that is no picture', ['package.json'], board, /^package\.json: is not a PNG picture$/],
    ['pictures to render from', ['a.png'], { render: 'x' }, /^--render: makes pictures and reads none, got "a\.png"$/],
    [
      'half a picture to render',
      [],
      { render: 'x', count: '1.5' },
      /^--count: expected a whole number from 1 to 1000, got "1\.5"$/,
    ],
    [
      'pictures for a known lens',
      ['a.png'],
      { ...board, camera: 'c.yaml' },
      /^--camera: a lens is already known there/,
    ],
  ])('refuses %s with a sentence', async (_, files, options, sentence) => {
    await expect(say(files, options)).rejects.toThrow(sentence);
    await expect(say(files, options)).rejects.toMatchObject({ name: 'InputError' });
  });

  it('refuses pictures of different sizes', async () => {
    const { folder, views } = await rendered(board, 1);
    await say([], { ...board, render: join(folder, 'large'), count: '1', size: '400x300' });
    await expect(say([views[0], join(folder, 'large', 'view-01.png')], board)).rejects.toThrow(
      /view-01\.png: is 400 × 300 pixels, but .* is 320 × 240: all pictures must come from one camera/,
    );
  });
});
