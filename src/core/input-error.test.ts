import { describe, expect, it } from 'vitest';
import { InputError, quote, suggestion } from './input-error.ts';

describe('a sentence about bad input', () => {
  const place = { file: 'loop.yaml', line: 12, column: 7, path: 'blocks.camera' };

  it('begins with the place, as far as it is known, and the path', () => {
    const message = (...args: ConstructorParameters<typeof InputError>) => new InputError(...args).message;
    expect(message('blocks.camera', 'is wrong')).toBe('blocks.camera: is wrong');
    expect(message('', 'is wrong')).toBe('is wrong');
    expect(message('blocks.camera', 'is wrong', place)).toBe('loop.yaml:12:7: blocks.camera: is wrong');
    expect(message('a', 'is wrong', { file: 'f', line: 3, path: '' })).toBe('f:3: a: is wrong');
    expect(message('a', 'is wrong', { file: '--set a', path: '' })).toBe('--set a: a: is wrong');
    expect(message('a', 'is wrong', { file: '', path: '' })).toBe('a: is wrong');
  });

  it('can name its file in another way', () => {
    const upper = (file: string) => file.toUpperCase();
    expect(new InputError('a', 'is wrong', place).withFileAs(upper)).toBe('LOOP.YAML:12:7: a: is wrong');
    expect(new InputError('a', 'is wrong').withFileAs(upper)).toBe('a: is wrong');
  });

  it('is short, whatever is in it', () => {
    const long = (length: number) => 'v'.repeat(length);
    const { message } = new InputError(long(1000), long(1000), { file: long(1000), line: 1, path: '' });
    expect(message.split(': ').map((part) => part.length)).toEqual([200, 200, 500]);
    const fitting = new InputError(long(200), long(500), { file: long(196), line: 1, column: 2, path: '' });
    expect(fitting.message).toBe(`${long(196)}:1:2: ${long(200)}: ${long(500)}`);
  });
});

describe('a value in a sentence', () => {
  it.each([
    [undefined, 'no value'],
    [null, 'null'],
    [-1.5, '-1.5'],
    [false, 'false'],
    ['two\nlines', '"two\\nlines"'],
    [[1, 2, 3], 'a list of 3'],
    [{ a: 1 }, 'an object'],
    ['a\u009bb\u2028c\u007f', '"a b c "'],
    [10n, '"10"'],
  ])('of %o is short and on one line', (value, shown) => {
    expect(quote(value)).toBe(shown);
  });

  it('of text is at most sixty characters long', () => {
    expect(quote('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`);
    expect(quote('x'.repeat(59))).toBe(`"${'x'.repeat(56)}…"`);
    expect(quote('x'.repeat(100_000))).toBe(`"${'x'.repeat(56)}…"`);
    expect(quote('\n'.repeat(100))).toHaveLength(59);
  });
});

describe('a suggestion', () => {
  const known = ['camera', 'controller', 'car'];

  it('is the nearest of the known names, whatever their case', () => {
    expect(suggestion('camra', known)).toBe(' (did you mean "camera"?)');
    expect(suggestion('CAMERA', known)).toBe(' (did you mean "camera"?)');
    expect(suggestion('cat', known)).toBe(' (did you mean "car"?)');
    expect(suggestion('carx', ['cary', 'carx1', 'ca'])).toBe(' (did you mean "cary"?)');
  });

  it('is none where nothing is near: two changes, or a third of the name', () => {
    expect(suggestion('xy', ['ab'])).toBe(' (did you mean "ab"?)');
    expect(suggestion('xyz', ['abc'])).toBe('');
    expect(suggestion('contrXXX', ['controll'])).toBe('');
    // eleven characters may have three changes, twelve four
    expect(suggestion('abcdefghXYZ', ['abcdefghijk'])).toBe(' (did you mean "abcdefghijk"?)');
    expect(suggestion('abcdefgWXYZ', ['abcdefghijk'])).toBe('');
    expect(suggestion('abcdefghWXYZ', ['abcdefghijkl'])).toBe(' (did you mean "abcdefghijkl"?)');
    expect(suggestion('x', [])).toBe('');
  });
});
