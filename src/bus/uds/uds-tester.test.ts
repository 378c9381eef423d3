import { describe, expect, it } from 'vitest';
import { portOf, smallLoop, smallScenario } from '../../../test/support/small-blocks.ts';
import { busBlocks } from '../index.ts';
import type { Diagnosis } from '../../msgs/index.ts';

const document = (questions: object[], ecu: object = { type: 'bus/diagnosis-ecu' }) => ({
  duration: 60,
  blocks: {
    tester: { type: 'bus/uds-tester', inputs: { frames: 'ecu.frames' }, params: { questions, timeLimit: 0.3 } },
    ecu: { inputs: { frames: 'tester.frames' }, ...ecu },
  },
});

/** Every answer in a run of that many seconds: request, response, whether it was expected. */
async function ask(questions: object[], seconds = 3, ecu?: object) {
  const loop = await smallLoop(document(questions, ecu), { blocks: busBlocks });
  const answers: Pick<Diagnosis, 'request' | 'response' | 'is_expected' | 'refusal'>[] = [];
  portOf(loop, 'tester.answer').listen(({ signal: { value } }) => answers.push({ ...value }));
  await loop.runUntil(1000 * seconds);
  return answers.map(({ request, response, is_expected, refusal }) => [request, response, is_expected, refusal]);
}

describe('a diagnostic tester', () => {
  it('asks, unlocks and writes, and judges the answers', async () => {
    const answers = await ask([
      { send: '22 f1 90', expect: '62 F1 90 53 4B' },
      { send: '10 03', expect: '50 03' },
      { send: '27 01', expect: '67 01 .. .. .. ..' },
      { send: '27 02 {key}', expect: '67 02' },
      { send: '2E 02 00 07 D0', expect: '6E 02 00' },
      { send: '22 02 00', expect: '62 02 00 07 D1' },
      { send: '3E 80', expect: '' },
      { at: 2.5, send: '11 01', expect: '51 01' },
      { send: '22 F1 86', expect: '62 F1 86 01' },
      { send: '22 02 00', expect: '62 02 00 07 D0' },
    ]);
    const vin = [...Buffer.from('SKIDPAD0000000001')].map((byte) => byte.toString(16).toUpperCase()).join(' ');
    expect(answers).toEqual([
      ['22 F1 90', `62 F1 90 ${vin}`, true, 0],
      ['10 03', '50 03 00 32 01 F4', true, 0],
      ['27 01', expect.stringMatching(/^67 01( [0-9A-F]{2}){4}$/), true, 0],
      ['27 02 {KEY}', '67 02', true, 0],
      ['2E 02 00 07 D0', '6E 02 00', true, 0],
      // what was expected is off by one
      ['22 02 00', '62 02 00 07 D0', false, 0],
      ['3E 80', '', true, 0],
      ['11 01', '51 01', true, 0],
      ['22 F1 86', '62 F1 86 01', true, 0],
      ['22 02 00', '62 02 00 07 D0', true, 0],
    ]);
  });

  it('finds the fault of a speed that is not there', async () => {
    const answers = await ask([
      { send: '19 02 09', expect: '59 02 09' },
      { at: 0.7, send: '19 02 09', expect: '59 02 09 C1 22 00 09' },
      { send: '27 01', expect: '67' },
    ]);
    expect(answers.map(([, response, isExpected]) => [response, isExpected])).toEqual([
      ['59 02 09', true],
      ['59 02 09 C1 22 00 09', true],
      ['7F 27 7F', false],
    ]);
    expect(answers[2][3]).toBe(0x7f);
  });

  it('counts silence as a failure, after its time limit', async () => {
    const silent = { type: 'bus/uds-tester' };
    expect(await ask([{ send: '22 F1 90' }, { send: '22 F1 95', expect: '' }], 1, silent)).toEqual([
      ['22 F1 90', '', false, 0],
      ['22 F1 95', '', true, 0],
    ]);
  });

  it('refuses questions that are none', () => {
    const refused = (question: object) => smallScenario(document([question]), { blocks: busBlocks });
    expect(() => refused({ send: '22 F' })).toThrow('questions[0].send: expected bytes');
    expect(() => refused({ send: '22', expect: 'x' })).toThrow('questions[0].expect: expected bytes');
  });
});
