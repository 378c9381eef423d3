import { describe, expect, it } from 'vitest';
import { InputError } from './input-error.ts';
import { oneLine } from './one-line.ts';

describe('foreign text on one line', () => {
  it('shows whatever would steer a terminal by its code', () => {
    expect(oneLine('a\x1b[31mred\x07\r\nb\u009b2J')).toBe('a\\x1b[31mred\\x07\\x0d\\x0ab\\x9b2J');
    expect(oneLine('\u202egnp.exe\u2028 \ud800')).toBe('\\u202egnp.exe\\u2028 \\ud800');
  });

  it('leaves what people write as it is', () => {
    const text = 'Straße 12 – 東京, «ok» 🚗 \\x1b';
    expect(oneLine(text)).toBe(text);
  });

  it('is as long as asked at most, and never half a character', () => {
    expect(oneLine('x'.repeat(100_000), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(oneLine('🚗'.repeat(100), 20)).toBe(`${'🚗'.repeat(9)}…`);
    expect(oneLine('\x1b'.repeat(100_000), 50)).toHaveLength(50);
  });

  it('makes every sentence about bad input short and plain', () => {
    const { message } = new InputError(`blocks.\x1b[2J${'n'.repeat(5000)}`, `expected\nno ${'v'.repeat(100_000)}`);
    expect(message.length).toBeLessThan(1000);
    expect(message).toMatch(/^blocks\.\\x1b\[2Jn+…: expected\\x0ano v+…$/);
  });
});
