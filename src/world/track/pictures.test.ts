import { describe, expect, it } from 'vitest';
import { makeWorld, worldFile } from '../../../test/fixtures/world/worlds.ts';
import { aerialImage } from '../aerial-picture.ts';
import { trackSvg } from './svg.ts';
import type { World } from '../world.ts';
import { extentOf } from '../world-extent.ts';

/** Sum of one channel's excess over the ground, in square metres of full difference. */
function covered(world: World, size: number, channel: number, colour: number): number {
  const { data, width } = aerialImage(world, size);
  const { east, west } = extentOf(world);
  const pixel = (east - west) / width;
  const ground = world.scene.ground.colour[channel];
  let sum = 0;
  for (let i = channel; i < data.length; i += 3) sum += (data[i] - ground) / (colour - ground);
  return sum * pixel * pixel;
}

describe('the picture from above', () => {
  it('shows as much paint as there is, however coarse', () => {
    const ring = makeWorld({
      ground: [0, 0, 0],
      track: { polar: { radius: 20 }, lines: { kind: 'centre', width: 0.4 } },
    });
    const paint = 0.4 * 2 * Math.PI * 20;
    for (const size of [200, 480, 900]) expect(Math.abs(covered(ring, size, 0, 255) / paint - 1)).toBeLessThan(0.04);
  });

  it('shows areas and solids with their size, and shadows darker', () => {
    const box = { length: 8, width: 3, height: 1, yaw: 0.7, colour: [200, 0, 0] };
    expect(covered(makeWorld({ ground: [0, 0, 0], solids: [box] }), 300, 0, 200)).toBeCloseTo(24, 1);
    const square = [
      [-5, -5],
      [5, -5],
      [5, 5],
      [-5, 5],
    ];
    const shaded = makeWorld({
      ground: [0, 0, 0],
      areas: [{ points: square, colour: [100, 100, 100] }],
      shadows: [
        {
          points: [
            [-5, -5],
            [5, -5],
            [5, 0],
            [-5, 0],
          ],
          brightness: 0.5,
        },
      ],
    });
    expect(covered(shaded, 300, 1, 100)).toBeCloseTo(75, 0);
  });

  it('has north up', () => {
    const world = makeWorld({
      ground: [0, 0, 0],
      solids: [
        { x: 10, y: 20, length: 2, width: 2, height: 1, colour: [250, 0, 0] },
        { x: -10, y: -20, length: 2, width: 2, height: 1, colour: [0, 250, 0] },
      ],
    });
    const { data, width, height } = aerialImage(world, 200);
    const first = (channel: number) => data.findIndex((value, i) => i % 3 === channel && value > 200) / 3;
    expect(Math.floor(first(0) / width)).toBeLessThan(height / 4);
    expect(first(0) % width).toBeGreaterThan(width / 2);
    expect(Math.floor(first(1) / width)).toBeGreaterThan((3 * height) / 4);
  });
});

describe('the plan drawing', () => {
  it('has lane, start, scale, solids and the paths that were driven', () => {
    const svg = trackSvg(worldFile('rosdrive-obstacles.yaml'), {
      size: 600,
      title: 'a < b',
      paths: [{ label: 'PID & co', colour: '#c00', points: Float64Array.of(80, 45, 90, 46) }],
    });
    expect(svg.match(/class="solid"/g)!.length).toBe(19);
    for (const part of [
      'class="lane"',
      'class="centre"',
      'class="start"',
      'class="arrow"',
      'class="scale"',
      '>50 m<',
      'a &lt; b',
      'PID &amp; co',
      'pickup 7',
    ])
      expect(svg).toContain(part);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 600 /);
  });

  it('is at the size asked for, whatever the shape of the world', () => {
    for (const file of ['straight.yaml', 'skid-pad.yaml'])
      expect(trackSvg(worldFile(file), { size: 500 })).toMatch(/width="500"/);
    expect(trackSvg(makeWorld({}))).toContain('</svg>');
  });
});
