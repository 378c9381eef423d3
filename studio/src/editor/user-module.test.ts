/** Modules find the library wherever it is, and nothing else in them changes. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/core/input-error.ts';
import * as library from '../../../src/index.ts';
import { libraryBridge, loadUserBlock, withLibrary } from './user-module.ts';
import { dataUrl, transpiled } from './transpiled-module.ts';

describe('the name of the library', () => {
  it.each([
    [`import { sin } from 'skidpad';`, `import { sin } from "blob:x";`],
    [`import { sin } from "skidpad";`, `import { sin } from "blob:x";`],
    [`import*as s from"skidpad"`, `import*as s from"blob:x"`],
    [`import 'skidpad';`, `import "blob:x";`],
    [`export * from 'skidpad';`, `export * from "blob:x";`],
    [`import {\n  sin,\n  cos,\n} from 'skidpad';`, `import {\n  sin,\n  cos,\n} from "blob:x";`],
    [`const s = await import( 'skidpad' );`, `const s = await import( "blob:x" );`],
  ])('%s', (text, expected) => {
    expect(withLibrary(text, 'blob:x')).toBe(expected);
  });

  it.each([
    `const name = 'skidpad';`,
    `throw new Error("not from 'skidpad'");`,
    `import { sin } from 'skidpad/other';`,
    `import { sin } from './skidpad';`,
    `importance('skidpad');`,
  ])('is left alone in %s', (text) => {
    expect(withLibrary(text, 'blob:x')).toBe(text);
  });

  it('keeps every line in its place', () => {
    const text = `// first\nimport { a } from 'skidpad';\nimport {\n b } from 'skidpad';\nf();\n`;
    expect(withLibrary(text, 'blob:x').split('\n').indexOf('f();')).toBe(text.split('\n').indexOf('f();'));
  });
});

describe('a module', () => {
  const bridge = libraryBridge(library, dataUrl);

  it('sees the very objects of the library', async () => {
    const block = await loadUserBlock(
      transpiled(
        './mine.ts',
        `
      import { defineBlock, Float64 } from 'skidpad';
      export default defineBlock({ type: 'mine', doc: '', params: {}, inputs: { a: Float64 }, outputs: {}, init: () => ({}), step() {} });
    `,
      ),
      bridge,
      dataUrl,
    );
    expect(block.inputs.a).toBe(library.Float64);
    expect(block.type).toBe('./mine.ts');
    expect(block.module?.text).toContain('defineBlock');
  });

  it.each<[string, string, RegExp]>([
    [
      'exports nothing',
      'const x = 1;',
      /^\.\/mine\.ts: expected \.\/mine\.ts to have a default export made with defineBlock, got no value$/,
    ],
    [
      'wants what the library does not have',
      `import { nothingLikeThis } from 'skidpad'; nothingLikeThis();`,
      /^\.\/mine\.ts: cannot be loaded: .*nothingLikeThis/,
    ],
    ['throws at once', `throw new Error('at once');`, /^\.\/mine\.ts: cannot be loaded: at once$/],
  ])('that %s is refused in a sentence', async (_what, source, sentence) => {
    const refused = loadUserBlock(transpiled('./mine.ts', source), bridge, dataUrl);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(sentence);
  });
});
