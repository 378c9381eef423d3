/**
 * Mutants of a TypeScript file: the same file with one small mistake in it. Each is a replacement of the text from `start` to `end`.
 *
 *   arithmetic   a + b → a − b, a · b → a / b and back; += ↔ −=; −a → a             boundary    < ↔ <=, > ↔ >=
 *   constant     c → 2 c and c → 0; 0 → 1                                           logic       && ↔ ||
 *   condition    if, while, for and ?: with the opposite condition; === ↔ !==       statement   a call or an assignment left out
 *   return       a function without a result that returns at once
 *
 * Not mutated: types, enumerations and text, and what declares parameters (`param(0.5, 'm', …)`), which schema/scenario.schema.json and
 * the golden hashes hold.
 */
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/** Operators and what they become. */
const OPERATORS = new Map([
  [Kind.PlusToken, ['arithmetic', '-']],
  [Kind.MinusToken, ['arithmetic', '+']],
  [Kind.AsteriskToken, ['arithmetic', '/']],
  [Kind.SlashToken, ['arithmetic', '*']],
  [Kind.PercentToken, ['arithmetic', '*']],
  [Kind.PlusEqualsToken, ['arithmetic', '-=']],
  [Kind.MinusEqualsToken, ['arithmetic', '+=']],
  [Kind.AsteriskEqualsToken, ['arithmetic', '/=']],
  [Kind.SlashEqualsToken, ['arithmetic', '*=']],
  [Kind.LessThanToken, ['boundary', '<=']],
  [Kind.LessThanEqualsToken, ['boundary', '<']],
  [Kind.GreaterThanToken, ['boundary', '>=']],
  [Kind.GreaterThanEqualsToken, ['boundary', '>']],
  [Kind.EqualsEqualsEqualsToken, ['condition', '!==']],
  [Kind.ExclamationEqualsEqualsToken, ['condition', '===']],
  [Kind.AmpersandAmpersandToken, ['logic', '||']],
  [Kind.BarBarToken, ['logic', '&&']],
]);

/** Calls that declare parameters, ports and their bounds. */
const DECLARATIONS = new Set([
  'param',
  'integer',
  'flag',
  'text',
  'choice',
  'fixed',
  'vector',
  'list',
  'group',
  'optional',
]);

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isParenthesizedExpression(node) && isText(node.expression)) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

const isDeclaration = (node) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && DECLARATIONS.has(node.expression.text);

/** Whether what is inside decides nothing at run time, or is held elsewhere. */
const isLeftAlone = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isEnumDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isThrowStatement(node) ||
  isDeclaration(node);

/** A condition that something hangs on, if this node has one. */
function conditionOf(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) || ts.isForStatement(node) ? node.condition : undefined;
}

/** Whether a function ends without a result, and does more than one thing. */
function hasNoResult(node) {
  if (!ts.isFunctionLike(node) || ts.isConstructorDeclaration(node) || !node.body || !ts.isBlock(node.body))
    return false;
  if (node.body.statements.length < 2) return false;
  const returns = (inner) =>
    (ts.isReturnStatement(inner) && inner.expression !== undefined) ||
    (!ts.isFunctionLike(inner) && ts.forEachChild(inner, returns)) ||
    false;
  return !ts.forEachChild(node.body, returns);
}

/** All mutants of `text`: kind, start, end, replacement, line, and the change as people read it. */
export function mutantsOf(text, name = 'file.ts') {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const add = (kind, start, end, replacement, shown = [start, end, replacement]) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const before = text.slice(shown[0], shown[1]).replace(/\s+/g, ' ');
    mutants.push({ kind, start, end, replacement, line, change: `${before} → ${shown[2].replace(/\s+/g, ' ')}` });
  };
  const visit = (node) => {
    if (isLeftAlone(node)) return;
    mutantsAt(node, source, text, add);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return mutants;
}

function mutantsAt(node, source, text, add) {
  const [start, end] = [node.getStart(source), node.getEnd()];
  const inside = (part) => text.slice(part.getStart(source), part.getEnd());
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: token, left, right } = node;
    const [kind, other] = OPERATORS.get(token.kind) ?? [];
    if (other !== undefined && !isText(node))
      add(kind, token.getStart(source), token.getEnd(), other, [
        start,
        end,
        `${inside(left)} ${other} ${inside(right)}`,
      ]);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.MinusToken)
    add('arithmetic', start, end, `(${inside(node.operand)})`, [start, end, inside(node.operand)]);
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    for (const other of value === 0 ? ['1'] : [String(2 * value), '0']) add('constant', start, end, other);
  }
  const condition = conditionOf(node);
  if (condition !== undefined) {
    const [from, to] = [condition.getStart(source), condition.getEnd()];
    add('condition', from, to, `!(${inside(condition)})`);
  }
  if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression))
    add('statement', start, end, ';', [start, end, '(nothing)']);
  if (hasNoResult(node)) {
    const at = node.body.getStart(source);
    add('return', at, at + 1, '{ return;', [start, at + 1, 'returns at once']);
  }
}

/** The text with one mutant in it. */
export const applyMutant = (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end);
