import { evaluateExpectations } from './metrics.ts';
import { describe, expect, it } from 'vitest';
import { createSamplePorts, driveSample, publish, recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { InputError } from '../../core/input-error.ts';
import type { MetricSpec } from '../../scenario/schema.ts';
import { metricReductions } from '../../scenario/schema.ts';
import type { MetricResult } from './metrics.ts';
import { LiveMetrics, measure } from './metrics.ts';
import { openRecording } from '../mcap/recording-reader.ts';

const metric = (spec: Partial<MetricSpec> & Pick<MetricSpec, 'of' | 'reduce'>): MetricSpec => ({
  from: 0,
  doc: '',
  ...spec,
});

describe('metrics', () => {
  it('are the same bits live and from the recording', () => {
    const specs = Object.fromEntries(
      metricReductions.flatMap((reduce) => [
        [`${reduce}_plain`, metric({ of: 'vehicle.state.vx', reduce })],
        [
          `${reduce}_number`,
          metric({ of: 'vehicle.odom.pose.pose.position.x', minus: 0.25, reduce, from: 0.5, to: 1.5 }),
        ],
        [`${reduce}_signal`, metric({ of: 'vehicle.state.vx', minus: 'driver.twist.linear.x', reduce })],
        [`${reduce}_later`, metric({ of: 'driver.twist.linear.x', minus: 'vehicle.state.vx', reduce })],
      ]),
    );
    const ports = createSamplePorts();
    const live = new LiveMetrics(specs, Object.values(ports));
    driveSample(ports, 2);
    expect(live.results()).toEqual(measure(specs, openRecording(recordSample(2))));
    expect(live.results().every(({ value }) => value !== null)).toBe(true);
  });

  it('subtract what is latched at the end of the instant, whoever publishes first', () => {
    for (const twistFirst of [true, false]) {
      const ports = createSamplePorts();
      const live = new LiveMetrics(
        { error: metric({ of: 'vehicle.state.vx', minus: 'driver.twist.linear.x', reduce: 'max' }) },
        Object.values(ports),
      );
      for (let tick = 0; tick < 3; tick++) {
        ports.twist.value.linear.x = 10 * tick;
        ports.state.value.vx = 10 * tick + tick;
        for (const port of twistFirst ? [ports.twist, ports.state] : [ports.state, ports.twist]) publish(port, tick);
      }
      expect(live.results()).toMatchObject([{ value: 2, samples: 3, unit: 'm/s' }]);
    }
  });

  it('take no sample before the subtracted signal was published', () => {
    const ports = createSamplePorts();
    const live = new LiveMetrics(
      { error: metric({ of: 'vehicle.state.vx', minus: 'driver.twist.linear.x', reduce: 'count' }) },
      Object.values(ports),
    );
    publish(ports.state, 0);
    publish(ports.state, 1);
    publish(ports.twist, 2);
    publish(ports.state, 3);
    expect(live.results()[0].value).toBe(1);
  });

  it('include both ends of their window', () => {
    const ports = createSamplePorts();
    const live = new LiveMetrics(
      { n: metric({ of: 'vehicle.state.x', reduce: 'count', from: 0.1, to: 0.3 }) },
      Object.values(ports),
    );
    driveSample(ports, 1);
    expect(live.results()[0].value).toBe(11);
  });

  it('name the place of a wrong field', () => {
    const ports = Object.values(createSamplePorts());
    const attempt = (spec: Partial<MetricSpec>) => () =>
      new LiveMetrics({ bad: metric({ of: 'vehicle.state.vx', reduce: 'mean', ...spec }) }, ports);
    expect(attempt({ of: 'vehicle.stat.vx' })).toThrow(
      'metrics.bad.of: there is no signal "vehicle.stat" (did you mean "vehicle.state"?)',
    );
    expect(attempt({ of: 'vehicle.state.speed' })).toThrow(/^metrics\.bad\.of: .*has no field speed/);
    expect(attempt({ of: 'vehicle.state' })).toThrow('metrics.bad.of: expected block.port.field, got "vehicle.state"');
    expect(attempt({ minus: 'vehicle.state.x' })).toThrow(
      'metrics.bad.minus: expected [m/s] like vehicle.state.vx, but vehicle.state.x is in [m]',
    );
    expect(attempt({ of: 'a.b.c' })).toThrow(InputError);
  });
});

describe('metrics of a recording', () => {
  it('say which signal is not in it', () => {
    const results = measure({ gone: metric({ of: 'radar.echo.x', reduce: 'max' }) }, openRecording(recordSample(1)));
    expect(results).toMatchObject([{ value: null, samples: 0 }]);
    expect(evaluateExpectations([{ metric: 'gone', max: 1, doc: '' }], results)[0].problem).toMatch(
      /^gone has no value: there is no signal "radar\.echo"/,
    );
  });
});

describe('expectations', () => {
  const results: MetricResult[] = [
    { name: 'error', value: 0.3, unit: 'm', samples: 10, doc: '' },
    {
      name: 'silent',
      value: null,
      unit: 'm',
      samples: 0,
      doc: '',
      problem: 'its signal did not publish in the window',
    },
  ];

  it('pass within their bounds and fail outside with a sentence', () => {
    expect(
      evaluateExpectations(
        [
          { metric: 'error', max: 0.3, doc: 'stays close' },
          { metric: 'error', min: 0.5, doc: '' },
          { metric: 'error', min: 0, max: 0.2, doc: '' },
        ],
        results,
      ),
    ).toEqual([
      { name: 'stays close', metric: 'error', value: 0.3, unit: 'm', max: 0.3, pass: true },
      {
        name: 'error ≥ 0.5',
        metric: 'error',
        value: 0.3,
        unit: 'm',
        min: 0.5,
        pass: false,
        problem: 'error is 0.3 m, expected at least 0.5 m',
      },
      {
        name: 'error ≥ 0 and ≤ 0.2',
        metric: 'error',
        value: 0.3,
        unit: 'm',
        min: 0,
        max: 0.2,
        pass: false,
        problem: 'error is 0.3 m, expected at most 0.2 m',
      },
    ]);
  });

  it('fail whatever their bounds where nothing, too little or no number was published', () => {
    const ports = createSamplePorts();
    const of = 'vehicle.state.vx';
    const live = new LiveMetrics(
      {
        silent: metric({ of: 'driver.twist.linear.x', reduce: 'max' }),
        late: metric({ of, reduce: 'maxAbs', from: 10 }),
        once: metric({ of, reduce: 'integral', from: 0.002 }),
        broken: metric({ of, reduce: 'mean' }),
      },
      Object.values(ports),
    );
    [0, NaN, 0].forEach((vx, tick) => {
      ports.state.value.vx = vx;
      publish(ports.state, tick);
    });
    const names = ['silent', 'late', 'once', 'broken'];
    const expectations = names.map((name) => ({ metric: name, min: -1, max: 1, doc: '' }));
    expect(
      evaluateExpectations(expectations, live.results()).map(({ pass, value, problem }) => [pass, value, problem]),
    ).toEqual([
      [false, null, 'silent has no value: its signal did not publish in the window'],
      [false, null, 'late has no value: its signal did not publish in the window'],
      [false, null, 'once has no value: its signal published once in the window, and integral is about changes'],
      [false, null, 'broken has no value: one of its 3 samples is not a number'],
    ]);
  });

  it('fail where there is nothing to evaluateExpectations', () => {
    const problems = evaluateExpectations(
      ['silent', 'missing'].map((name) => ({ metric: name, max: 1, doc: '' })),
      results,
    ).map(({ pass, problem }) => [pass, problem]);
    expect(problems).toEqual([
      [false, 'silent has no value: its signal did not publish in the window'],
      [false, 'there is no metric "missing"'],
    ]);
  });
});
