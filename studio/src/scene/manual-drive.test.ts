import { describe, expect, it } from 'vitest';
import { manualSender } from '../panels/scene/drive-wiring.ts';
import { liveZone, ManualDrive } from './manual-drive.ts';

/** Steps of 50 ms. */
const run = (drive: ManualDrive, steps: number, gamepad?: Parameters<ManualDrive['step']>[1]) =>
  Array.from({ length: steps }, () => drive.step(0.05, gamepad)).at(-1)!;
const pad = (stick: number, forward = 0, brake = 0) => ({
  axes: [stick],
  buttons: Array.from({ length: 8 }, (_, i) => ({ value: i === 7 ? forward : i === 6 ? brake : 0 })),
});

describe('driving by keys', () => {
  it('presses the pedal gradually, all the way in less than a second, and no further', () => {
    const drive = new ManualDrive();
    expect(drive.key('ArrowUp', true)).toBe(true);
    const first = drive.step(0.05).throttle;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(0.15);
    expect(run(drive, 20).throttle).toBe(1);
  });

  it('lets go faster than it presses, and ends exactly in the middle', () => {
    const drive = new ManualDrive();
    drive.key('KeyA', true);
    const pressed = drive.step(0.05).steering;
    run(drive, 30);
    drive.key('KeyA', false);
    expect(1 - drive.step(0.05).steering).toBeGreaterThan(pressed);
    expect(run(drive, 20)).toEqual({ throttle: 0, steering: 0 });
    expect(drive.isIdle).toBe(true);
  });

  it('takes pedals and wheel of the screen, the wheel as it is held', () => {
    const drive = new ManualDrive();
    drive.hold({ throttle: -1, steering: 0.4 });
    const first = drive.step(0.05);
    expect(first.steering).toBe(0.4);
    expect(first.throttle).toBeGreaterThan(-0.2);
    expect(run(drive, 30).throttle).toBe(-1);
    drive.hold({});
    expect(run(drive, 30)).toEqual({ throttle: 0, steering: 0 });
  });

  it('steers left positive, and not at all with both keys', () => {
    const drive = new ManualDrive();
    drive.key('ArrowLeft', true);
    expect(run(drive, 30).steering).toBe(1);
    drive.key('ArrowRight', true);
    expect(run(drive, 30).steering).toBe(0);
    drive.key('ArrowLeft', false);
    expect(run(drive, 40).steering).toBe(-1);
  });

  it('has the same two keys for one pedal: letting go of one is not enough', () => {
    const drive = new ManualDrive();
    drive.key('KeyW', true);
    drive.key('ArrowUp', true);
    drive.key('KeyW', false);
    expect(run(drive, 30).throttle).toBe(1);
    drive.release();
    expect(run(drive, 30).throttle).toBe(0);
  });

  it('leaves other keys alone', () => {
    expect(new ManualDrive().key('KeyQ', true)).toBe(false);
  });
});

describe('driving by gamepad', () => {
  it('takes triggers and the stick as they are, without a dead zone in the middle', () => {
    const drive = new ManualDrive();
    const command = drive.step(0.05, pad(-1, 0.54));
    expect(command.steering).toBe(1);
    expect(command.throttle).toBeCloseTo(0.5, 9);
    expect(drive.step(0.05, pad(0.05, 0, 1))).toMatchObject({ throttle: -1 });
    expect([liveZone(0.08), liveZone(1), liveZone(-1)]).toEqual([0, 1, -1]);
  });

  it('gives way to keys', () => {
    const drive = new ManualDrive();
    drive.key('ArrowRight', true);
    expect(run(drive, 30, pad(-1)).steering).toBe(-1);
  });
});

describe('what is sent to the run', () => {
  it('is only what has changed', () => {
    const sent: unknown[] = [];
    const send = manualSender(
      { change: (...change) => (sent.push(change), Promise.resolve()) },
      'by-hand',
      () => undefined,
    );
    send({ throttle: 0.5, steering: 0 });
    send({ throttle: 0.5, steering: 0.2 });
    expect(sent).toEqual([
      ['by-hand', 'throttle', 0.5],
      ['by-hand', 'steering', 0],
      ['by-hand', 'steering', 0.2],
    ]);
  });
});
