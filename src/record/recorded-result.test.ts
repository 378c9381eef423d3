import { describe, expect, it } from 'vitest';
import type { Recording } from './mcap/recording-reader.ts';
import { parseOutcome, recordedMetrics, recordedResult } from './recorded-result.ts';

const recording = (result: Record<string, string>) =>
  ({ name: 'run.mcap', metadata: new Map([['skidpad.result', result]]) }) as unknown as Recording;
const hash = '0123456789abcdef';

describe('the result of a recorded run', () => {
  it('is what the run wrote', () => {
    expect(recordedResult(recording({ hash, ticks: '20' }))).toEqual({ hash, ticks: 20 });
    const metrics = [{ name: 'speed', value: null, unit: 'm/s', samples: 0, doc: '' }];
    expect(recordedMetrics(recording({ metrics: JSON.stringify(metrics) }))).toEqual(metrics);
    expect(recordedResult({ name: 'run.mcap', metadata: new Map() } as unknown as Recording)).toBeUndefined();
  });

  it.each([
    [{ hash, ticks: 'many' }, 'run.mcap: its metadata skidpad.result is damaged: expected ticks, got "many"'],
    [{ hash }, 'run.mcap: its metadata skidpad.result is damaged: expected ticks, got no value'],
    [{ hash: '', ticks: '1' }, 'run.mcap: its metadata skidpad.result is damaged: expected a hash, got ""'],
  ])('is refused in a sentence where it is damaged: %o', (result, sentence) => {
    expect(() => recordedResult(recording(result as Record<string, string>))).toThrow(sentence);
  });

  it.each(['{', 'null', '[1]', '[{"name":1}]', '{}'])('has metrics that are refused in a sentence: %s', (metrics) => {
    expect(() => recordedMetrics(recording({ metrics }))).toThrow(/^run.mcap: \S.*$/);
    expect(() => parseOutcome(`{"seed":1,"metrics":${metrics}}`, 'metrics.json')).toThrow(/^metrics.json: \S.*$/);
  });
});
