import { describe, expect, it } from 'vitest';
import { createPeerDelay, isCapable, measure } from './peer-delay.ts';

const LIMITS = { window: 8, mostDelayNs: 10_000 };

/** An exchange that begins at a true time, between clocks C(t) = x + (1 + y) t [ns]; `back` is the way to us. */
function exchange(startNs: number, ours: [number, number], theirs: [number, number], there: number, back: number) {
  const read = ([x, y]: [number, number], t: number) => x + (1 + y) * t;
  const arrived = startNs + there;
  const answered = arrived + 2e6;
  return {
    t1: read(ours, startNs),
    t2: read(theirs, arrived),
    t3: read(theirs, answered),
    t4: read(ours, answered + back),
  };
}

describe('a link that is measured', () => {
  it('has its delay and its neighbour its rate, whatever the clocks say', () => {
    const peer = createPeerDelay();
    for (let k = 0; k < 10; k++) measure(peer, exchange(k * 1e9, [5e6, -40e-6], [-3e8, 60e-6], 300, 300), LIMITS);
    expect(peer.rateRatio - (1 + 60e-6) / (1 - 40e-6)).toBeLessThan(1e-12);
    expect(peer.delayNs).toBeCloseTo(300 * (1 + 60e-6), 3);
  });

  it('has the mean delay where the ways differ', () => {
    const peer = createPeerDelay();
    for (let k = 0; k < 10; k++) measure(peer, exchange(k * 1e9, [0, 0], [0, 0], 900, 100), LIMITS);
    expect(peer.delayNs).toBeCloseTo(500, 6);
  });

  it('is usable after two answers, and not after too many questions', () => {
    const peer = createPeerDelay();
    measure(peer, exchange(0, [0, 0], [0, 0], 100, 100), LIMITS);
    expect(isCapable(peer, 3)).toBe(false);
    measure(peer, exchange(1e9, [0, 0], [0, 0], 100, 100), LIMITS);
    expect(isCapable(peer, 3)).toBe(true);
    peer.unanswered = 4;
    expect(isCapable(peer, 3)).toBe(false);
  });

  it('stays what it was when a clock jumps, and learns the rate anew', () => {
    const peer = createPeerDelay();
    for (let k = 0; k < 8; k++) measure(peer, exchange(k * 1e9, [0, 0], [0, 20e-6], 100, 100), LIMITS);
    for (let k = 8; k < 12; k++) {
      measure(peer, exchange(k * 1e9, [5e6, 0], [0, 20e-6], 100, 100), LIMITS);
      expect(peer.delayNs).toBeCloseTo(100, 1);
      expect(peer.rateRatio).toBeCloseTo(1 + 20e-6, 10);
    }
    expect(peer.responses).toHaveLength(4);
  });

  it('is none when it is too long', () => {
    const peer = createPeerDelay();
    for (let k = 0; k < 8; k++) measure(peer, exchange(k * 1e9, [0, 0], [0, 0], 20_000, 20_000), LIMITS);
    expect(isCapable(peer, 3)).toBe(false);
  });
});
