/** A recording that was cut anywhere, as by a crash or a full disk. */
import { McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { recordSample } from '../fixtures/record/sample-run.ts';

/** How many messages another reader finds. */
function countedByOthers(bytes: Uint8Array): number {
  const reader = new McapStreamReader();
  reader.append(bytes);
  let count = 0;
  for (let record; (record = reader.nextRecord()); ) if (record.type === 'Message') count++;
  return count;
}

describe('a recording that was cut', () => {
  const bytes = recordSample(1, 10_000);
  const whole = [...openRecording(bytes).messages()];

  it('reads up to its last whole chunk, wherever the cut is', () => {
    for (let cut = 8; cut < bytes.length; cut += 97) {
      const recording = openRecording(bytes.subarray(0, cut));
      const messages = [...recording.messages()];
      expect(messages.length).toBe(countedByOthers(bytes.subarray(0, cut)));
      expect(messages.map(({ sequence, logTimeNs }) => [sequence, logTimeNs])).toEqual(
        whole.slice(0, messages.length).map(({ sequence, logTimeNs }) => [sequence, logTimeNs]),
      );
      expect(recording.lastTimeNs).toBe(messages.reduce((last, { logTimeNs }) => Math.max(last, logTimeNs), 0));
      if (messages.length < whole.length) {
        expect(recording.complete).toBe(false);
        expect(recording.problem).toMatch(/^the file is cut or damaged at byte \d+ of \d+: /);
      }
    }
  });

  it('still says which scenario it was', () => {
    expect(openRecording(bytes.subarray(0, 2000)).scenarioYaml).toContain('Sample run');
  });

  it('is complete when only the summary is missing', () => {
    const dataEnd = bytes.length - 8 - 29;
    const recording = openRecording(bytes.subarray(0, dataEnd));
    expect(recording.complete).toBe(true);
    expect([...recording.messages()]).toHaveLength(whole.length);
  });
});
