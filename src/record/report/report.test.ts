import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPort, recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { Imu, Twist } from '../../msgs/index.ts';
import { McapWriter } from '../mcap/writer.ts';
import { collectPlots } from './plot-data.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import type { ReportInput } from './report.ts';
import { reportHtml } from './report.ts';
import { drawXy } from './xy-drawing.ts';

const EVIL = `</script><script>alert("x")</script>\n'quoted' & more`;
const uplot = (file: string) =>
  readFileSync(new URL(`../../../node_modules/uplot/dist/${file}`, import.meta.url), 'utf8');

const input = (overrides: Partial<ReportInput> = {}): ReportInput => ({
  title: EVIL,
  description: EVIL,
  images: [],
  backdrop: [],
  outcome: {
    seed: 7,
    ticks: 2000,
    duration: 2,
    wall: 0.01,
    realTimeFactor: 200,
    hash: EVIL,
    clock: EVIL,
    deadlineMisses: 1,
    lateness: { median: 1e-5, p99: 1e-3, max: 0.002 },
    metrics: [
      { name: EVIL, value: 1.23456789, unit: EVIL, samples: 3, doc: EVIL },
      { name: 'none', value: null, unit: '', samples: 0, doc: '' },
    ],
    expectations: [{ name: EVIL, metric: EVIL, value: null, unit: EVIL, min: 1, pass: false, problem: EVIL }],
  },
  dataflow: [
    {
      block: EVIL,
      type: EVIL,
      host: EVIL,
      period: 0.001,
      publishEvery: 1,
      latency: 0.001,
      inputs: [EVIL],
      outputs: [EVIL],
    },
  ],
  recording: openRecording(recordSample(2)),
  plots: [
    { title: EVIL, y: ['vehicle.state.vx'], equal: false, track: false, plan: false, doc: EVIL },
    { title: EVIL, x: 'vehicle.state.x', y: ['vehicle.state.y'], equal: true, track: false, plan: false, doc: EVIL },
  ],
  uplotJs: uplot('uPlot.iife.min.js'),
  uplotCss: uplot('uPlot.min.css'),
  ...overrides,
});

const runData = (html: string) => JSON.parse(/id="run-data">(.*?)<\/script>/s.exec(html)![1]);
const floats = (base64: string) => new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);

describe('a report', () => {
  const html = reportHtml(input());

  it('needs nothing from outside', () => {
    expect(html).not.toMatch(/(src|href)=|@import|url\(/);
    expect(html).toContain("default-src 'none'");
  });

  it('shows every text as text', () => {
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
  });

  it('holds the samples of its plots in single precision', () => {
    const data = runData(html);
    const recording = openRecording(recordSample(2));
    const values = floats(data.columns['vehicle.state.vx']);
    const recorded = [...recording.messages({ topics: ['/vehicle/state'] })].map(({ channel, data: bytes }) =>
      Math.fround((recording.decode(channel, bytes) as { vx: number }).vx),
    );
    expect([...values]).toEqual(recorded);
    expect(data).toMatchObject({ start: 0, period: 0.02, rows: 101 });
  });

  it('says when the recording is incomplete', () => {
    const bytes = recordSample(2);
    const cut = reportHtml(input({ recording: openRecording(bytes.subarray(0, bytes.length >> 1)), plots: [] }));
    expect(cut).toContain('The recording is incomplete: the file is cut or damaged at byte');
  });

  it('has well-formed, headed tables', () => {
    expect(html.match(/<table>/g)).toHaveLength(3);
    expect(html.match(/<caption>/g)).toHaveLength(3);
    for (const tag of ['div', 'section', 'table', 'tr', 'td', 'th', 'ul', 'li', 'figure', 'svg', 'dl', 'span']) {
      const count = (pattern: RegExp) => html.replaceAll(/<script.*?<\/script>/gs, '').match(pattern)?.length ?? 0;
      expect([tag, count(new RegExp(`<${tag}[ >]`, 'g'))]).toEqual([tag, count(new RegExp(`</${tag}>`, 'g'))]);
    }
  });
});

describe('plots', () => {
  it('are speed, yaw rate, steering and path when a scenario declares none, with commands as steps', () => {
    const { plots } = collectPlots(openRecording(recordSample(3)), []);
    expect(
      plots.map(({ title, series }) => [
        title,
        series.map(({ y, stepped }) => `${y.name}${stepped ? ' stepped' : ''}`),
      ]),
    ).toEqual([
      [
        'Speed',
        [
          'driver.twist.linear.x stepped',
          'driver.drive.drive.speed stepped',
          'vehicle.state.vx',
          'vehicle.odom.twist.twist.linear.x',
        ],
      ],
      ['Yaw rate', ['driver.twist.angular.z stepped', 'vehicle.state.yaw_rate', 'vehicle.odom.twist.twist.angular.z']],
      ['Steering', ['driver.drive.drive.steering_angle stepped', 'vehicle.state.steering']],
      ['Path', ['vehicle.state.y', 'vehicle.odom.pose.pose.position.y']],
    ]);
  });

  it('leave out what is zero throughout', () => {
    expect(collectPlots(openRecording(recordSample(1)), []).plots.map(({ title }) => title)).not.toContain('Yaw rate');
  });

  it('show the signals themselves when there is no vehicle', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const port = createPort('imu', 'data', Imu, '/imu');
    const id = writer.addChannel({ topic: port.topic, type: Imu, metadata: { block: 'imu', port: 'data' } });
    port.value.orientation.w = 1;
    writer.writeMessage(id, Imu, port.value, 1, 0, 0);
    writer.close();
    expect(collectPlots(openRecording(sink.bytes()), []).plots.map(({ title }) => title)).toEqual(['imu.data']);
  });

  it('name the place of a field that is not recorded', () => {
    const attempt = () =>
      collectPlots(openRecording(recordSample(1)), [
        { title: 'x', y: ['driver.twist.linear.q'], equal: false, track: false, plan: false, doc: '' },
      ]);
    expect(attempt).toThrow(/^plots\[0\]\.y\[0\]: .*has no field q/);
  });

  it('keep few enough samples of a long run', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = writer.addChannel({ topic: '/cmd_vel', type: Twist, metadata: { block: 'a', port: 'b' } });
    const twist = Twist.create();
    twist.linear.x = 1;
    for (let hour = 0; hour <= 10; hour++) writer.writeMessage(id, Twist, twist, hour, hour * 3.6e12, hour * 3.6e12);
    writer.close();
    expect(collectPlots(openRecording(sink.bytes()), []).grid.rows).toBeLessThanOrEqual(4001);
  });

  it('have equal scales on both axes where they should', () => {
    const { plots, samples } = collectPlots(openRecording(recordSample(3)), []);
    const { map, svg } = drawXy(plots.at(-1)!, samples);
    expect(map.yScale).toBeCloseTo(-map.xScale, 10);
    expect(svg).not.toContain('NaN');
  });
});
