import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAt, walk } from './compiled-read.ts';

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
