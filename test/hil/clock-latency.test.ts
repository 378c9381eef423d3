/** Latencies across clocks: what two computers' stamps tell is the truth in the master's seconds, to within what they state. */
import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

interface Told {
  readonly path: string;
  readonly byClocks?: { readonly samples: number; readonly unbounded: number; readonly impossible: number } & Record<
    'median' | 'max' | 'bound',
    number
  >;
}

describe('skidpad latency across clocks', () => {
  it('states a bound within which the truth lies, and leaves out what came before the clocks had one master', async () => {
    const out = join(temporaryFolder(), 'run');
    await skidpad(['run', 'scenarios/hil/cruise-clocks.yaml', '--duration', '4', '--out', out]);
    const { stdout, code } = await skidpad(['latency', out, '--json']);
    expect(code).toBe(0);
    const told = (JSON.parse(stdout) as Told[]).filter(
      // a way that only the first commands took has no such stamps
      ({ path, byClocks }) => /^car\.state .*controller/.test(path) && (byClocks?.samples ?? 0) > 0,
    );
    expect(told).toHaveLength(1);
    const { samples, unbounded, impossible, median, max, bound } = told[0].byClocks!;
    expect(samples).toBeGreaterThan(100);
    expect(unbounded).toBeGreaterThan(0);
    expect(impossible).toBe(0);
    // sent, body, controller and body again: 11 ms by the dataflow, in seconds of a master that is 12 ppm fast
    expect(Math.abs(median - 0.011 * (1 + 12e-6))).toBeLessThan(bound);
    expect(Math.abs(max - 0.011 * (1 + 12e-6))).toBeLessThan(bound);
    // the stamps themselves are far better than the bound is pessimistic
    expect(bound).toBeLessThan(1e-6);
  });
});
