import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENERATOR_15, GENERATOR_17, GENERATOR_21, remainder } from '../../../test/support/naive-can-bits.ts';
import type { Crc } from './crc.ts';
import { addBit, addByte, CRC_15, CRC_17, CRC_21 } from './crc.ts';

const DIGITS = [...'123456789'].map((digit) => digit.charCodeAt(0));

describe.each([
  ['CRC-15', CRC_15, 0x059e, GENERATOR_15, ''],
  ['CRC-17', CRC_17, 0x04f03, GENERATOR_17, '1'],
  ['CRC-21', CRC_21, 0x0ed841, GENERATOR_21, '1'],
] as const)('%s', (_name, crc: Crc, check, generator, initial) => {
  it('has the published check value, of the digits 1 to 9 and a register that begins with zero', () => {
    expect(DIGITS.reduce((register, byte) => addByte(crc, register, byte), 0)).toBe(check);
  });

  it('is what long division leaves, by bytes as by bits', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 80 }), (bytes) => {
        const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
        const expected = Number.parseInt(remainder(bits, generator, initial), 2);
        expect(bytes.reduce((register, byte) => addByte(crc, register, byte), crc.initial)).toBe(expected);
        expect([...bits].reduce((register, bit) => addBit(crc, register, Number(bit)), crc.initial)).toBe(expected);
      }),
    );
  });
});
