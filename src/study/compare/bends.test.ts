import { parseYaml } from '../../scenario/yaml.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from '../../core/schema.ts';
import type { Track } from '../../world/index.ts';
import { worldOf, worldParams } from '../../world/index.ts';
import { bendsOf } from './bends.ts';

const trackIn = (world: unknown): Track => worldOf(parse(worldParams, world, 'world')).track!;

describe('bends of a track', () => {
  it('are the seven curves of RosDrive, in its order', () => {
    const text = readFileSync(new URL('../../../worlds/rosdrive.yaml', import.meta.url), 'utf8');
    const bends = bendsOf(trackIn(parseYaml(text, 'rosdrive.yaml')));
    expect(bends.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    // tightest radius of each; the fourth, a turn about to the right, has two arcs
    [20.99, 23.09, 22.28, 21.48, 20, 21.63, 19.2].forEach((radius, i) =>
      expect(bends[i].radius).toBeCloseTo(radius, 1),
    );
    expect(bends.map(({ turn }) => Math.sign(turn))).toEqual([1, 1, 1, -1, 1, 1, 1]);
    expect(Math.abs(bends[3].turn)).toBeGreaterThan((150 * Math.PI) / 180);
    // the first one leaves the long straight 356 m after the start
    expect(bends[0].begin).toBeCloseTo(356, 0);
    expect(bends[0].area.x[0]).toBeLessThan(429.43);
    expect(bends[0].area.x[1]).toBeGreaterThan(449.72);
  });

  it('are not cut by the start of a closed track', () => {
    // a stadium that starts in the middle of its first bend
    const quarter = { arc: { radius: 10, angle: '90 deg' } };
    const elements = [quarter, { straight: 40 }, { arc: { radius: 10, angle: '180 deg' } }, { straight: 40 }, quarter];
    const track = trackIn({ track: { segments: { closed: true, start: { x: 0, y: 0 }, elements }, laneWidth: 3 } });
    const bends = bendsOf(track);
    expect(bends).toHaveLength(2);
    for (const { turn, radius } of bends) {
      expect(turn).toBeCloseTo(Math.PI, 1);
      expect(radius).toBeCloseTo(10, 6);
    }
    expect(bends[1].end).toBeGreaterThan(track.length);
    expect(bends[1].end - bends[1].begin).toBeCloseTo(10 * Math.PI, 0);
  });

  it('are one on a circle and none on a straight', () => {
    const circle = trackIn({ track: { polar: { radius: 20, harmonics: [] }, laneWidth: 2 } });
    expect(bendsOf(circle)).toHaveLength(1);
    const straight = trackIn({
      track: { segments: { start: { x: 0, y: 0 }, elements: [{ straight: 100 }] }, laneWidth: 2 },
    });
    expect(bendsOf(straight)).toEqual([]);
  });
});
