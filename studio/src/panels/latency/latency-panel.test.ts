import { describe, expect, it } from 'vitest';
import { axisTicks } from './latency-panel.tsx';

describe('ticks of an axis', () => {
  it('are round and reach over the longest bar', () => {
    expect(axisTicks(15)).toEqual([0, 5, 10, 15]);
    expect(axisTicks(191)).toEqual([0, 50, 100, 150, 200]);
    expect(axisTicks(0.003)).toEqual([0, 0.001, 0.002, 0.003]);
    expect(axisTicks(0)).toEqual([0]);
  });
});
