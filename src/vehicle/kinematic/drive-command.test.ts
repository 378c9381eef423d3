import { describe, expect, it } from 'vitest';
import { Signal } from '../../core/signal.ts';
import { AckermannDriveStamped, Twist } from '../../msgs/index.ts';
import { readDriveCommand } from './drive-command.ts';

interface Sent {
  readonly atNs: number;
  readonly stampNs?: number;
}

/** What counts at `timeNs` of commands that were sent: an Ackermann command of (3, 0.4), a twist of (2, 0.5). */
function command(timeNs: number, ackermannSent?: Sent, twistSent?: Sent, yawRate = 0.5, vx = 2): number[] {
  const ackermann = new Signal(AckermannDriveStamped);
  const twist = new Signal(Twist);
  Object.assign(ackermann.value.drive, { speed: 3, steering_angle: 0.4 });
  twist.value.linear.x = vx;
  twist.value.angular.z = yawRate;
  if (ackermannSent !== undefined) {
    const { atNs, stampNs = 0 } = ackermannSent;
    Object.assign(ackermann, { sequence: 1, publishedNs: atNs });
    Object.assign(ackermann.value.header.stamp, { sec: Math.floor(stampNs / 1e9), nanosec: stampNs % 1e9 });
  }
  if (twistSent !== undefined) Object.assign(twist, { sequence: 1, publishedNs: twistSent.atNs });
  const out = Float64Array.of(9, 9);
  readDriveCommand({ ackermann, twist }, timeNs, { commandTimeout: 0.5, wheelBase: 2.5 }, out);
  return [...out];
}

const ACKERMANN = [3, 0.4];
const TWIST = [2, expect.closeTo(Math.atan((2.5 * 0.5) / 2), 12)];
const NOTHING = [0, 0];

describe('the command that counts', () => {
  it('is zero before the first', () => expect(command(0)).toEqual(NOTHING));

  it('is whichever was published last, the Ackermann command when both came at once', () => {
    expect(command(10e9, { atNs: 9.9e9 })).toEqual(ACKERMANN);
    expect(command(10e9, undefined, { atNs: 9.9e9 })).toEqual(TWIST);
    expect(command(10e9, { atNs: 9.8e9 }, { atNs: 9.9e9 })).toEqual(TWIST);
    expect(command(10e9, { atNs: 9.9e9 }, { atNs: 9.8e9 })).toEqual(ACKERMANN);
    expect(command(10e9, { atNs: 9.9e9 }, { atNs: 9.9e9 })).toEqual(ACKERMANN);
  });

  it('is zero once it is older than the limit, not when it is as old', () => {
    expect(command(10e9, { atNs: 9.5e9 })).toEqual(ACKERMANN);
    expect(command(10e9, { atNs: 9.499e9 })).toEqual(NOTHING);
    expect(command(10e9, undefined, { atNs: 9.5e9 })).toEqual(TWIST);
    expect(command(10e9, undefined, { atNs: 9.499e9 })).toEqual(NOTHING);
    expect(command(10e9, { atNs: 9.2e9 })).toEqual(NOTHING);
  });

  it('is as old as its own stamp says, if it has one', () => {
    expect(command(10e9, { atNs: 9.9e9, stampNs: 9.6e9 })).toEqual(ACKERMANN);
    expect(command(10e9, { atNs: 9.9e9, stampNs: 9.4e9 })).toEqual(NOTHING);
    expect(command(10e9, { atNs: 9e9, stampNs: 9.6e9 })).toEqual(ACKERMANN);
    // a stamp of zero is none, one of a nanosecond is one
    expect(command(0.6e9, { atNs: 0.6e9, stampNs: 0 })).toEqual(ACKERMANN);
    expect(command(0.6e9, { atNs: 0.6e9, stampNs: 1 })).toEqual(NOTHING);
  });

  it('of a twist is δ = atan(L ω/v), backwards too, and straight ahead at standstill', () => {
    expect(command(0, undefined, { atNs: 0 }, 0.5, -2)).toEqual([-2, expect.closeTo(-Math.atan(1.25 / 2), 12)]);
    expect(command(0, undefined, { atNs: 0 }, 0.5, 0)).toEqual([0, 0]);
    expect(command(0, undefined, { atNs: 0 }, 1e-9, 1e-9)).toEqual([1e-9, expect.closeTo(Math.atan(2.5), 12)]);
    expect(command(0, undefined, { atNs: 0 }, 0.5, 1e-13)).toEqual([1e-13, 0]);
  });
});
