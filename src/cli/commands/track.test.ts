import { parseYaml } from '../../scenario/yaml.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { makeWorld } from '../../../test/fixtures/world/worlds.ts';
import type { TrackOptions } from './track.ts';
import { track } from './track.ts';

const folder = mkdtempSync(join(tmpdir(), 'skidpad-track-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(options: TrackOptions): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await track(options);
    return log.mock.calls.map(([line]) => line as string).join('\n');
  } finally {
    log.mockRestore();
  }
}

describe('skidpad track', () => {
  it("shows the paper's own track", async () => {
    const text = await printed({ paper: true });
    expect(text).toMatch(/length +356\.56 m/);
    expect(text).toMatch(/tightest bend to the left +4\.92 m/);
    expect(text).toMatch(/starts at +\(0, -46\) towards 132\.61°/);
  });

  it('writes drawings and a world that is the track of that seed', async () => {
    const [svg, png, yaml] = ['svg', 'png', 'yaml'].map((kind) => join(folder, `seven.${kind}`));
    const result = JSON.parse(await printed({ seed: '7', laneWidth: '2.5', out: [svg, png, yaml], json: true }));
    expect(readFileSync(svg, 'utf8')).toContain('random track, seed 7');
    expect(decode(readFileSync(png))).toMatchObject({ channels: 3, width: 1024 });
    const written = makeWorld(parseYaml(readFileSync(yaml, 'utf8'), yaml));
    const drawn = makeWorld({ track: { laneWidth: 2.5, random: { seed: 7 } } });
    expect(written.track).toEqual(drawn.track);
    expect(result).toMatchObject({
      length: drawn.track!.length,
      laneWidth: 2.5,
      closed: true,
      start: { x: 0, y: 0, heading: 0 },
      files: [svg, png, yaml],
    });
  });

  it('draws the world of a file', async () => {
    expect(await printed({ world: 'worlds/rosdrive-obstacles.yaml' })).toMatch(/solids +19/);
    expect(JSON.parse(await printed({ world: 'worlds/straight.yaml', json: true }))).toMatchObject({
      length: 1000,
      tightestLeft: null,
      clearance: null,
    });
  });

  it('says what is wrong', async () => {
    await expect(printed({ out: 'a.jpg' })).rejects.toThrow(
      '--out: expected a name that ends in .svg, .png, .yaml, got "a.jpg"',
    );
    await expect(printed({ seed: 'x' })).rejects.toThrow('--seed: expected a number, got "x"');
    await expect(printed({ paper: true, laneWidth: '3' })).rejects.toThrow(
      '--paper: takes a track as it is; expected no --lane-width beside it',
    );
    await expect(printed({ paper: true, world: 'w.yaml' })).rejects.toThrow(
      '--paper: expected either --paper or --world, got both',
    );
    await expect(printed({ world: 'nowhere.yaml' })).rejects.toThrow('nowhere.yaml: there is no such file');
    await expect(printed({ maxCurvature: '0.01' })).rejects.toThrow(/maxCurvature: expected at least 1\/radius/);
  });
});
