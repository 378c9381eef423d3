/**
 * YAML in, plain values out, each of which knows where it was written (`core/places.ts`); and plain values back to YAML.
 *
 * Strict: one document, no duplicate keys, no tags but YAML's own, names that are plain texts. What could exhaust a machine
 * is refused: nesting without end, and aliases that multiply.
 */
import type { Document, Node, YAMLMap, YAMLSeq } from 'yaml';
import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser, stringify } from 'yaml';
import { InputError } from '../core/input-error.ts';
import { setOwnPlace, setPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { joined } from './places.ts';

/** How many collections may lie in each other. */
const DEEPEST = 100;
/** How many values aliases may stand for altogether. */
const MOST_ALIASED = 10_000;
const LONGEST_NAME = 200;

export const formatYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });

/** Throws an InputError with file, line and column. */
export function parseYaml(text: string, file: string): unknown {
  return new YamlText(text, file).value();
}

/** A value and how many values it is made of. */
interface Sized {
  readonly value: unknown;
  readonly size: number;
}

class YamlText {
  private readonly lines = new LineCounter();
  private readonly anchors = new Map<string, Sized>();
  private aliased = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  value(): unknown {
    const { contents } = this.document();
    const { value } = this.valueOf(contents as Node | null, '');
    if (typeof value === 'object' && value !== null) setOwnPlace(value, { file: this.file, path: '' });
    return value;
  }

  private document(): Document {
    const composer = new Composer({ uniqueKeys: true, strict: true, version: '1.2', schema: 'core' });
    const [document, another] = composer.compose(this.tokens(), true, this.text.length);
    if (another !== undefined) throw this.problem(another.range[0], 'expected one document, got several');
    const problem = document.errors[0] ?? document.warnings[0];
    if (problem !== undefined) throw this.problem(problem.pos[0], problem.message.split('\n')[0]);
    return document as unknown as Document;
  }

  /** Composing recurses, so depth is measured before it, where nothing does. */
  private *tokens() {
    const parser = new Parser(this.lines.addNewLine);
    this.lines.addNewLine(0);
    for (const lexeme of new Lexer().lex(this.text)) {
      yield* parser.next(lexeme);
      if (parser.stack.length > DEEPEST)
        throw this.problem(parser.offset, `expected at most ${DEEPEST} levels of nesting`);
    }
    yield* parser.end();
  }

  private valueOf(node: Node | null, path: string): Sized {
    if (node === null) return { value: null, size: 1 };
    if (isAlias(node)) return this.target(node.source, node);
    const sized = isMap<Node, Node | null>(node)
      ? this.mapping(node, path)
      : isSeq<Node>(node)
        ? this.list(node, path)
        : this.scalar(node);
    if ('anchor' in node && node.anchor !== undefined) this.anchors.set(node.anchor, sized);
    return sized;
  }

  private mapping(node: YAMLMap<Node, Node | null>, path: string): Sized {
    const value: Tree = {};
    let size = 1;
    for (const { key, value: item } of node.items) {
      const name = this.name(key);
      if (Object.hasOwn(value, name)) throw this.problem(offsetOf(key), `there are two keys ${JSON.stringify(name)}`);
      const below = joined(path, name);
      const sized = this.valueOf(item, below);
      value[name] = sized.value;
      size += sized.size;
      setPlace(value, name, { ...this.position(offsetOf(key)), path: below });
    }
    return { value, size };
  }

  private list(node: YAMLSeq<Node>, path: string): Sized {
    const value: unknown[] = [];
    let size = 1;
    for (const [i, item] of node.items.entries()) {
      const below = `${path}[${i}]`;
      const sized = this.valueOf(item, below);
      value.push(sized.value);
      size += sized.size;
      setPlace(value, i, { ...this.position(offsetOf(item)), path: below });
    }
    return { value, size };
  }

  private scalar(node: Node): Sized {
    const value = isScalar(node) ? node.value : undefined;
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
      throw this.problem(offsetOf(node), 'expected a text, a number, true, false or null');
    return { value, size: 1 };
  }

  /** An anchor is known once what it names is complete, so that nothing can hold itself. */
  private target(anchor: string, node: Node): Sized {
    const sized = this.anchors.get(anchor);
    if (sized === undefined) throw this.problem(offsetOf(node), `there is no anchor &${anchor} before this alias`);
    this.aliased += sized.size;
    if (this.aliased > MOST_ALIASED)
      throw this.problem(offsetOf(node), `expected aliases that stand for at most ${MOST_ALIASED} values`);
    return sized;
  }

  private name(key: Node): string {
    if (!isScalar(key)) throw this.problem(offsetOf(key), 'expected a plain name before the colon');
    const name = key.value === null ? '' : String(key.value);
    if (name === '__proto__') throw this.problem(offsetOf(key), 'the name "__proto__" cannot be used');
    if (name.length > LONGEST_NAME)
      throw this.problem(offsetOf(key), `expected a name of at most ${LONGEST_NAME} characters, got ${name.length}`);
    return name;
  }

  private position(offset: number): { file: string; line: number; column: number } {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line, column: col };
  }

  private problem(offset: number, problem: string): InputError {
    return new InputError('', `unreadable YAML: ${problem}`, { ...this.position(offset), path: '' });
  }
}

const offsetOf = (node: Node): number => node.range?.[0] ?? 0;
