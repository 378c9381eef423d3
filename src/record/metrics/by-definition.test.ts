import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSamplePorts,
  driveSample,
  publish,
  recordSample,
  TICK_NS,
} from '../../../test/fixtures/record/sample-run.ts';
import type { MetricSpec } from '../../scenario/schema.ts';
import { metricReductions } from '../../scenario/schema.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import type { Reduction } from './metric-fold.ts';
import { fewestSamples, MetricFold, reducedUnit } from './metric-fold.ts';
import { boundText, evaluateExpectations, LiveMetrics, measure } from './metrics.ts';

/** A reduction by its definition, over all samples at once. */
function byDefinition(reduction: Reduction, xs: readonly number[], timesNs: readonly number[]): number {
  const n = xs.length;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const pairs = xs.slice(1).map((x, i) => ({ x, last: xs[i], dt: (timesNs[i + 1] - timesNs[i]) / 1e9 }));
  const mean = sum(xs) / n;
  const quantile = (p: number) => {
    const sorted = [...xs].sort((a, b) => a - b);
    const rank = p * (n - 1);
    const [below, above] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
    return below + (rank - Math.floor(rank)) * (above - below);
  };
  const definitions: Record<Reduction, () => number> = {
    mean: () => mean,
    meanAbs: () => sum(xs.map(Math.abs)) / n,
    meanSquare: () => sum(xs.map((x) => x * x)) / n,
    rms: () => Math.sqrt(sum(xs.map((x) => x * x)) / n),
    std: () => Math.sqrt(sum(xs.map((x) => (x - mean) ** 2)) / n),
    integral: () => sum(pairs.map(({ x, last, dt }) => ((x + last) / 2) * dt)),
    variation: () => sum(pairs.map(({ x, last }) => Math.abs(x - last))),
    rmsRate: () =>
      Math.sqrt(sum(pairs.map(({ x, last, dt }) => (x - last) ** 2 / dt)) / ((timesNs[n - 1] - timesNs[0]) / 1e9)),
    largestStep: () => Math.max(...pairs.map(({ x, last }) => Math.abs(x - last))),
    min: () => Math.min(...xs),
    max: () => Math.max(...xs),
    maxAbs: () => Math.max(...xs.map(Math.abs)),
    peakToPeak: () => Math.max(...xs) - Math.min(...xs),
    final: () => xs[n - 1],
    count: () => n,
    median: () => quantile(0.5),
    p95: () => quantile(0.95),
    p99: () => quantile(0.99),
  };
  return definitions[reduction]();
}

const folded = (reduction: Reduction, xs: readonly number[], timesNs: readonly number[]): MetricFold => {
  const fold = new MetricFold(reduction);
  xs.forEach((x, i) => fold.add(x, timesNs[i]));
  return fold;
};

const samples = fc.array(fc.tuple(fc.double({ min: -100, max: 100, noNaN: true }), fc.integer({ min: 1, max: 1e9 })), {
  minLength: 2,
  maxLength: 40,
});

describe('every reduction', () => {
  it.each(metricReductions)('is what its definition says of any samples, also in two parts: %s', (reduction) => {
    fc.assert(
      fc.property(samples, fc.nat(40), (pairs, cut) => {
        const xs = pairs.map(([x]) => x);
        const timesNs = pairs.map((_, i) => 5e9 + pairs.slice(0, i + 1).reduce((total, [, gap]) => total + gap, 0));
        const expected = byDefinition(reduction, xs, timesNs);
        const whole = folded(reduction, xs, timesNs);
        expect(Math.abs(whole.result() - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
        expect(whole.count).toBe(xs.length);
        // saved in between, gone on with, and wound back to
        const first = folded(reduction, xs.slice(0, cut), timesNs);
        const saved = structuredClone(first.save());
        const go = (fold: MetricFold) => {
          xs.slice(cut).forEach((x, i) => fold.add(x, timesNs[cut + i]));
          return fold.result();
        };
        expect(go(first)).toBe(whole.result());
        first.restore(saved);
        expect(go(first)).toBe(whole.result());
        const other = new MetricFold(reduction);
        other.restore(saved);
        expect([go(other), other.count]).toEqual([whole.result(), xs.length]);
      }),
      { numRuns: 40 },
    );
  });

  it.each(['median', 'p95', 'p99'] as const)('keeps as many samples as there are: %s', (reduction) => {
    for (const count of [1, 1023, 1024, 1025, 5000]) {
      const xs = Array.from({ length: count }, (_, i) => (i * 7919) % count);
      expect(folded(reduction, xs, xs).result()).toBeCloseTo(byDefinition(reduction, xs, xs), 9);
    }
  });

  it('of sums keeps what is lost in each addition, whichever term is the larger', () => {
    for (const xs of [
      [1e16, 1, -1e16, 1],
      [1, 1e16, 1, -1e16],
      [1, 1e100, 1, -1e100],
      [-1e100, 3, 1e100, -1],
    ])
      expect(folded('mean', xs, xs).result()).toBe(0.5);
    expect(folded('mean', [1e308, 1e308], [0, 1]).result()).toBe(Infinity);
    expect(folded('mean', [-Infinity, 5, 7], [0, 1, 2]).result()).toBe(-Infinity);
    expect(folded('std', [1e9, 1e9 + 1, 1e9 + 2], [0, 1, 2]).result()).toBeCloseTo(Math.sqrt(2 / 3), 9);
  });

  it('with infinite samples at the edges of a quantile stays a number', () => {
    expect(folded('median', [Infinity, Infinity, 1, 2], [0, 1, 2, 3]).result()).toBe(Infinity);
    expect(folded('median', [Infinity, Infinity], [0, 1]).result()).toBe(Infinity);
    expect(folded('p95', [1, 2, Infinity, Infinity], [0, 1, 2, 3]).result()).toBe(Infinity);
  });

  it('knows how many samples it takes', () => {
    expect(
      Object.fromEntries(metricReductions.map((reduction) => [reduction, fewestSamples(reduction)])),
    ).toMatchObject({
      count: 0,
      integral: 2,
      variation: 2,
      rmsRate: 2,
      largestStep: 2,
      mean: 1,
      final: 1,
      p99: 1,
    });
  });

  it('has the unit that follows from its definition', () => {
    const units = ['m', 'm/s', 'm/s²', '1/s', '', 'N·m', 'µm', 'kg m²'];
    expect(units.map((unit) => reducedUnit(unit, 'rmsRate'))).toEqual([
      'm/s',
      'm/s²',
      'm/s³',
      '1/s²',
      '1/s',
      'N·m/s',
      'µm/s',
      'kg m²/s',
    ]);
    expect(units.map((unit) => reducedUnit(unit, 'meanSquare'))).toEqual([
      'm²',
      '(m/s)²',
      '(m/s²)²',
      '(1/s)²',
      '',
      '(N·m)²',
      'µm²',
      '(kg m²)²',
    ]);
    expect(units.map((unit) => reducedUnit(unit, 'integral'))).toEqual([
      'm·s',
      'm',
      'm/s',
      '',
      's',
      'N·m·s',
      'µm·s',
      'kg m²·s',
    ]);
    expect(units.map((unit) => reducedUnit(unit, 'std'))).toEqual(units);
    expect(units.map((unit) => reducedUnit(unit, 'count'))).toEqual(units.map(() => ''));
  });
});

const metric = (spec: Partial<MetricSpec>): MetricSpec => ({
  of: 'vehicle.state.vx',
  reduce: 'mean',
  from: 0,
  doc: '',
  ...spec,
});

describe('metrics of a run', () => {
  it('are what its samples give, by definition, in their window and less what is subtracted', () => {
    const ports = createSamplePorts();
    const specs: Record<string, MetricSpec> = {};
    for (const reduce of metricReductions) {
      specs[`${reduce} of all`] = metric({ reduce });
      specs[`${reduce} in a window, less a number`] = metric({ reduce, from: 0.5, to: 1.7, minus: 0.25 });
      specs[`${reduce} less a signal`] = metric({ reduce, minus: 'driver.twist.linear.x' });
    }
    const live = new LiveMetrics(specs, Object.values(ports));
    const seen: [number, number, number][] = [];
    driveSample(ports, 2, (tick) => seen.push([tick * TICK_NS, ports.state.value.vx, ports.twist.value.linear.x]));
    const inWindow = seen.filter(([timeNs]) => timeNs >= 0.5e9 && timeNs <= 1.7e9);
    const results = new Map(live.results().map((result) => [result.name, result]));
    for (const reduce of metricReductions) {
      const check = (name: string, rows: typeof seen, less: (twist: number) => number) => {
        const expected = byDefinition(
          reduce,
          rows.map(([, vx, twist]) => vx - less(twist)),
          rows.map(([timeNs]) => timeNs),
        );
        expect(results.get(`${reduce} ${name}`)!.value).toBeCloseTo(expected, 9);
        expect(results.get(`${reduce} ${name}`)!.samples).toBe(rows.length);
      };
      check('of all', seen, () => 0);
      check('in a window, less a number', inWindow, () => 0.25);
      check('less a signal', seen, (twist) => twist);
    }
  });

  it('can be wound back with a run', () => {
    const specs = {
      plain: metric({ reduce: 'rms' }),
      median: metric({ reduce: 'median' }),
      error: metric({ reduce: 'maxAbs', minus: 'driver.twist.linear.x' }),
    };
    const ports = createSamplePorts();
    const live = new LiveMetrics(specs, Object.values(ports));
    const say = (from: number, to: number) => {
      for (let tick = from; tick < to; tick++) {
        ports.state.value.vx = tick * tick;
        publish(ports.state, tick);
        ports.twist.value.linear.x = 3 * tick;
        if (tick % 2 === 0) publish(ports.twist, tick);
      }
    };
    say(0, 10);
    // the last sample still waits for the end of its instant
    const saved = structuredClone(live.save());
    say(10, 20);
    const expected = live.results();
    say(20, 30);
    expect(live.results()).not.toEqual(expected);
    live.restore(saved);
    say(10, 20);
    expect(live.results()).toEqual(expected);
    const other = new LiveMetrics(specs, Object.values(createSamplePorts()));
    other.restore(saved);
    expect(other.results().map(({ samples: count }) => count)).toEqual([10, 10, 10]);
  });

  it('name what is known where a signal is not', () => {
    const ports = createSamplePorts();
    const attempt = (of: string, known: Parameters<typeof Object.values>[0]) => () =>
      new LiveMetrics({ a: metric({ of }) }, Object.values(known) as never);
    expect(attempt('radar.echo.x', { twist: ports.twist, odom: ports.odom })).toThrow(
      'metrics.a.of: there is no signal "radar.echo"; known are driver.twist, vehicle.odom',
    );
    expect(attempt('radar.echo.x', {})).toThrow('there is no signal "radar.echo"; known are none');
  });

  it('of a recording take the messages of signals that can be decoded, and say what is missing', () => {
    const recording = openRecording(recordSample(1));
    const [gone, there] = measure(
      { gone: metric({ of: 'a.b.c', doc: 'd' }), there: metric({ reduce: 'count' }) },
      recording,
    );
    expect(gone).toMatchObject({ name: 'gone', value: null, unit: '', samples: 0, doc: 'd' });
    expect(gone.problem).toContain('there is no signal "a.b"');
    expect(there).toEqual({ name: 'there', value: 51, unit: '', samples: 51, doc: '' });
    expect(() => measure({ a: null as never }, recording)).toThrow(TypeError);
  });
});

describe('expectations', () => {
  it('say their bounds, their units, and what was measured', () => {
    const results = [{ name: 'n', value: -1, unit: '', samples: 1, doc: '' }];
    const judged = (bounds: { min?: number; max?: number }) =>
      evaluateExpectations([{ metric: 'n', doc: '', ...bounds }], results)[0];
    expect(judged({ min: -1, max: -1 })).toEqual({
      name: 'n ≥ -1 and ≤ -1',
      metric: 'n',
      value: -1,
      unit: '',
      min: -1,
      max: -1,
      pass: true,
    });
    expect(judged({ min: 0 }).problem).toBe('n is -1, expected at least 0');
    expect(judged({ max: -2 }).problem).toBe('n is -1, expected at most -2');
    expect([
      boundText(1, 2),
      boundText(1, undefined),
      boundText(undefined, 2),
      boundText(undefined, undefined),
    ]).toEqual(['≥ 1 and ≤ 2', '≥ 1', '≤ 2', '']);
    const [unknown] = evaluateExpectations(
      [{ metric: 'm', doc: 'd', min: 0 }],
      [{ ...results[0], name: 'm', value: null }],
    );
    expect(unknown).toMatchObject({
      name: 'd',
      value: null,
      pass: false,
      problem: 'm has no value: it was not measured',
    });
    expect(evaluateExpectations([{ metric: 'x', doc: '', max: 0 }], [])[0]).toMatchObject({
      value: null,
      unit: '',
      pass: false,
    });
  });
});
