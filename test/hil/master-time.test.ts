/**
 * Answers that another computer stamps with the time of a real PTP master, ptp4l: their ages in the run, and what happens when the master is not there,
 * or goes. All computers are of this machine's making and have its clock, so that it is known when a stamp was true.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, FIRST, MASTER, NetworkOfMasters, whyNot } from '../../src/links/ptp/fixtures/network-of-masters.ts';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { skidpad } from '../support/command-line.ts';
import { python } from '../support/python.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { until } from '../support/until.ts';

const missing = whyNot();
if (missing !== undefined) console.log(`skipped: stamps by a PTP master (${missing})`);

/** Sends a command that is 40 and 140 ms old in turn, and notes each stamp. */
const ROBOT = `
import json, sys, time
notes = open("stamps.txt", "w")
for n, line in enumerate(sys.stdin):
    op = json.loads(line)["op"]
    if op == "end": break
    if op == "init":
        print(json.dumps({"op": "ready"}), flush=True)
        continue
    stamp = time.time_ns() - (40 if n % 2 else 140) * 10**6
    notes.write(f"{stamp}\\n"); notes.flush()
    header = {"stamp": {"sec": stamp // 10**9, "nanosec": stamp % 10**9}, "frame_id": "robot"}
    twist = {"header": header, "twist": {"linear": {"x": 0.1}}}
    print(json.dumps({"op": "outputs", "outputs": {"twist": twist}}), flush=True)
`;

const scenario = (duration: number, host: string) => `
name: stamped
duration: ${duration}
clock: paced
links:
  time: { kind: ptp, address: ${addressOf(FIRST)}, delayInterval: 0.1 }
blocks:
  robot:
    type: external
    rateHz: 20
    latency: 5 ms
    ports: { outputs: { twist: geometry_msgs/msg/TwistStamped } }
    host: { kind: process, command: ${python} robot.py, clock: time, ${host} }
  car: { type: vehicle/bicycle, inputs: { twist_stamped: robot.twist } }
`;

class Rig {
  readonly network = new NetworkOfMasters();

  constructor(duration: number, host: string) {
    onTestFinished(() => this.network.close());
    writeFileSync(join(this.cwd, 'robot.py'), ROBOT);
    writeFileSync(join(this.cwd, 'stamped.yaml'), scenario(duration, host));
  }

  get cwd(): string {
    return this.network.folder;
  }

  /** Notes of the program, which begin with the run. */
  stamps(): string[] {
    try {
      return readFileSync(join(this.cwd, 'stamps.txt'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  }

  async run(): Promise<{ code: number | null; sentences: string[] }> {
    const { cwd } = this;
    const words = ['run', 'stamped.yaml', '--out', 'run'];
    const child = this.network.start(
      FIRST,
      ...(['env', '-C', cwd, process.execPath, join(projectRoot, 'dist/cli.js'), ...words] as [string, ...string[]]),
    );
    let stderr = '';
    child.stderr!.on('data', (chunk) => (stderr += chunk));
    child.stdout!.resume();
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, sentences: stderr.split('\n').filter((line) => line.startsWith('skidpad: ')) };
  }
}

describe.skipIf(missing !== undefined)('a host whose answers a PTP master stamps', () => {
  it('says when they were true in simulated time, and what that may be wrong by', async () => {
    const rig = new Rig(4, 'timeLimit: 60');
    rig.network.startPtp4l(MASTER, 10);
    expect(await rig.run()).toEqual({ code: 0, sentences: [] });

    // what came out has the stamps that the program wrote, but for one shift between the wall's time and the run's
    const recording = openRecording(readFileSync(join(rig.cwd, 'run/recording.mcap')));
    const channel = recording.channels.find(({ topic }) => topic.includes('robot'))!;
    const seen = [...recording.messages({ channels: [channel] })].map(({ data }) => {
      const { header } = recording.decode(channel, data) as { header: { stamp: { sec: number; nanosec: number } } };
      return header.stamp.sec * 1e9 + header.stamp.nanosec;
    });
    const told = rig.stamps().map((stamp) => Number(BigInt(stamp) - BigInt(rig.stamps()[0])));
    expect(seen.length).toBeGreaterThan(60);
    const [{ age, bound, samples }] = JSON.parse((await skidpad(['latency', join(rig.cwd, 'run'), '--json'])).stdout);
    const boundNs = bound * 1e9;
    expect(bound).toBeGreaterThan(0);
    expect(samples).toBeGreaterThan(60);
    // the pace of the run is known once a tick was in time; the first stamps may be from before the run
    const shifts = seen.map((ns, i) => ns - told[i]).slice(seen.length / 2);
    const spread = Math.max(...shifts) - Math.min(...shifts);
    console.log(`stamps by ptp4l: ± ${us(boundNs)}, shifts within ${us(spread)}; ages ${age.min} to ${age.max} s`);
    expect(spread).toBeLessThan(2 * boundNs + 20e6);
    // 40 and 140 ms old when they were written, and published 5 ms after the release
    expect(age.max - age.min).toBeGreaterThan(0.1 - 2 * bound - 0.03);
    expect(age.max).toBeGreaterThan(0.14 - bound - 0.03);
  }, 120_000);

  it('is not opened without one', async () => {
    const { code, sentences } = await new Rig(4, 'timeLimit: 1').run();
    expect([code, sentences]).toEqual([3, ['skidpad: blocks.robot: links.time: no PTP master was heard within 1 s']]);
  }, 120_000);

  it.each([
    ['ends', 'lost: end', 3, [expect.stringMatching(/^skidpad: blocks\.robot: /)]],
    ['goes on with the fallback', 'lost: zero', 0, []],
  ])(
    'is lost when the master dies, and the run %s',
    async (_what, lost, code, sentences) => {
      const rig = new Rig(8, `timeLimit: 60, maxAge: 0.5, ${lost}`);
      const master = rig.network.startPtp4l(MASTER, 10);
      const run = rig.run();
      await until(() => rig.stamps().length > 20);
      master.kill('SIGKILL');
      expect(await run).toEqual({ code, sentences });
      const { stdout } = await skidpad(['latency', join(rig.cwd, 'run'), '--json']);
      expect(JSON.parse(stdout)).not.toEqual([]);
    },
    120_000,
  );
});

const us = (ns: number): string => `${(ns / 1e3).toFixed(0)} µs`;
