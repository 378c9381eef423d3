import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

describe('base64', () => {
  it('is that of Node in both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(text);
        expect(fromBase64(text)).toEqual(bytes);
      }),
    );
  });

  it.each(['A', 'AB', 'AB=', 'A===', '====', '=', 'AB*=', 'AB\n=', 'ÿÿÿÿ', 'AB==AB==', 'AR==', '𝄞𝄞'])(
    'refuses %j',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});
