import { describe, expect, it } from 'vitest';
import { parse } from '../core/schema.ts';
import { worldProblem, worldOf } from './world.ts';
import { worldParams } from './world-schema.ts';

const documentOf = (document: object) => parse(worldParams, document, 'world');
const straight = { segments: { elements: [{ straight: 100 }] } };

describe('lighting of a world', () => {
  it('is absent on a dry day without lamps', () => {
    expect(worldOf(documentOf({})).scene.lighting).toBeUndefined();
    expect(worldOf(documentOf({ wet: {} })).scene.lighting).toMatchObject({ daylight: 1, wet: { albedo: 0.5 } });
  });

  it('has lamps where they are said to hang, and others in a row left of the track', () => {
    const { lighting } = worldOf(
      documentOf({
        daylight: 0.1,
        lamps: [{ x: 1, y: 2, intensity: 7, colour: [1, 2, 3] }],
        track: straight,
        streetLamps: { spacing: 24, offset: 3, height: 6 },
      }),
    ).scene;
    expect(lighting!.lamps[0]).toMatchObject({ x: 1, y: 2, height: 5, intensity: 7, colour: [1, 2, 3] });
    expect(lighting!.lamps.slice(1).map(({ x, y, height }) => [x, y, height])).toEqual(
      [0, 25, 50, 75].map((x) => [expect.closeTo(x, 6), expect.closeTo(3, 6), 6]),
    );
  });

  it('says what is wrong with it', () => {
    expect(worldProblem(documentOf({ streetLamps: {} }))).toEqual(['world.streetLamps', 'expected a track to light']);
    expect(worldProblem(documentOf({ lamps: [{ x: 0, y: 0, colour: [1, 2, 3, 4] }] }))).toEqual([
      'world.lamps[0].colour',
      'expected red, green and blue, got 4 numbers',
    ]);
  });
});
