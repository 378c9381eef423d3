import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { Float64, Imu, Twist, VehicleState } from '../../msgs/index.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import { McapWriter } from '../mcap/writer.ts';
import { defaultPlots } from './default-plots.ts';
import { collectPlots } from './plot-data.ts';
import type { ReportInput } from './report.ts';
import { reportHtml } from './report.ts';
import type { ReportOutcome } from './tables.ts';
import { dataflowTable, durationText, expectationTable, metricTable, stepTimeTable, summaryList } from './tables.ts';
import { xmlText } from './xml-text.ts';

/** A table as its cells, row by row, as a person reads them. */
const cells = (html: string): string[][] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) =>
      cell
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );

const outcome: ReportOutcome = {
  seed: 7,
  ticks: 2000,
  duration: 2,
  hash: 'abc',
  clock: 'free',
  deadlineMisses: 3,
  metrics: [],
  expectations: [],
};

describe('the summary of a run', () => {
  const entries = (given: ReportOutcome) =>
    Object.fromEntries(
      [...summaryList(given).matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [
        name,
        value.replaceAll(/<[^>]*>/g, ''),
      ]),
    );

  it('has what is known of it', () => {
    expect(entries(outcome)).toEqual({
      'Simulated time': '2 s',
      'Wall time': 'unknown',
      Speed: 'unknown',
      Clock: 'free',
      Ticks: '2000',
      Seed: '7',
      'Deadline misses': '3',
      'Hash of all signals': 'abc',
    });
    const more = { ...outcome, wall: 0.0123, realTimeFactor: 162.6, lateness: { median: 1e-5, p99: 0.002, max: 1.5 } };
    expect(entries(more)).toMatchObject({
      'Wall time': '12.3 ms',
      Speed: '163 × real time',
      'Ticks late: median, p99, max': '10 µs, 2 ms, 1.5 s',
    });
  });
});

describe('a duration', () => {
  it('is in the unit that people would use, to four digits', () => {
    expect([0, 1.23456e-6, 9.99e-4, 1e-3, 0.0123456, 0.9999, 1, 12.3456, 3600].map(durationText)).toEqual([
      '0 µs',
      '1.235 µs',
      '999 µs',
      '1 ms',
      '12.35 ms',
      '999.9 ms',
      '1 s',
      '12.35 s',
      '3600 s',
    ]);
  });
});

describe('the tables of a report', () => {
  it('say of every metric its value to six digits, its unit, its samples and its meaning', () => {
    const metric = (value: number | null) => ({ name: 'n', value, unit: 'm', samples: 4, doc: 'd' });
    const values = [0, 1.23456789, -0.5, 1e-4, 9.99e-5, -2e-7, 9_999_999, 1e7, Infinity, null];
    expect(cells(metricTable(values.map(metric)))).toEqual([
      ['Metric', 'Value', 'Unit', 'Samples', 'Meaning'],
      ...['0', '1.23457', '−0.5', '0.0001', '9.990e−5', '−2.000e−7', '10000000', '1.000e+7', 'Infinity', '–'].map(
        (text) => ['n', text, 'm', '4', 'd'],
      ),
    ]);
  });

  it('say of every expectation whether it holds, and why there is no value', () => {
    const rows = cells(
      expectationTable([
        { name: 'good', metric: 'a', value: -1, unit: 'm', min: -2, pass: true },
        { name: 'bad', metric: 'b', value: 3, unit: '', max: 2, pass: false, problem: 'b is 3' },
        { name: 'none', metric: 'c', value: null, unit: '', min: 0, max: 1, pass: false, problem: 'c has no value' },
      ]),
    );
    expect(rows).toEqual([
      ['', 'Expectation', 'Metric', 'Value', 'Bound', 'Unit'],
      ['✓ holds', 'good', 'a', '−1', '≥ −2', 'm'],
      ['✗ fails', 'bad', 'b', '3', '≤ 2', ''],
      ['✗ fails', 'none c has no value', 'c', '–', '≥ 0 and ≤ 1', ''],
    ]);
  });

  it('say of every block where and when it runs, and how often it publishes', () => {
    const block = {
      block: 'b',
      type: 't',
      host: 'local',
      period: 0.01,
      publishEvery: 1,
      latency: 0.001,
      inputs: ['i', 'j'],
      outputs: ['o'],
    };
    expect(cells(dataflowTable([block, { ...block, publishEvery: 5 }]))).toEqual([
      ['Block', 'Host', 'Period', 'Latency', 'Inputs', 'Outputs'],
      ['b t', 'local', '10 ms', '1 ms', 'i j', 'o'],
      ['b t', 'local', '10 ms publishes every 50 ms', '1 ms', 'i j', 'o'],
    ]);
  });

  it('say of every block how long its steps took', () => {
    const times = [{ block: 'b', steps: 10, median: 1e-5, p99: 2e-3, max: 3, share: 0.1234 }];
    expect(cells(stepTimeTable(times))).toEqual([
      ['Block', 'Steps', 'Median', 'p99', 'Max', 'Share of the run'],
      ['b', '10', '10 µs', '2 ms', '3 s', '12.3 %'],
    ]);
    // numbers stand to the right
    expect(stepTimeTable(times).match(/<th scope="col" class="number">/g)).toHaveLength(5);
    expect(stepTimeTable(times)).toContain('<th scope="col">Block</th>');
  });
});

describe('text in a report', () => {
  it('is no longer than anyone would read', () => {
    expect(xmlText('x'.repeat(4000))).toHaveLength(4000);
    expect(xmlText('x'.repeat(4001))).toBe(`${'x'.repeat(4000)}…`);
    expect(xmlText('a\tb\rc\n')).toBe('a&#9;b&#13;c&#10;');
  });
});

const input = (more: Partial<ReportInput> = {}, results: Partial<ReportOutcome> = {}): ReportInput => ({
  title: 'Title',
  description: ' About it. ',
  outcome: { ...outcome, ...results },
  dataflow: [],
  recording: openRecording(recordSample(2)),
  plots: [],
  images: [],
  backdrop: [],
  uplotJs: 'const a = "</script>";',
  uplotCss: '.u{}',
  ...more,
});
const headings = (html: string) => [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
const expectation = (pass: boolean) => ({ name: 'e', metric: 'm', value: 1, unit: '', pass });

describe('a report', () => {
  it('has a section for everything that there is, and none for what there is not', () => {
    expect(headings(reportHtml(input()))).toEqual(['Summary', 'Plots', 'Dataflow']);
    const full = reportHtml(
      input(
        {},
        {
          metrics: [{ name: 'm', value: 1, unit: '', samples: 1, doc: '' }],
          expectations: [expectation(true)],
          stepTimes: [{ block: 'b', steps: 1, median: 1, p99: 1, max: 1, share: 1 }],
        },
      ),
    );
    expect(headings(full)).toEqual(['Summary', 'Expectations', 'Metrics', 'Plots', 'Dataflow', 'Computing time']);
    const sink = new MemorySink();
    new McapWriter(sink).close();
    expect(headings(reportHtml(input({ recording: openRecording(sink.bytes()) }, { stepTimes: [] })))).toEqual([
      'Summary',
      'Dataflow',
    ]);
  });

  it('begins with the verdict', () => {
    const verdict = (...passes: boolean[]) =>
      /<p class="verdict (\w+)">(.*?)<\/p>/
        .exec(reportHtml(input({}, { expectations: passes.map(expectation) })))
        ?.slice(1);
    expect(verdict()).toBeUndefined();
    expect(verdict(true)).toEqual(['pass', '✓ The expectation holds']);
    expect(verdict(true, true)).toEqual(['pass', '✓ All 2 expectations hold']);
    expect(verdict(true, false)).toEqual(['fail', '✗ 1 of 2 expectations fails']);
    expect(verdict(false, true, false)).toEqual(['fail', '✗ 2 of 3 expectations fail']);
  });

  it('says what it is about and what was wrong with the run', () => {
    const html = reportHtml(input());
    expect(html).toContain('<h1>Title</h1><p>About it.</p></header>');
    expect(html).not.toContain('class="note"');
    expect(reportHtml(input({ description: '' }))).toContain('<h1>Title</h1></header>');
    expect(reportHtml(input({}, { interrupted: true }))).toContain(
      '<p class="note">The run was interrupted before its end.</p>',
    );
    expect(html).toContain('const a = "<\\/script>";');
  });

  it('names its curves by signal, or by field where one signal has several', () => {
    const legendOf = (y: string[]) => {
      const html = reportHtml(
        input({ plots: [{ title: 'P', x: 'vehicle.state.x', y, equal: false, track: false, plan: false, doc: '' }] }),
      );
      return [...html.matchAll(/<i style="border-color:var\(--s(\d)\)"><\/i>([^<]*)</g)].map(
        ([, colour, name]) => `${colour} ${name}`,
      );
    };
    expect(legendOf(['vehicle.state.y', 'vehicle.odom.pose.pose.position.y'])).toEqual([
      '1 vehicle.state',
      '2 vehicle.odom',
    ]);
    expect(legendOf(['vehicle.state.y', 'vehicle.state.yaw'])).toEqual(['1 vehicle.state.y', '2 vehicle.state.yaw']);
    const nine = Array.from({ length: 9 }, () => 'vehicle.state.y');
    expect(legendOf(nine).map((entry) => entry[0])).toEqual([...'123456781']);
  });

  it('draws the track beneath the plots that ask for it, and tells its script what goes where', () => {
    const backdrop = [{ points: Float64Array.of(0, 0, 1, 1), closed: false }];
    const plot = { title: 'P', x: 'vehicle.state.x', y: ['vehicle.state.y'], equal: true, plan: false, doc: 'd' };
    const time = {
      title: 'S',
      y: ['driver.twist.linear.x', 'vehicle.state.vx'],
      equal: false,
      track: false,
      plan: false,
      doc: '',
    };
    const html = reportHtml(input({ backdrop, plots: [{ ...plot, track: true }, { ...plot, track: false }, time] }));
    expect(html.match(/class="ground"/g)).toHaveLength(1);
    expect(html).toContain('<figcaption>P<span>d</span></figcaption>');
    expect(html).toContain('aria-label="S: driver.twist.linear.x, vehicle.state.vx over time"');
    expect([...html.matchAll(/<figure data-plot="(\d)">/g)].map(([, index]) => index)).toEqual(['0', '1', '2']);
    expect(html).toContain('Sampled every 20 ms;');
    const data = JSON.parse(/id="run-data">(.*?)<\/script>/s.exec(html)![1]);
    expect(data).toMatchObject({ start: 0, period: 0.02, rows: 101 });
    expect(data.plots.map(({ map, series }: { map?: object; series: object }) => [map !== undefined, series])).toEqual([
      [true, [{ name: 'vehicle.state.y', unit: 'm', x: 'vehicle.state.x', stepped: false }]],
      [true, [{ name: 'vehicle.state.y', unit: 'm', x: 'vehicle.state.x', stepped: false }]],
      [
        false,
        [
          { name: 'driver.twist.linear.x', unit: 'm/s', stepped: true },
          { name: 'vehicle.state.vx', unit: 'm/s', stepped: false },
        ],
      ],
    ]);
    expect(Object.keys(data.columns).sort()).toEqual([
      'driver.twist.linear.x',
      'vehicle.state.vx',
      'vehicle.state.x',
      'vehicle.state.y',
    ]);
  });
});

describe('plots', () => {
  /** Channels of these types, with one message each. */
  const channelsOf = (types: readonly MessageType<any>[], change: (message: any) => void = () => {}) => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    types.forEach((type, i) => {
      const id = writer.addChannel({ topic: `/t${i}`, type, metadata: { block: `b${i}`, port: 'p' } });
      const message = type.create();
      change(message);
      writer.writeMessage(id, type, message, 1, 1e9, 1e9);
    });
    writer.close();
    return openRecording(sink.bytes());
  };

  it('have at most eight curves of vehicles, and at most six signals where there are none', () => {
    const many = defaultPlots(channelsOf(Array.from({ length: 12 }, () => VehicleState)).channels);
    expect(many.map(({ title, series, equal, track }) => [title, series.length, equal, track])).toEqual([
      ['Speed', 8, false, false],
      ['Yaw rate', 8, false, false],
      ['Steering', 8, false, false],
      ['Path', 8, true, true],
    ]);
    const others = defaultPlots(channelsOf(Array.from({ length: 9 }, () => Float64)).channels);
    expect(others.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4, 5].map((i) => `b${i}.p`));
    // fields of the unit of the first, stamps left out
    const [imu] = defaultPlots(channelsOf([Imu]).channels);
    expect(imu.series.length).toBeLessThanOrEqual(8);
    expect(new Set(imu.series.map(({ y }) => y.unit)).size).toBe(1);
    expect(imu.series.some(({ y }) => /stamp/.test(y.name))).toBe(false);
    expect(imu.series[0].y.name).toBe('b0.p.orientation.x');
  });

  it('leave out what is zero or not there throughout, and keep what is not', () => {
    const shown = (change: (message: VehicleState) => void) =>
      collectPlots(channelsOf([VehicleState], change), []).plots.map(({ title }) => title);
    expect(shown(() => {})).toEqual([]);
    expect(shown((message) => (message.vx = 1))).toEqual(['Speed']);
    expect(shown((message) => (message.vx = NaN))).toEqual([]);
    expect(shown((message) => (message.y = -1))).toEqual(['Path']);
    expect(shown((message) => (message.x = 1e-9))).toEqual(['Path']);
    // what is declared is shown whatever it says
    const declared = [{ title: 'T', y: ['b0.p.vx'], equal: false, track: false, plan: false, doc: '' }];
    expect(collectPlots(channelsOf([VehicleState]), declared).plots).toHaveLength(1);
  });

  it('have samples of 50 Hz, or four thousand of a long run, and none before the first message', () => {
    const { grid, samples } = collectPlots(
      channelsOf([Twist], (twist) => (twist.linear.x = 3)),
      [],
    );
    expect(grid).toEqual({ startNs: 1e9, periodNs: 20e6, rows: 1 });
    expect([...samples.get('b0.p.linear.x')!]).toEqual([3]);
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    writer.metadata('skidpad', {});
    const id = writer.addChannel({ topic: '/a', type: Twist, metadata: { block: 'a', port: 'b' } });
    const twist = { ...Twist.create(), linear: { x: 2, y: 0, z: 0 } };
    for (const time of [40e9, 100e9]) writer.writeMessage(id, Twist, twist, 1, time, time);
    writer.close();
    const long = collectPlots(openRecording(sink.bytes()), []);
    expect(long.grid).toEqual({ startNs: 0, periodNs: 25e6, rows: 4001 });
    const values = [...long.samples.get('a.b.linear.x')!];
    expect([values.findIndex((value) => value === 2), values.filter(Number.isNaN).length]).toEqual([1600, 1600]);
  });

  it('of a time of our days begin with the first message', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = writer.addChannel({ topic: '/a', type: Twist });
    const twist = { ...Twist.create(), linear: { x: 2, y: 0, z: 0 } };
    for (const time of [1.75e18, 1.75e18 + 2e9]) writer.writeMessage(id, Twist, twist, 1, time, time);
    writer.close();
    expect(collectPlots(openRecording(sink.bytes()), []).grid).toEqual({ startNs: 1.75e18, periodNs: 20e6, rows: 101 });
  });
});
