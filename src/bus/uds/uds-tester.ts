/**
 * A diagnostic tester: asks an ECU what a list says, one question after the other, and judges the answers. UDS over ISO-TP.
 *
 * A question is written as bytes in hexadecimal, `22 F1 90`; `{key}` stands for the four bytes that open what was locked by the last seed.
 * What is expected is the beginning of the answer, where `..` is any byte. A question waits for its time and for the answer to the one before;
 * without an answer within the time limit it has failed. The answer "not yet" (7F xx 78) is waited on.
 */
import { defineBlock, occasionalOutput, queuedInput, queuedOutput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { fixed, flag, group, integer, list, optional, param, text } from '../../core/schema.ts';
import { CanFrame, Diagnosis, setTime } from '../../msgs/index.ts';
import type { IsoTp } from './iso-tp.ts';
import { createIsoTp, isSendingIsoTp, receiveIsoTp, sendIsoTp, stepIsoTp } from './iso-tp.ts';
import { keyOf } from './uds-services.ts';

const UNKNOWN_SENDER = 255;
const NOT_YET = 0x78;
const SEED_ANSWER = 0x67;
const LONGEST_STEP_US = 10_000_000;

const questionSchema = group(
  {
    at: param(0, 's', 'not before this time', { min: 0 }),
    send: text(undefined, 'the request, as bytes in hexadecimal; {key} is the key to the last seed'),
    expect: optional(
      text(undefined, 'how the answer begins, as bytes in hexadecimal; .. is any byte, none is no answer'),
    ),
    toAll: flag(false, 'whether it is sent to every ECU there is'),
  },
  'one question',
);

const params = {
  requestId: integer(0x7e0, '', 'identifier of requests', { min: 0, max: 0x7ff }),
  answerId: integer(0x7e8, '', 'identifier of answers', { min: 0, max: 0x7ff }),
  functionalId: integer(0x7df, '', 'identifier of requests to all', { min: 0, max: 0x7ff }),
  timeLimit: param(1, 's', 'how long an answer may take', { above: 0 }),
  questions: fixed(list(questionSchema, [], 'what is asked, in this order')),
};

type Params = FieldValues<typeof params>;

interface State {
  link: IsoTp;
  next: number;
  isAsking: boolean;
  sinceUs: number;
  seed: number;
  passed: number;
  failed: number;
}

export const udsTester = defineBlock({
  type: 'bus/uds-tester',
  doc: 'A diagnostic tester that asks an ECU a list of questions (UDS over ISO-TP) and judges its answers.',
  params,
  defaultPeriod: 0.01,
  inputs: { frames: queuedInput(CanFrame) },
  outputs: { frames: queuedOutput(CanFrame), answer: occasionalOutput(Diagnosis) },
  check({ questions }) {
    for (const [i, { send, expect }] of questions.entries()) {
      if (!/^[0-9a-f]{2}( ([0-9a-f]{2}|\{key\}))*$/i.test(send))
        return [`questions[${i}].send`, `expected bytes such as 22 F1 90, got ${JSON.stringify(send)}`];
      if (expect !== undefined && !/^(([0-9a-f]{2}|\.\.)( ([0-9a-f]{2}|\.\.))*)?$/i.test(expect))
        return [`questions[${i}].expect`, `expected bytes such as 62 F1 90, got ${JSON.stringify(expect)}`];
    }
    return undefined;
  },
  init: (): State => ({
    link: createIsoTp(),
    next: 0,
    isAsking: false,
    sinceUs: 0,
    seed: 0,
    passed: 0,
    failed: 0,
  }),

  step(params, state, inputs, { frames, answer }, time) {
    const elapsedUs = Math.min(LONGEST_STEP_US, Math.floor(time.elapsed * 1e6 + 0.5));
    const close = (response: string) => {
      judge(params, state, response, answer.value);
      setTime(answer.value.stamp, time.nowNs);
      answer.publish = true;
    };
    for (const { id, is_extended, is_remote, is_error, data, length } of inputs.frames.queue) {
      if (id !== params.answerId || is_extended || is_remote || is_error) continue;
      if (!receiveIsoTp(state.link, data, length) || !state.isAsking) continue;
      const { received, count } = state.link;
      if (received[0] === SEED_ANSWER && count >= 6) state.seed = seedOf(received);
      if (received[0] === 0x7f && received[2] === NOT_YET) state.sinceUs = 0;
      else close(hexText(received.subarray(0, count)));
    }
    if (state.isAsking) {
      state.sinceUs += elapsedUs;
      if (state.sinceUs > params.timeLimit * 1e6) close('');
    }
    const question = params.questions[state.next];
    // one question in a step, so that each answer is published
    if (!state.isAsking && !answer.publish && question !== undefined && time.now >= question.at)
      ask(state, question.send);
    const isToAll = state.isAsking && question?.toAll === true;
    setTime(frames.value.stamp, time.nowNs);
    Object.assign(frames.value, {
      id: isToAll ? params.functionalId : params.requestId,
      length: 8,
      sender: UNKNOWN_SENDER,
    });
    stepIsoTp(state.link, elapsedUs, frames.value.data, () => frames.send());
  },
});

function ask(state: State, send: string): void {
  if (isSendingIsoTp(state.link)) return;
  const key = keyOf(state.seed);
  const bytes = send
    .split(' ')
    .flatMap((byte) =>
      byte === '{key}' ? [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255, key & 255] : parseInt(byte, 16),
    );
  sendIsoTp(state.link, Uint8Array.from(bytes), bytes.length);
  state.isAsking = true;
  state.sinceUs = 0;
}

function judge({ questions }: Params, state: State, response: string, answer: Diagnosis): void {
  const { send, expect } = questions[state.next];
  const isExpected = expect === undefined ? response !== '' : beginsWith(response, expect);
  state.isAsking = false;
  state.next++;
  if (isExpected) state.passed++;
  else state.failed++;
  Object.assign(answer, {
    request: send.toUpperCase(),
    response,
    refusal: response.startsWith('7F') ? parseInt(response.slice(6, 8), 16) || 0 : 0,
    is_expected: isExpected,
    passed: state.passed,
    failed: state.failed,
  });
}

function beginsWith(response: string, expected: string): boolean {
  if (expected === '') return response === '';
  const [said, wanted] = [response.split(' '), expected.toUpperCase().split(' ')];
  return wanted.every((byte, i) => (byte === '..' ? said[i] !== undefined : said[i] === byte));
}

const seedOf = (data: Uint8Array): number => ((data[2] << 24) | (data[3] << 16) | (data[4] << 8) | data[5]) >>> 0;

const hexText = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
