/** Logs of CAN frames, damaged, in both formats: read, or refused in a sentence; and what is read can be written and read again. */
import { ASC_HEADER, ascLine, readAsc } from '../../src/bus/can/log/asc.ts';
import { candumpLine, readCandump } from '../../src/bus/can/log/candump.ts';
import { readCanLog } from '../../src/bus/can/log/read-log.ts';
import { chance, createStream, integerBelow } from '../../src/math/random.ts';
import { randomFrames, spelled } from '../support/random-frames.ts';
import type { Fuzzer } from './support/fuzzer.ts';
import { attempt } from './support/fuzzer.ts';
import { damagedText, drawsOf, oneOf } from './support/mutations.ts';

const frames = randomFrames(createStream(1, 'fuzz/can-logs'), 400, { fd: true, errors: true });
const HEADERS = [ASC_HEADER, 'base dec  timestamps relative\n', 'base hex\n', '// a log\n', ''];

function whole(draws: ReturnType<typeof drawsOf>): string {
  const from = integerBelow(draws, frames.length - 12);
  const some = frames.slice(from, from + 12);
  if (chance(draws, 0.5)) return some.map((frame) => `${candumpLine(frame, 'can0')}\n`).join('');
  return oneOf(draws, HEADERS) + some.map((frame) => `${ascLine(frame, 2)}\n`).join('');
}

/** What is read must come back from either format as it was. */
function readAll(text: string): void {
  const said: string[] = [];
  let [log, asc] = ['', ASC_HEADER];
  readCanLog(text, 'damaged.log', (frame, channel) => {
    if (channel === '' || /\s/.test(channel)) throw new Error(`a channel called ${JSON.stringify(channel)}`);
    said.push(spelled(frame));
    log += `${candumpLine(frame, 'can0')}\n`;
    asc += `${ascLine(frame, 1)}\n`;
  });
  for (const [read, written] of [
    [readCandump, log],
    [readAsc, asc],
  ] as const) {
    const again: string[] = [];
    read(written, 'again', (frame) => again.push(spelled(frame)));
    if (again.join('\n') !== said.join('\n'))
      throw new Error(`came back otherwise:\n${said.join('\n')}\n${again.join('\n')}`);
  }
}

export const fuzzer: Fuzzer = {
  name: 'can-logs',
  async run(seed, index) {
    const draws = drawsOf('can-logs', seed, index);
    const text = damagedText(draws, whole(draws));
    await attempt(
      () => text,
      () => readAll(text),
    );
  },
};
