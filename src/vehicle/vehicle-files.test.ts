import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { BlockRunner } from '../../test/fixtures/vehicle/block-runner.ts';
import { group, parse } from '../core/schema.ts';
import { vehicleBlocks } from './index.ts';
import { GRAVITY } from './single-track/load-transfer.ts';
import { handling } from './single-track/handling.ts';
import { singleTrack } from './single-track/single-track.ts';
import type { bicycle } from './kinematic/bicycle.ts';

const folder = new URL('../../vehicles/', import.meta.url);
const read = (file: string): { type: string; params: object; body?: object; period?: string } =>
  parseYaml(readFileSync(new URL(file, folder), 'utf8'));

describe('vehicle files', () => {
  it.each(readdirSync(folder).filter((file) => file.endsWith('.yaml')))(
    '%s is a block entry whose vehicle drives forward',
    (file) => {
      const { type, params, body: _body, period: _period, ...rest } = read(file);
      expect(rest).toEqual({});
      const block = vehicleBlocks.find((candidate) => candidate.type === type);
      // all vehicles take a twist and publish their state
      const runner = new BlockRunner(block as unknown as typeof bicycle, params);
      runner.runUntil(8, () =>
        runner.send('twist', (twist) => {
          twist.linear.x = 0.5;
        }),
      );
      // MVSim's controller is left with a droop for half a minute
      expect(runner.outputs.state.value.vx).toBeCloseTo(0.5, file.startsWith('monosim') ? 1 : 3);
      expect(runner.outputs.state.value.x).toBeGreaterThan(2);
    },
  );

  it('the sedan understeers by one degree per g, with either tyre model', () => {
    for (const tyreModel of ['linear', 'magic-formula']) {
      const car = parse(group(singleTrack.params, ''), { ...read('sedan.yaml').params, tyreModel }, '');
      expect(handling(car).understeerGradient * GRAVITY * (180 / Math.PI)).toBeCloseTo(0.989, 2);
    }
  });
});
