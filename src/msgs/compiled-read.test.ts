import { afterEach, describe, expect, it, vi } from 'vitest';
import { handOn, readAt, walk } from './compiled-read.ts';

const message = { twist: { linear: { x: 1.5 } }, position: [3, 4], on: true, empty: [] };
const PATHS = [['twist', 'linear', 'x'], ['position', 1], ['position', 2], ['on'], ['empty', 0, 'x']];

afterEach(() => vi.unstubAllGlobals());

describe('reading a number inside a message', () => {
  it('is compiled, with the values that a walk along the keys finds', () => {
    expect(PATHS.map((keys) => readAt(keys)(message))).toEqual([1.5, 4, NaN, 1, NaN]);
    expect(PATHS.map((keys) => walk(message, keys))).toEqual([1.5, 4, NaN, 1, NaN]);
  });

  it('is a walk where nothing may be compiled', () => {
    vi.stubGlobal('Function', () => {
      throw new EvalError('not allowed');
    });
    expect(PATHS.map((keys) => readAt(keys)(message))).toEqual([1.5, 4, NaN, 1, NaN]);
  });

  it('never compiles a name that is more than a name', () => {
    const spy = vi.fn();
    vi.stubGlobal('Function', spy);
    const hostile = ['x;globalThis.caught=1', 'a.b', '', '__proto__', 'x y', '1x', 'ü'];
    expect(hostile.map((name) => readAt([name])({ [name]: 7 }))).toEqual([7, 7, 7, 7, 7, 7, 7]);
    expect(readAt(['a', 1.5])({ a: {} })).toBeNaN();
    expect(spy).not.toHaveBeenCalled();
  });
});

describe('handing a number of every publication on', () => {
  const publication = { signal: { value: message, publishedNs: 5e9 } };
  const taken = (keys: readonly (string | number)[]): number[] => {
    const numbers: number[] = [];
    handOn(keys, { take: (value, timeNs) => numbers.push(value, timeNs) })(publication);
    return numbers;
  };

  it('gives what a read gives, and when it was published', () => {
    expect(PATHS.map(taken)).toEqual([1.5, 4, NaN, 1, NaN].map((value) => [value, 5e9]));
  });

  it('does the same where nothing may be compiled, and of names that are more than names', () => {
    vi.stubGlobal('Function', () => {
      throw new EvalError('not allowed');
    });
    expect(PATHS.map(taken)).toEqual([1.5, 4, NaN, 1, NaN].map((value) => [value, 5e9]));
    vi.unstubAllGlobals();
    const spy = vi.fn();
    vi.stubGlobal('Function', spy);
    expect(taken(['x;globalThis.caught=1'])).toEqual([NaN, 5e9]);
    expect(spy).not.toHaveBeenCalled();
  });
});
