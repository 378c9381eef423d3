import { describe, expect, it } from 'vitest';
import type { Frame } from './player.ts';
import { MessageRate, MessageRates } from './message-rate.ts';

const frame = (time: number, sent: number, sequence: number, isJump = false): Frame => ({
  time,
  isJump,
  messages: new Map([['/a', { message: {}, time: sent, sequence }]]),
});

describe('the rate of a topic', () => {
  it('is right although most messages are never seen', () => {
    const meter = new MessageRates();
    // 1 kHz, looked at 60 times per second
    for (let k = 0; k < 180; k++) {
      const time = k / 60;
      const sequence = Math.floor(time * 1000) + 1;
      meter.observe(frame(time, (sequence - 1) / 1000, sequence));
    }
    expect(meter.rate('/a')).toBeCloseTo(1000, 6);
  });

  it('is right for a topic slower than the frames', () => {
    const meter = new MessageRates();
    for (let k = 0; k < 300; k++) meter.observe(frame(k / 60, Math.floor(k / 6) / 10, Math.floor(k / 6) + 1));
    expect(meter.rate('/a')).toBeCloseTo(10, 9);
  });

  it('counts new times where the player does not count', () => {
    const meter = new MessageRates();
    for (let k = 0; k < 50; k++) meter.observe(frame(k / 25, k / 25, 0));
    expect(meter.rate('/a')).toBeCloseTo(25, 9);
  });

  it('is unknown at first, after a jump, and nothing once the topic is silent', () => {
    const meter = new MessageRates();
    meter.observe(frame(0, 0, 1));
    expect(meter.rate('/a')).toBeUndefined();
    meter.observe(frame(0.1, 0.1, 2));
    expect(meter.rate('/a')).toBeCloseTo(10, 9);
    meter.observe(frame(9, 0.1, 2));
    expect(meter.rate('/a')).toBe(0);
    meter.observe(frame(4, 4, 41, true));
    expect(meter.rate('/a')).toBeUndefined();
  });
});

describe('the rate of one topic', () => {
  it('tells new messages from those it has seen', () => {
    const rate = new MessageRate();
    expect(rate.note({ time: 1, sequence: 1 })).toBe(true);
    expect(rate.note({ time: 1, sequence: 1 })).toBe(false);
    expect(rate.note({ time: 1.5, sequence: 2 })).toBe(true);
  });

  it('is known of slow topics, also where the player does not count', () => {
    const rate = new MessageRate();
    for (let i = 0; i < 4; i++) rate.note({ time: i * 5, sequence: 0 });
    expect(rate.hertz).toBeCloseTo(0.2, 9);
  });

  it('starts again when time goes back', () => {
    const rate = new MessageRate();
    rate.note({ time: 10, sequence: 100 });
    rate.note({ time: 11, sequence: 110 });
    rate.note({ time: 1, sequence: 10 });
    expect(rate.hertz).toBeUndefined();
  });
});
