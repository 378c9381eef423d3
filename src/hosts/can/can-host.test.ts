import { describe, expect, it } from 'vitest';
import {
  cruiseNode,
  driverFrame,
  frameOf,
  readCommand,
  speedFrame,
  stepNode,
  takeSent,
} from '../../../test/hil/cruise-rig.ts';
import { hasCompiler, openProgram } from '../../../test/hil/programs.ts';
import type { CanLink } from '../../bus/can/can-link.ts';
import { cruiseEcu } from '../../control/ecu/cruise-ecu.ts';
import { waypointFollower } from '../../control/waypoint-follower.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { hosted, problemOf, timeOf } from '../fixtures/test-rig.ts';
import { openCanHost } from './can-host.ts';

const RELEASE = 0x1fff_fff0;
const START = 0x1fff_fff3;
const doneFrame = (activation: number) =>
  frameOf(
    0x1fff_fff1,
    [0, 8, 16, 24].map((shift) => (activation >>> shift) & 255),
    { is_extended: true },
  );

/** An ECU that answers each frame as it is told. */
class PlayedEcu implements CanLink {
  readonly heard: CanFrame[] = [];
  arrivalNs = 0;
  private hear: (frame: CanFrame, arrivalNs: number) => void = () => {};
  private broke: (problem: string) => void = () => {};

  constructor(private readonly answer: (frame: CanFrame, ecu: PlayedEcu) => void) {}

  say(frame: CanFrame): void {
    this.hear(frame, this.arrivalNs);
  }
  breakDown(problem: string): void {
    this.broke(problem);
  }
  send(frame: CanFrame): void {
    this.heard.push(structuredClone(frame));
    if (frame.id === START) this.say(doneFrame(0xffff_ffff));
    else this.answer(frame, this);
  }
  listen(listener: (frame: CanFrame, arrivalNs: number) => void): () => void {
    this.hear = listener;
    return () => void (this.hear = () => {});
  }
  onFailure(listener: (problem: string) => void): () => void {
    this.broke = listener;
    return () => {};
  }
  close(): void {}
}

const activationOf = ({ data }: CanFrame): number => data[0] | (data[1] << 8);
const open = (link: CanLink, timing: 'answered' | 'free' = 'answered', block = cruiseNode()) =>
  openCanHost(block, { link, linkName: 'ecu', timing, timeLimit: 0.2 });

/** The sentence with which a step fails at this ECU. */
async function problemWith(answer: (frame: CanFrame, ecu: PlayedEcu) => void): Promise<string> {
  const block = cruiseNode();
  const host = await open(new PlayedEcu(answer), 'answered', block);
  const problem = await problemOf(() => stepNode(host, block, 3, { frames: [speedFrame(10, 0)] }));
  await host.close();
  return problem;
}

describe('an answered ECU', () => {
  it('gets parameters, then what came, then the release; not what it sent itself', async () => {
    const ecu = new PlayedEcu((frame, self) => {
      if (frame.id !== RELEASE) return;
      self.say(frameOf(0x0c0, [1, 2]));
      self.say(doneFrame(activationOf(frame)));
    });
    const block = { ...cruiseNode({ kp: 0.5 }), placesAtSources: { frames: 2 } };
    const host = await open(ecu, 'answered', block);
    expect(ecu.heard.map(({ id }) => id & 15)).toEqual([2, 2, 2, 2, 2, 2, 3]);
    expect([...ecu.heard[0].data.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0x3f]);
    ecu.heard.length = 0;
    expect(await stepNode(host, block, 0, { frames: [speedFrame(10, 0)] })).toEqual(['0.0 255 t0C020102']);
    await stepNode(host, block, 1, {
      frames: [frameOf(0x0c0, [1, 2], { sender: 2 }), frameOf(0x0c0, [3], { sender: 1 }), driverFrame(11)],
      elapsed: 0.02,
    });
    // its own identifier from somebody else is heard, as on a real bus
    expect(ecu.heard.map(({ id }) => id)).toEqual([0x100, RELEASE, 0x0c0, 0x110, RELEASE]);
    expect(ecu.heard[2].data[0]).toBe(3);
    expect([...ecu.heard[4].data.subarray(0, 8)]).toEqual([1, 0, 0, 0, 0x20, 0x4e, 0, 0]);
    await host.close();
  });

  it('may have several releases under way, and its answers are told apart by them', async () => {
    const releases: number[] = [];
    const ecu = new PlayedEcu((frame) => frame.id === RELEASE && releases.push(activationOf(frame)));
    const block = hosted(cruiseEcu, { depth: 3 });
    const host = await open(ecu, 'answered', block);
    for (const activation of [0, 1, 2]) expect(host.start(timeOf(activation))).toBe(false);
    expect(releases).toEqual([0, 1, 2]);
    // answers come late, and all at once
    expect(host.ready()).toBe(false);
    for (const activation of releases) {
      for (let i = 0; i <= activation; i++) ecu.say(frameOf(0x0c0, [activation, i]));
      ecu.say(doneFrame(activation));
    }
    const sent: string[] = [];
    for (const activation of releases) {
      await host.finish();
      sent.push(...takeSent(block).map((line) => `${activation}: ${line}`));
    }
    // each with the instant of its own release, 10 ms apart
    expect(sent).toEqual([
      '0: 0.0 255 t0C020000',
      '1: 0.10000000 255 t0C020100',
      '1: 0.10000000 255 t0C020101',
      '2: 0.20000000 255 t0C020200',
      '2: 0.20000000 255 t0C020201',
      '2: 0.20000000 255 t0C020202',
    ]);
    await host.close();
  });

  it('fails with one sentence', async () => {
    expect(await problemWith(() => {})).toBe('blocks.bench: did not answer within 0.2 s');
    const wrong = (frame: CanFrame, ecu: PlayedEcu) => frame.id === RELEASE && ecu.say(doneFrame(7));
    expect(await problemWith(wrong)).toBe('blocks.bench: its ECU answered release 7, expected 3');
    const unasked = (frame: CanFrame, ecu: PlayedEcu) => frame.id === 0x100 && ecu.say(frameOf(0x0c0, []));
    expect(await problemWith(unasked)).toBe(
      'blocks.bench: its ECU sent a frame (identifier 0xc0) without being released',
    );
    const broken = (frame: CanFrame, ecu: PlayedEcu) => frame.id === RELEASE && ecu.breakDown('was unplugged');
    expect(await problemWith(broken)).toBe('blocks.bench: links.ecu: was unplugged');
    const flood = (frame: CanFrame, ecu: PlayedEcu) => {
      for (let i = 0; i < 5000 && frame.id === RELEASE; i++) ecu.say(frameOf(0x0c0, []));
    };
    expect(await problemWith(flood)).toBe('blocks.bench: its ECU sent more than 4096 frames in one step');
  });

  it('must be a CAN node', async () => {
    const follower = hosted(waypointFollower, { params: { waypoints: [{ x: 0, y: 0 }] } });
    expect(await problemOf(() => open(new PlayedEcu(() => {}), 'answered', follower))).toBe(
      'blocks.bench: a CAN node has one queued input and one queued output "frames" of skidpad_msgs/msg/CanFrame',
    );
  });
});

describe('a free ECU', () => {
  it('answers with what has arrived since the previous release, with its own stamps', async () => {
    const ecu = new PlayedEcu(() => {});
    const block = cruiseNode();
    const host = await open(ecu, 'free', block);
    expect(await stepNode(host, block, 0, { frames: [] })).toEqual([]);
    expect(host.truthNs).toBe(0);
    ecu.arrivalNs = 7_000_000;
    ecu.say(frameOf(0x0c0, [9]));
    expect(await stepNode(host, block, 1, { frames: [] })).toEqual(['0.7000000 255 t0C0109']);
    expect(await stepNode(host, block, 2, { frames: [] })).toEqual([]);
    expect(host.truthNs).toBe(7_000_000);
    await host.close();
  });

  it.skipIf(!hasCompiler)('steps by its own clock', async () => {
    const link = await openProgram();
    const block = cruiseNode();
    const host = await open(link, 'free', block);
    // it hears both inputs and presses the throttle, without ever being released
    for (let i = 0, throttle = 0; !(throttle > 0.2); i++) {
      const step = await stepNode(host, block, i, { frames: [speedFrame(10, i), driverFrame(11)] });
      if (step.some((line) => line.includes('t0C06'))) ({ throttle } = readCommand(step));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await host.close();
    await link.close();
  });
});
