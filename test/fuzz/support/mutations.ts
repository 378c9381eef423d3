/** Damage to texts, trees and bytes, drawn from a stream: the same seed and number, the same damage. */
import type { RandomStream } from '../../../src/math/random.ts';
import { chance, createStream, integerBelow, nextUint32 } from '../../../src/math/random.ts';

export const drawsOf = (name: string, seed: number, index: number): RandomStream =>
  createStream(seed, `fuzz/${name}/${index}`);

export const oneOf = <T>(draws: RandomStream, choices: readonly T[]): T => choices[integerBelow(draws, choices.length)];

const ODD_NUMBERS = [0, -1, 1, 0.5, -0, 1e-300, 1e300, -1e300, 1e-7, 1e8, 1e4, 65536, 2 ** 31, 2 ** 53, 1e15, 3, 100];
const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'a.b',
  'a[0]',
  '0',
  '-',
  'world',
  '🚗',
];
const ODD_TEXTS = [
  ...ODD_NAMES,
  'x'.repeat(100_000),
  '\u001b[31mred\u001b[0m',
  '\u202egpj',
  '\ud800',
  'null',
  '1e400 m',
  '3 parsec',
  '../../etc/passwd',
  '/dev/zero',
  '{ of: car.params.x }',
  '\n\n\n',
];
const ODD_VALUES: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => NaN,
  () => Infinity,
  () => [],
  () => ({}),
  () => [[[[[[[[[[]]]]]]]]]],
  () => ({ of: 'car.params.x' }),
  () => ({ from: 'scenarios/dynamics/bicycle.yaml' }),
  () => Array.from({ length: 1000 }, (_, i) => i),
  () => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i])),
];

function oddValue(draws: RandomStream, old: unknown): unknown {
  // mostly of the same kind, so that much of it gets past the first check
  if (typeof old === 'number' && chance(draws, 0.7))
    return chance(draws, 0.5) ? oneOf(draws, ODD_NUMBERS) : old * oneOf(draws, [-1, 0.01, 0.5, 2, 10, 1000, 1e6]);
  if (typeof old === 'string' && chance(draws, 0.4)) return oneOf(draws, ODD_TEXTS);
  return oneOf<() => unknown>(draws, [...ODD_VALUES, () => oneOf(draws, ODD_NUMBERS), () => oneOf(draws, ODD_TEXTS)])();
}

type Branch = Record<string, unknown> | unknown[];

function branchesOf(value: unknown, found: Branch[] = []): Branch[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Branch);
  for (const item of Object.values(value)) branchesOf(item, found);
  return found;
}

/** A copy of a tree with one to three things wrong. */
export function damagedTree(draws: RandomStream, tree: unknown): unknown {
  const copy = structuredClone(tree);
  for (let k = 1 + integerBelow(draws, 3); k > 0; k--) damageBranch(draws, branchesOf(copy));
  return copy;
}

function damageBranch(draws: RandomStream, branches: readonly Branch[]): void {
  const branch = oneOf(draws, branches) as Record<string, unknown>;
  const keys = Object.keys(branch);
  if (keys.length === 0) return;
  const key = oneOf(draws, keys);
  const other = oneOf(draws, branches) as Record<string, unknown>;
  const otherKey = oneOf(draws, [...Object.keys(other), ...keys]);
  switch (integerBelow(draws, 8)) {
    case 0:
      delete branch[key];
      break;
    case 1:
      setOwn(branch, oneOf(draws, ODD_NAMES), branch[key]);
      break;
    case 2:
      setOwn(branch, key, Object.hasOwn(other, otherKey) ? structuredClone(other[otherKey]) : null);
      break;
    case 3:
      setOwn(other, otherKey, structuredClone(branch[key]));
      break;
    default:
      setOwn(branch, key, oddValue(draws, branch[key]));
  }
}

/** Under a name; a list has places only, and gets one more. */
function setOwn(target: object, key: string, value: unknown): void {
  const place = Array.isArray(target) && !/^\d{1,4}$/.test(key) ? String(target.length) : key;
  Object.defineProperty(target, place, { value, enumerable: true, configurable: true, writable: true });
}

/** A text with one to three things wrong. */
export function damagedText(draws: RandomStream, text: string): string {
  let damaged = text;
  for (let k = 1 + integerBelow(draws, 3); k > 0; k--) damaged = damageText(draws, damaged);
  return damaged;
}

function damageText(draws: RandomStream, text: string): string {
  const lines = text.split('\n');
  const at = integerBelow(draws, lines.length);
  const place = integerBelow(draws, text.length + 1);
  switch (integerBelow(draws, 6)) {
    case 0:
      return lines.toSpliced(at, 1).join('\n');
    case 1:
      return lines.toSpliced(at, 0, lines[integerBelow(draws, lines.length)]).join('\n');
    case 2:
      return lines.toSpliced(at, 1, ' '.repeat(integerBelow(draws, 8)) + lines[at].trimStart()).join('\n');
    case 3:
      return (
        text.slice(0, place) +
        oneOf(draws, [...ODD_TEXTS, '[', '{', '&a *a', '!!js ', '\t', '- ', ': ', '"']) +
        text.slice(place)
      );
    case 4:
      return text.slice(0, place) + text.slice(place + 1 + integerBelow(draws, 20));
    default: {
      const numbers = [...text.matchAll(/(?<![\w.])-?\d[\d.]*(?:e-?\d+)?/g)];
      if (numbers.length === 0) return text;
      const { index, 0: number } = oneOf(draws, numbers);
      return text.slice(0, index) + String(oneOf(draws, [...ODD_NUMBERS, NaN])) + text.slice(index + number.length);
    }
  }
}

/** Bytes with some flipped, overwritten, cut out or put in. */
export function damagedBytes(draws: RandomStream, bytes: Uint8Array): Uint8Array {
  let damaged = Uint8Array.from(bytes);
  for (let k = 1 + integerBelow(draws, 4); k > 0; k--) damaged = damageBytes(draws, damaged);
  return damaged;
}

function damageBytes(draws: RandomStream, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = integerBelow(draws, bytes.length + 1);
  const length = Math.min(bytes.length - at, 1 + integerBelow(draws, oneOf(draws, [1, 8, 100])));
  switch (integerBelow(draws, 6)) {
    case 0:
      return joined(bytes.subarray(0, at), bytes.subarray(at + length));
    case 1:
      return joined(bytes.subarray(0, at), bytes.subarray(0, length), bytes.subarray(at));
    case 2:
      return bytes.slice(0, at);
    case 3:
      bytes.fill(oneOf(draws, [0, 0xff, 0x7f]), at, at + length);
      return bytes;
    default:
      for (let i = at; i < at + length; i++) bytes[i] ^= 1 << (nextUint32(draws) & 7);
      return bytes;
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
