import { describe, expect, it } from 'vitest';
import { fuzzer as processProtocol } from './process-protocol.ts';
import { fuzzer as websocketServer } from './websocket-server.ts';

describe.each([
  [processProtocol, 10_000],
  [websocketServer, 2_000],
])('$name', ({ run }, count) => {
  it('meets hostile input with a short sentence, soon', () => {
    const broken: string[] = [];
    for (let index = 0; index < count; index++) {
      try {
        run(1, index);
      } catch (error) {
        broken.push(`input ${index}: ${(error as Error).stack}`);
      }
    }
    expect(broken.slice(0, 3)).toEqual([]);
  });
});
