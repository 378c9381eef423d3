/** Tasks are drawn as they are meant, and stay text. */
import { describe, expect, it } from 'vitest';
import { courseFiles } from './course-files.ts';
import type { Block, Inline } from './markdown.ts';
import { parseInline, parseMarkdown } from './markdown.ts';

const text = (content: readonly Inline[]): string => content.map((part) => part.text).join('');

describe('blocks', () => {
  it('headings and paragraphs, whose lines flow together', () => {
    expect(parseMarkdown('## Task\n\none\ntwo\n\nthree')).toEqual([
      { kind: 'heading', level: 2, content: [{ kind: 'text', text: 'Task' }] },
      { kind: 'paragraph', content: [{ kind: 'text', text: 'one two' }] },
      { kind: 'paragraph', content: [{ kind: 'text', text: 'three' }] },
    ]);
  });

  it('fenced and indented code, kept as it is', () => {
    expect(parseMarkdown('```sh\nnpx  a | b\n\n# c\n```\n\n    u = K e\n\n    v = 2')).toEqual([
      { kind: 'code', language: 'sh', text: 'npx  a | b\n\n# c' },
      { kind: 'code', language: '', text: 'u = K e\n\nv = 2' },
    ]);
  });

  it('tables, with bars in code left alone', () => {
    const [table] = parseMarkdown('| a | b |\n|---|:-:|\n| `x|y` | 2 |\n| c \\| d | |\nafter') as [
      Extract<Block, { kind: 'table' }>,
    ];
    expect(table.head.map(text)).toEqual(['a', 'b']);
    expect(table.rows.map((row) => row.map(text))).toEqual([
      ['x|y', '2'],
      ['c | d', ''],
    ]);
  });

  it('lists, with what is indented inside their items', () => {
    const [list, after] = parseMarkdown(
      '1. one\n   goes on\n2. two:\n\n       κ = 6 e\n\n   with more\n3. three\n\nend',
    ) as [Extract<Block, { kind: 'list' }>, Block];
    expect(list.ordered).toBe(true);
    expect(list.items.map((item) => item.map((block) => block.kind))).toEqual([
      ['paragraph'],
      ['paragraph', 'code', 'paragraph'],
      ['paragraph'],
    ]);
    expect(list.items[1][1]).toEqual({ kind: 'code', language: '', text: 'κ = 6 e' });
    expect(after.kind).toBe('paragraph');
  });

  it('lists that begin elsewhere than at 1', () => {
    expect(parseMarkdown('4. four\n\n5. five')).toMatchObject([{ kind: 'list', start: 4, items: [[{}], [{}]] }]);
  });
});

describe('inside lines', () => {
  it.each<[string, Inline[]]>([
    [
      'a `b*c*` d',
      [
        { kind: 'text', text: 'a ' },
        { kind: 'code', text: 'b*c*' },
        { kind: 'text', text: ' d' },
      ],
    ],
    [
      '**bold** and *italic*',
      [
        { kind: 'strong', text: 'bold' },
        { kind: 'text', text: ' and ' },
        { kind: 'emphasis', text: 'italic' },
      ],
    ],
    ['2*3*4', [{ kind: 'text', text: '2*3*4' }]],
    ['[site](https://example.org/a)', [{ kind: 'link', text: 'site', href: 'https://example.org/a' }]],
    ['[lab 1](../lab1/README.md)', [{ kind: 'text', text: 'lab 1' }]],
    ['[x](javascript:alert)', [{ kind: 'text', text: 'x' }]],
    ['<img src=x onerror=alert(1)>', [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]],
  ])('%s', (source, expected) => {
    expect(parseInline(source)).toEqual(expected);
  });
});

it('every word of every task is drawn', () => {
  const words = (value: unknown): string => JSON.stringify(value).replaceAll(/\\n|\\"/g, ' ');
  for (const [path, source] of courseFiles) {
    if (!path.endsWith('README.md')) continue;
    const drawn = words(parseMarkdown(source));
    const wanted = source.match(/[\p{L}]{4,}/gu)!.filter((word) => !drawn.includes(word));
    expect(wanted, path).toEqual([]);
  }
});
