import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/input-error.ts';
import { cycleTime, isFlexibleDataRate, startValue, switchesBitRate } from './attributes.ts';
import { busMessages } from './database.ts';
import { MessageCodec } from './message-codec.ts';
import { readDbc } from './read-dbc.ts';
import { writeDbc } from './write-dbc.ts';

const EVERYTHING = readFileSync('test/fixtures/dbc/everything.dbc', 'utf8');
const read = (text: string) => readDbc(text, 'f.dbc');
const everything = read(EVERYTHING).database;
const message = (name: string) => everything.messages.find((candidate) => candidate.name === name)!;
const signalIn = (owner: string, name: string) => message(owner).signals.find((candidate) => candidate.name === name)!;
const refusal = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return 'no refusal';
};

describe('a DBC file', () => {
  it('says which nodes, messages and signals there are', () => {
    expect(everything.version).toBe('2.1 "b"');
    expect(everything.nodes.map(({ name }) => name)).toEqual(['Engine', 'Gateway', 'Dash']);
    expect(busMessages(everything).map(({ name, id, isExtended }) => [name, id, isExtended])).toEqual([
      ['Motor', 0x123, false],
      ['Wide', 0x18fef100, true],
      ['Modes', 0x200, false],
      ['Nested', 0x201, false],
    ]);
    expect(message('Motor')).toMatchObject({ length: 8, sender: 'Engine', otherSenders: ['Engine', 'Gateway'] });
    expect(signalIn('Motor', 'Torque')).toMatchObject({
      ...{ start: 7, length: 12, byteOrder: 'motorola', isSigned: true, factor: 0.5, offset: -10 },
      ...{ minimum: -100, maximum: 1e3, unit: 'N·m', receivers: ['Gateway', 'Dash'] },
      comment: 'Says "how much";\nover two lines.',
    });
    expect(signalIn('Motor', 'Gear').values).toEqual([
      [0, 'P'],
      [1, 'R'],
      [-1, 'unknown'],
    ]);
    expect(signalIn('Wide', 'Ratio').encoding).toBe('float');
    expect(signalIn('Wide', 'Time').encoding).toBe('double');
    expect(signalIn('VECTOR__INDEPENDENT_SIG_MSG', 'Lost').length).toBe(8);
  });

  it('says what attributes are, and what they are where nothing is said', () => {
    expect(cycleTime(everything, message('Motor'))).toBe(0.02);
    expect(cycleTime(everything, message('Modes'))).toBeUndefined();
    expect([message('Motor'), message('Wide')].map((own) => isFlexibleDataRate(everything, own))).toEqual([
      false,
      true,
    ]);
    expect([message('Motor'), message('Wide')].map((own) => switchesBitRate(everything, own))).toEqual([false, true]);
    expect([
      startValue(everything, signalIn('Motor', 'Gear')),
      startValue(everything, signalIn('Motor', 'Torque')),
    ]).toEqual([1, 0]);
    expect(everything.attributes.get('Manufacturer')).toBe('');
  });

  it('says which signals a multiplexor selects, in simple and in nested ranges', () => {
    expect(signalIn('Modes', 'A').selection).toEqual({ multiplexor: 'Mode', ranges: [[0, 0]] });
    expect(signalIn('Nested', 'Deep').selection).toEqual({
      multiplexor: 'Inner',
      ranges: [
        [2, 4],
        [7, 7],
      ],
    });
    expect(signalIn('Nested', 'Inner')).toMatchObject({ isMultiplexor: true, selection: { multiplexor: 'Outer' } });
  });

  it('is the same database after it was written, and the same text when it is written again', () => {
    const text = writeDbc(everything);
    const again = read(text);
    expect(again.notes).toEqual([]);
    expect(again.database).toEqual(everything);
    expect(writeDbc(again.database)).toBe(text);
    for (const statement of [
      'BA_DEF_REL_',
      'SGTYPE_',
      'SIG_GROUP_',
      'ENVVAR_DATA_',
      'SG_MUL_VAL_',
      'BS_: 500000 : 1 , 2',
    ])
      expect(text).toContain(statement);
  });

  it('may be in Windows-1252, which is no UTF-8, and have lines that end as on Windows', () => {
    const bytes = Uint8Array.from('VERSION "20 \u00b0C"\r\nCM_ "a\r\nb";', (letter) => letter.charCodeAt(0));
    expect(readDbc(bytes, 'f').database).toMatchObject({ version: '20 °C', comment: 'a\nb' });
    expect(readDbc(new TextEncoder().encode('\uFEFFVERSION "20 °C"'), 'f').database.version).toBe('20 °C');
  });

  it('may speak of what is not there, and is then read with a note', () => {
    const { notes } = read(
      'BO_ 1 A: 8 X\n SG_ S : 0|8@1+ (1,0) [0|0] "" X\nCM_ BO_ 2 "gone";\nVAL_ 1 T 0 "x" ;\nBO_ 1 B: 8 X',
    );
    expect(notes).toEqual([
      'line 5: B is passed over: there is a message 1 already',
      'line 3: there is no message 2',
      'line 4: there is no T whose values these could be',
    ]);
  });
});

describe('a DBC file that is wrong', () => {
  it('is refused in a sentence with line and column', () => {
    const signal = (text: string) => refusal(`BO_ 1 A: 8 X\n SG_ ${text}`);
    expect(refusal('HELLO')).toBe('f.dbc:1:1: expected a statement such as BO_, CM_ or BA_, got "HELLO"');
    expect(refusal('BO_ 1 A 8 X')).toBe('f.dbc:1:9: expected ":", got "8"');
    expect(refusal('CM_ "a\nb')).toBe('f.dbc:1:5: this text has no end; expected a closing "');
    expect(refusal('CM_ "a\nb" x')).toBe('f.dbc:2:4: expected ";", got "x"');
    expect(refusal('BO_ 4294967296 A: 8 X')).toContain('a whole number from 0 to 4294967295, got "4294967296"');
    expect(signal('S : 0|65@1+ (1,0) [0|0] "" X')).toBe(
      'f.dbc:2:12: expected the length in bits, a whole number from 1 to 64, got "65"',
    );
    expect(signal('S : 0|8@2+ (1,0) [0|0] "" X')).toContain('1 for Intel or 0 for Motorola');
    expect(signal('S : 0|8@1* (1,0) [0|0] "" X')).toContain('expected + for unsigned or - for signed');
    expect(signal('S : 0|8@1+ (1e999,0) [0|0] "" X')).toContain('a number that is not so large');
    expect(signal('S m3 : 0|8@1+ (1,0) [0|0] "" X')).toBe('f.dbc:1:5: A: expected one multiplexor of "S", got 0');
    expect(signal('S : 0|8@1+ (1,0) [0|0] "" X\n SG_ S : 8|8@1+ (1,0) [0|0] "" X')).toContain(
      'f.dbc:3:6: there is a signal "S" in this message already',
    );
    expect(signal('S : 0|8@1+ (1,0) [0|0] "" X\nSIG_VALTYPE_ 1 S : 1;')).toContain('1 takes 32 bits');
  });

  it('with multiplexors in a circle is refused', () => {
    const own = (name: string, start: number) => ` SG_ ${name} m0M : ${start}|8@1+ (1,0) [0|0] "" X\n`;
    expect(
      refusal(`BO_ 1 A: 8 X\n${own('P', 0)}${own('Q', 8)}SG_MUL_VAL_ 1 P Q 0-0;\nSG_MUL_VAL_ 1 Q P 0-0;`),
    ).toContain('A: P is multiplexed by itself');
  });

  it('of megabytes takes time in proportion to them', () => {
    const seconds = (text: string) => {
      const before = process.cpuUsage().user;
      refusal(text);
      return (process.cpuUsage().user - before) / 1e6;
    };
    // each of these would take minutes in quadratic time
    expect(seconds(`BU_: ${'a '.repeat(1e6)}`)).toBeLessThan(20);
    expect(seconds(`CM_ "${'\\"'.repeat(1e6)}`)).toBeLessThan(20);
    expect(seconds('9'.repeat(2e6))).toBeLessThan(20);
    expect(seconds(`BO_ 1 A: 8 X\n${'CM_ BO_ 1 "x"; '.repeat(2e5)}`)).toBeLessThan(20);
  });
});

describe('the codec of a message', () => {
  it('decodes and encodes only what the multiplexors select', () => {
    const codec = new MessageCodec(message('Nested'));
    const names = codec.signals.map(({ signal }) => signal.name);
    const values = new Float64Array(names.length);
    // Outer 1 selects Inner; Inner 7 selects Deep; Other needs Outer 0
    codec.decode(Uint8Array.of(1, 7, 99, 0), values);
    expect(Object.fromEntries(names.map((name, i) => [name, values[i]]))).toEqual({
      Outer: 1,
      Inner: 7,
      Deep: 99,
      Other: NaN,
    });
    codec.decode(Uint8Array.of(1, 5, 99, 0), values);
    expect([...values]).toEqual([1, 5, NaN, NaN]);
    const data = new Uint8Array(4);
    codec.encode(data, Float64Array.of(0, 7, 99, 3));
    expect([...data]).toEqual([0, 3, 0, 0]);
    codec.encode(data, Float64Array.of(1, 2, 99, 3));
    expect([...data]).toEqual([1, 2, 99, 0]);
  });

  it('is refused to a message that no frame can hold', () => {
    const [long] = read('BO_ 1 A: 65 X').database.messages;
    expect(() => new MessageCodec(long)).toThrow('A: has 65 bytes; expected at most 64');
    const [stray] = read('BO_ 1 A: 1 X\n SG_ S : 4|8@1+ (1,0) [0|0] "" X').database.messages;
    expect(() => new MessageCodec(stray)).toThrow('A: S ends beyond the 1 bytes of the message');
  });
});
