/** Tasks are drawn as they are meant, and stay text. */
import { describe, expect, it } from 'vitest';
import { courseFiles } from './course-files.ts';
import type { Block, Inline } from './markdown.ts';
import { parseMarkdown } from './markdown.ts';

const text = (content: readonly Inline[]): string =>
  content.map((part) => ('text' in part ? part.text : text(part.content))).join('');
/** The inside of a single paragraph. */
const inline = (source: string): readonly Inline[] => {
  const [block, ...others] = parseMarkdown(source);
  expect(others).toEqual([]);
  return (block as Extract<Block, { kind: 'paragraph' }>).content;
};
const plain = (words: string): Inline => ({ kind: 'text', text: words });

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

  it('tables, with bars behind a backslash inside cells', () => {
    const [table] = parseMarkdown('| a | b |\n|---|:-:|\n| `x\\|y` | 2 |\n| c \\| d | |\n\nafter') as [
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
    ['a `b*c*` d', [plain('a '), { kind: 'code', text: 'b*c*' }, plain(' d')]],
    [
      '**bold** and *italic*',
      [{ kind: 'strong', content: [plain('bold')] }, plain(' and '), { kind: 'emphasis', content: [plain('italic')] }],
    ],
    ['**bold `code`**', [{ kind: 'strong', content: [plain('bold '), { kind: 'code', text: 'code' }] }]],
    ['[site](https://example.org/a)', [{ kind: 'link', content: [plain('site')], href: 'https://example.org/a' }]],
    ['[lab 1](../lab1/README.md)', [plain('lab 1')]],
    ['a \\| b \\* c', [plain('a | b * c')]],
    ['v < 3 && w > 2', [plain('v < 3 && w > 2')]],
  ])('%s', (source, expected) => {
    expect(inline(source)).toEqual(expected);
  });
});

describe('what is hostile', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">b</b>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox)',
    '[x]( javascript:alert)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '[x](&#106;avascript:alert(1))',
    '| a |\n|---|\n| <svg onload=alert(1)> [y](javascript:alert(1)) |',
    '- <details open ontoggle=alert(1)>\n- [z](file:///etc/passwd)',
    '> <script>alert(1)</script>',
  ];
  const KINDS = ['heading', 'paragraph', 'quote', 'code', 'list', 'table', 'text', 'strong', 'emphasis', 'link'];

  it.each(hostile)('stays text without links: %s', (source) => {
    const seen: string[] = [];
    // every string of the tree is a kind or text to be drawn: there is no field that could hold markup or an address
    JSON.stringify(parseMarkdown(source), (key, value: unknown) => {
      if (key === 'kind') expect(KINDS).toContain(value);
      if (typeof value === 'string') seen.push(key);
      return value;
    });
    expect(seen).not.toContain('href');
    expect(new Set(seen)).toEqual(new Set(['kind', 'text']));
  });

  it('keeps its markup as words to be read', () => {
    expect(inline('a <b onclick="alert(1)">b</b>')).toEqual([plain('a <b onclick="alert(1)">b</b>')]);
    expect(inline('<img src=x onerror=alert(1)>')).toEqual([plain('<img src=x onerror=alert(1)>')]);
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
