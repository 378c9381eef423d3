/**
 * The entry of a sandbox process: answers the questions that come on its pipe, one after the other, until the pipe ends. Between
 * questions it is blocked, so that nothing that a block has left behind (timers, promises) runs at a time of its own.
 */
import { readSync, writeSync } from 'node:fs';
import type { SourceMapPayload } from 'node:module';
import { SourceMap } from 'node:module';
import * as library from '../index.ts';
import { checkedBlock } from '../scenario/modules.ts';
import { decodeFrame } from '../hosts/sandbox/sandbox-frame.ts';
import type { SandboxQuestion } from '../hosts/sandbox/sandbox-service.ts';
import { SandboxService } from '../hosts/sandbox/sandbox-service.ts';

const PIPE = 3;
const PLACE = /<module>:(\d+):(\d+)/g;

/** Message types are objects: a module gets the very ones that are here, through a module that hands them on. */
const BRIDGE = Symbol.for('skidpad.library');
(globalThis as Record<symbol, unknown>)[BRIDGE] = library;
const moduleOf = (text: string): string => `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
const libraryUrl = moduleOf(
  `const library = globalThis[Symbol.for('skidpad.library')];\nexport const { ${Object.keys(library).join(', ')} } = library;`,
);

let url = '';
let map: SourceMap | undefined;

const service = new SandboxService({
  importText(text) {
    url = moduleOf(text.replaceAll('"skidpad"', JSON.stringify(libraryUrl)));
    const encoded = /^\/\/# sourceMappingURL=data:application\/json;base64,(.*)$/m.exec(text)?.[1];
    if (encoded !== undefined)
      map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload);
    return import(url) as Promise<{ default?: unknown }>;
  },
  asBlock: (exported, type) => checkedBlock(exported, type, ''),
  stackOf: ({ stack }) =>
    stack === undefined || url === '' ? stack : stack.replaceAll(url, '<module>').replace(PLACE, written),
});

function written(_place: string, line: string, column: string): string {
  const origin = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (origin === undefined || !('originalSource' in origin)) return `module:${line}:${column}`;
  return `${origin.originalSource}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
}

for (let bytes = readFrame(); bytes !== undefined; bytes = readFrame()) {
  const { head, body } = decodeFrame(bytes);
  const answer = service.answer(head as SandboxQuestion, body);
  writeFrame(answer instanceof Promise ? await answer : answer);
}
process.exit(0);

function readFrame(): Uint8Array | undefined {
  const length = readBytes(4);
  return length && readBytes(new DataView(length.buffer).getUint32(0, true));
}

function readBytes(length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const count = retrying(() => readSync(PIPE, bytes, filled, length - filled, null));
    if (count === 0) return undefined;
    filled += count;
  }
  return bytes;
}

function writeFrame(answer: Uint8Array): void {
  const bytes = new Uint8Array(4 + answer.length);
  new DataView(bytes.buffer).setUint32(0, answer.length, true);
  bytes.set(answer, 4);
  for (let written = 0; written < bytes.length; ) written += retrying(() => writeSync(PIPE, bytes, written));
}

/** Where the pipe does not block, a moment later. */
function retrying(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
