/**
 * The entry of a sandbox process: answers the questions that come on its pipe, one after the other, until the pipe ends. Between
 * questions it is blocked, so that nothing that a block has left behind (timers, promises) runs at a time of its own.
 */
import type { SourceMapPayload } from 'node:module';
import { SourceMap } from 'node:module';
import * as library from '../index.ts';
import { checkedBlock } from '../scenario/modules.ts';
import { QuestionPipe } from './question-pipe.ts';
import { SandboxService } from '../hosts/sandbox/sandbox-service.ts';

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

const questions = new QuestionPipe();
for (let bytes = questions.next(); bytes !== undefined; bytes = questions.next()) {
  const answer = service.answer(bytes);
  questions.answer(answer instanceof Promise ? await answer : answer);
}
process.exit(0);
