/**
 * The little Markdown that tasks are written in, as a tree: headings, paragraphs, lists, tables, code; inside them code, bold,
 * italic and links. The tree holds text only and is drawn as text, so nothing in a task can become markup or run.
 */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const FENCE = /^\s*```\s*(\S*)/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const ITEM = /^( {0,3})([-*]|\d+[.)])( +)(.*)$/;
const TABLE_RULE = /^\s*\|?(\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;
const INDENTED = /^ {4}/;

export function parseMarkdown(text: string): Block[] {
  return parseLines(text.replaceAll('\r\n', '\n').split('\n'));
}

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === '') {
      at++;
      continue;
    }
    const [block, next] = parseBlock(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The block that begins at a line, and the line after it. */
function parseBlock(lines: readonly string[], at: number): [Block, number] {
  const heading = HEADING.exec(lines[at]);
  if (heading !== null)
    return [{ kind: 'heading', level: heading[1].length, content: parseInline(heading[2]) }, at + 1];
  if (FENCE.test(lines[at])) return parseFence(lines, at);
  if (INDENTED.test(lines[at])) return parseIndented(lines, at);
  if (ITEM.test(lines[at])) return parseList(lines, at);
  if (lines[at].includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) return parseTable(lines, at);
  let end = at + 1;
  while (
    end < lines.length &&
    lines[end].trim() !== '' &&
    !HEADING.test(lines[end]) &&
    !FENCE.test(lines[end]) &&
    !ITEM.test(lines[end])
  )
    end++;
  return [{ kind: 'paragraph', content: parseInline(joined(lines.slice(at, end))) }, end];
}

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

function parseFence(lines: readonly string[], at: number): [Block, number] {
  let end = at + 1;
  while (end < lines.length && !FENCE.test(lines[end])) end++;
  return [{ kind: 'code', language: FENCE.exec(lines[at])![1], text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function parseIndented(lines: readonly string[], at: number): [Block, number] {
  let end = at;
  while (
    end < lines.length &&
    (INDENTED.test(lines[end]) || (lines[end].trim() === '' && INDENTED.test(lines[end + 1] ?? '')))
  )
    end++;
  return [
    {
      kind: 'code',
      language: '',
      text: lines
        .slice(at, end)
        .map((line) => line.slice(4))
        .join('\n'),
    },
    end,
  ];
}

function parseList(lines: readonly string[], at: number): [Block, number] {
  const ordered = /\d/.test(ITEM.exec(lines[at])![2]);
  const start = ordered ? parseInt(ITEM.exec(lines[at])![2], 10) : 1;
  const items: Block[][] = [];
  let end = at;
  for (
    let item = ITEM.exec(lines[end]);
    item !== null && /\d/.test(item[2]) === ordered;
    item = ITEM.exec(lines[end] ?? '')
  ) {
    // what is indented as far as the text of the item belongs to it, blank lines in between too
    const indent = item[1].length + item[2].length + item[3].length;
    const own = [item[4]];
    end++;
    while (end < lines.length && belongsToItem(lines, end, indent))
      own.push(lines[end++].slice(0, indent).trimStart() + lines[end - 1].slice(indent));
    items.push(parseLines(own));
    while (end < lines.length && lines[end].trim() === '' && ITEM.test(lines[end + 1] ?? '')) end++;
  }
  return [{ kind: 'list', ordered, start, items }, end];
}

function belongsToItem(lines: readonly string[], at: number, indent: number): boolean {
  const isIndented = (line: string | undefined): boolean =>
    line !== undefined && line.trim() !== '' && line.slice(0, indent).trim() === '';
  if (lines[at].trim() === '') return isIndented(lines[at + 1]);
  // a line that goes on without indentation still belongs to the paragraph before it
  return (
    isIndented(lines[at]) ||
    (lines[at - 1].trim() !== '' && !ITEM.test(lines[at]) && !HEADING.test(lines[at]) && !FENCE.test(lines[at]))
  );
}

function parseTable(lines: readonly string[], at: number): [Block, number] {
  let end = at + 2;
  while (end < lines.length && lines[end].includes('|')) end++;
  const rows = [lines[at], ...lines.slice(at + 2, end)].map((line) => cells(line).map(parseInline));
  return [{ kind: 'table', head: rows[0], rows: rows.slice(1) }, end];
}

/** Bars in code or behind a backslash do not part cells. */
function cells(line: string): string[] {
  const parts =
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .match(/(?:`[^`]*`|\\.|[^|\\`])+|(?<=\|)(?=\|)/g) ?? [];
  return parts.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]*)\]\(([^)\s]*)\)|(?<![\p{L}\p{N}*])\*([^*\s][^*]*)\*(?![\p{L}\p{N}*])/gu;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  const add = (plain: string): void => void (plain !== '' && parts.push({ kind: 'text', text: plain }));
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, label, href, emphasis] = match;
    add(text.slice(end, match.index));
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis });
    // a page elsewhere can be opened from here; a file beside the task cannot
    else if (/^https?:\/\//.test(href)) parts.push({ kind: 'link', text: label, href });
    else add(label);
    end = match.index + whole.length;
  }
  add(text.slice(end));
  return parts;
}
