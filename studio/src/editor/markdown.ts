/**
 * The Markdown that tasks are written in, as a tree of our own: headings, paragraphs, lists, tables, quotes, code; inside them
 * code, bold, italic and links. `marked` reads it; only its tokens are used, never its HTML. The tree holds text only and is
 * drawn as text, and links lead to http and https, so nothing in a task can become markup or run.
 */
import type { Token, Tokens } from 'marked';
import { lexer } from 'marked';

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly content: readonly Inline[]; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
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

export const parseMarkdown = (text: string): Block[] => blocksOf(lexer(text));

const blocksOf = (tokens: readonly Token[]): Block[] => tokens.flatMap(blockOf);

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: (token as Tokens.Heading).depth, content: inlinesOf(childrenOf(token) ?? []) }];
    case 'paragraph':
      return [{ kind: 'paragraph', content: inlinesOf(childrenOf(token) ?? []) }];
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text, language: (token as Tokens.Code).lang ?? '' }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(childrenOf(token) ?? []) }];
    case 'list':
      return [listOf(token as Tokens.List)];
    case 'table':
      return [tableOf(token as Tokens.Table)];
    case 'space':
    case 'def':
    case 'hr':
      return [];
    default:
      // the text of an item without a paragraph; HTML and whatever else there may be stays as it is written
      return [{ kind: 'paragraph', content: inlinesOf(childrenOf(token) ?? [token]) }];
  }
}

const childrenOf = (token: Token): readonly Token[] | undefined => ('tokens' in token ? token.tokens : undefined);

const listOf = ({ ordered, start, items }: Tokens.List): Block => ({
  kind: 'list',
  ordered,
  start: start === '' ? 1 : start,
  items: items.map(({ tokens }) => blocksOf(tokens)),
});

const tableOf = ({ header, rows }: Tokens.Table): Block => {
  const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens));
  return { kind: 'table', head: cells(header), rows: rows.map(cells) };
};

/** Neighbouring texts are joined. */
function inlinesOf(tokens: readonly Token[]): Inline[] {
  const parts: Inline[] = [];
  for (const part of tokens.flatMap(inlineOf)) {
    const last = parts.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
    else parts.push(part);
  }
  return parts;
}

function inlineOf(token: Token): Inline[] {
  const children = childrenOf(token);
  const inside = () => inlinesOf(children ?? []);
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', content: inside() }];
    case 'em':
      return [{ kind: 'emphasis', content: inside() }];
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'link': {
      const { href } = token as Tokens.Link;
      // a page elsewhere can be opened from here; a file beside the task cannot
      return /^https?:\/\//i.test(href) ? [{ kind: 'link', content: inside(), href }] : inside();
    }
    case 'br':
      return [{ kind: 'text', text: ' ' }];
    case 'image':
      return [{ kind: 'text', text: (token as Tokens.Image).text }];
    case 'html':
      return [{ kind: 'text', text: token.raw }];
    default:
      return children === undefined
        ? [{ kind: 'text', text: ('text' in token ? String(token.text) : token.raw).replace(/\s*\n\s*/g, ' ') }]
        : inside();
  }
}
