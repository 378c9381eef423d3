import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeWorld, readWorldFile, worldFile } from '../../test/fixtures/world/worlds.ts';
import { nodeFiles } from '../node/files.ts';
import { loadWorld } from '../scenario/document.ts';
import { parse } from '../core/schema.ts';
import { createTrackPoint } from './track/track.ts';
import { nearest } from './track/nearest.ts';
import { worldOf, worldProblem } from './world.ts';
import { worldParams } from './world-schema.ts';

const parsed = (document: unknown) => parse(worldParams, document, 'world');

describe('a world', () => {
  it('may be empty', () => {
    const { scene, track } = makeWorld({});
    expect(track).toBeUndefined();
    expect(scene.ground).toEqual({ colour: [96, 98, 100], areas: [], stripes: [], shadows: [] });
    expect(scene.solids).toEqual([]);
  });

  it('is the same object for the same document, and for an equal one', () => {
    const document = parsed({ track: { polar: { radius: 20 } } });
    expect(worldOf(document)).toBe(worldOf(document));
    expect(worldOf(structuredClone(document))).toBe(worldOf(document));
    expect(worldOf(parsed({ track: { polar: { radius: 21 } } }))).not.toBe(worldOf(document));
  });

  it('lays lines of the track below other stripes, and the road below other areas', () => {
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const { ground } = makeWorld({
      track: { polar: { radius: 20 }, road: { width: 6, colour: [9, 9, 9] } },
      areas: [{ points: square, colour: [1, 1, 1] }],
      stripes: [{ points: square, closed: true, width: 0.3, colour: [2, 2, 2] }],
      shadows: [{ points: square, brightness: 0.4 }],
    }).scene;
    expect(ground.areas.at(-1)).toEqual({ points: Float64Array.of(0, 0, 1, 0, 1, 1), colour: [1, 1, 1] });
    expect(ground.stripes.length).toBe(3);
    expect(ground.stripes.at(-1)).toMatchObject({ closed: true, width: 0.3, colour: [2, 2, 2] });
    expect(ground.shadows).toEqual([{ points: Float64Array.of(0, 0, 1, 0, 1, 1), brightness: 0.4 }]);
  });

  it('strews shadows along its track', () => {
    const strewn = (seed: number) =>
      makeWorld({ track: { polar: { radius: 20 } }, randomShadows: { count: 12, brightness: 0.3, size: 2, seed } });
    const { scene, track } = strewn(1);
    expect(scene.ground.shadows.length).toBe(12);
    const place = createTrackPoint();
    for (const { points, brightness } of scene.ground.shadows) {
      expect(brightness).toBe(0.3);
      nearest(track!, points[0], points[1], -1, place);
      expect(Math.abs(place.lateral)).toBeLessThan(3 + 2);
    }
    expect(strewn(1).scene.ground.shadows).toEqual(scene.ground.shadows);
    expect(strewn(2).scene.ground.shadows).not.toEqual(scene.ground.shadows);
  });

  it('has boxes and prisms, with their corners counter-clockwise', () => {
    const { solids } = makeWorld({
      solids: [
        { name: 'crate', x: 1, y: 2, yaw: '90 deg', length: 4, width: 2, height: 1.5 },
        {
          footprint: [
            [0, 0],
            [0, 2],
            [3, 0],
          ],
          height: 1,
          bottom: 0.5,
        },
      ],
    }).scene;
    expect(solids[0]).toMatchObject({
      name: 'crate',
      x: 1,
      y: 2,
      bottom: 0,
      top: 1.5,
      footprint: Float64Array.of(-2, -1, 2, -1, 2, 1, -2, 1),
    });
    expect(solids[1]).toMatchObject({ bottom: 0.5, top: 1.5, footprint: Float64Array.of(3, 0, 0, 2, 0, 0) });
  });

  it('says what is wrong, and where', () => {
    const of = (document: unknown) => () => makeWorld(document);
    expect(of({ ground: [1, 2, 3, 4] })).toThrow('world.ground: expected red, green and blue, got 4 numbers');
    expect(of({ areas: [{ points: [[0, 0], [1, 0], [1]] }] })).toThrow(
      'world.areas[0].points[2]: expected a list of at least 2, got 1',
    );
    expect(of({ track: {} })).toThrow('world.track: expected exactly one of polar, random, segments, points, got none');
    expect(of({ track: { polar: { radius: 9 }, random: {} } })).toThrow(
      'world.track: expected exactly one of polar, random, segments, points, got polar and random',
    );
    expect(of({ randomShadows: { count: 3 } })).toThrow('world.randomShadows: expected a track to strew shadows on');
    expect(of({ solids: [{ height: 1 }] })).toThrow('world.solids[0]: expected length and width, or a footprint');
    expect(
      of({
        solids: [
          {
            height: 1,
            length: 1,
            width: 1,
            footprint: [
              [0, 0],
              [1, 0],
              [0, 1],
            ],
          },
        ],
      }),
    ).toThrow('world.solids[0]: expected either length and width or a footprint, got both');
    expect(
      of({
        solids: [
          {
            height: 1,
            footprint: [
              [0, 0],
              [4, 0],
              [1, 1],
              [0, 4],
            ],
          },
        ],
      }),
    ).toThrow('world.solids[0].footprint: expected a convex outline, but it turns the other way at corner 2');
    expect(
      of({
        solids: [
          {
            height: 1,
            footprint: [
              [0, 3],
              [-2, -3],
              [3, 1],
              [-3, 1],
              [2, -3],
            ],
          },
        ],
      }),
    ).toThrow('world.solids[0].footprint: expected a convex outline');
    expect(
      worldProblem(
        parsed({
          track: {
            points: {
              through: [
                [0, 0],
                [1, 1],
              ],
            },
          },
        }),
      ),
    ).toEqual(['world.track.points.through', 'expected at least 3 points, got 2']);
    expect(worldProblem(parsed({}))).toBeUndefined();
  });
});

describe('world files', () => {
  it.each(readdirSync(new URL('../../worlds/', import.meta.url)))(
    '%s is a world with a track, a lot or streets',
    async (file) => {
      const document = await loadWorld(nodeFiles, fileURLToPath(new URL(`../../worlds/${file}`, import.meta.url)));
      const { track, slots, scene } = makeWorld(document);
      if (file.startsWith('parking-')) expect(slots.length).toBeGreaterThan(10);
      else if (file === 'platoon-street.yaml') expect(scene.ground.areas.length).toBeGreaterThan(0);
      else expect(track!.length).toBeGreaterThan(80);
    },
  );

  it('have one and the same track for RosDrive with and without pickups', () => {
    expect(readWorldFile('rosdrive-obstacles.yaml').track).toEqual(readWorldFile('rosdrive.yaml').track);
  });

  it('have nineteen pickups at the offsets measured in RosDrive, along the line', () => {
    const offsets = [
      2.38, -2.37, 2.51, -2.18, 2.93, -1.69, 1.87, 1.87, 1.7, -2.4, -2.57, -1.94, 1.78, -1.52, 1.86, 2.39, -1.84, 2.01,
      -2.24,
    ];
    const { scene, track } = worldFile('rosdrive-obstacles.yaml');
    const place = createTrackPoint();
    expect(scene.solids.length).toBe(19);
    scene.solids.forEach((pickup, i) => {
      nearest(track!, pickup.x, pickup.y, -1, place);
      expect(Math.abs(place.lateral - offsets[i])).toBeLessThan(0.011);
      expect(Math.abs(Math.sin(pickup.yaw - place.heading))).toBeLessThan(0.03);
      expect(pickup.top).toBe(1.87);
    });
  });

  it('have each pickup where the world LineTrack_curve_overtake5 of RosDrive has it', () => {
    // poses of its <state>, in the order along the line; that world shifts the track by −0.905089 m in x
    const published = [
      [201.049, 48.0803, 0.001943],
      [236.148, 43.3343, 0.00516],
      [272.172, 48.2114, 0.001836],
      [310.218, 43.5195, 0],
      [354.538, 48.6341, 0],
      [450.508, 109.088, 1.58442],
      [366.898, 161.093, 0],
      [358.468, 161.093, 0],
      [350.122, 161.262, 0],
      [321.424, 165.358, 0],
      [313.334, 165.528, 0],
      [151.075, 247.517, -1.56087],
      [147.354, 274.393, -1.58397],
      [150.652, 303.119, -1.56059],
      [53.4875, 271.304, -1.54623],
      [54.0115, 262.745, -1.56553],
      [49.7877, 234.236, -1.57164],
      [53.6393, 203.61, -1.57889],
      [49.3868, 172.293, -1.56912],
    ];
    const { solids } = worldFile('rosdrive-obstacles.yaml').scene;
    published.forEach(([x, y, yaw], i) => {
      expect(solids[i].name).toBe(`pickup ${i + 1}`);
      expect(Math.abs(solids[i].x - (x + 0.905089))).toBeLessThan(0.006);
      expect(Math.abs(solids[i].y - y)).toBeLessThan(0.006);
      expect(Math.abs(solids[i].yaw - yaw)).toBeLessThan(0.006);
    });
  });
});
