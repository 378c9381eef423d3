/**
 * Hostile answers of a program, in both forms of the process protocol. Whatever a program says, there is a message in the drafts or one
 * short sentence, soon.
 */
import { waypointFollower } from '../../src/control/waypoint-follower.ts';
import { relay } from '../support/port-blocks.ts';
import { hosted } from '../../src/hosts/fixtures/test-rig.ts';
import { CdrProtocol } from '../../src/hosts/process/cdr-protocol.ts';
import { JsonProtocol } from '../../src/hosts/process/json-protocol.ts';
import type { ProgramProtocol } from '../../src/hosts/process/program-protocol.ts';
import { ProtocolError } from '../../src/hosts/process/program-protocol.ts';
import { stopwatch } from './support/fuzzer.ts';
import { damaged, hostileJson, SeededChoices } from './support/seeded-choices.ts';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Generous, for a machine that is busy [ms of CPU time]. */
const utf8 = new TextEncoder();

const follower = hosted(waypointFollower, { params: { waypoints: [{ x: 1, y: 2 }] } });
const queues = hosted(relay);
const queueNames = Object.keys(queues.outputs);

function jsonAnswer(choose: SeededChoices): Uint8Array {
  const value = () => (choose.below(3) === 0 ? hostileJson(choose) : String(choose.below(1000) / 7));
  const text = choose.of([
    () => `{"op":"outputs","outputs":{"twist":{"linear":{"x":${value()},"y":${value()}},"angular":{"z":${value()}}}}}`,
    () => `{"op":"outputs","time":${value()},"outputs":{"twist":${value()}}}`,
    () => `{"op":"outputs","outputs":${value()}}`,
    () => `{"op":"outputs","outputs":{${JSON.stringify('twist'.repeat(choose.below(20_000)))}:${value()}}}`,
    () => `{"op":"outputs","outputs":{"${choose.of(queueNames)}":[{"data":${value()}},${value()}]}}`,
    () => `{"op":"error","message":${value()}}`,
    () => `{"op":${value()}}`,
    () => hostileJson(choose),
  ])();
  return utf8.encode(`${text}\n`);
}

function cdrAnswer(choose: SeededChoices): Uint8Array {
  const payload = choose.of([
    () => choose.bytes(choose.below(80)),
    () => Uint8Array.of(52, 0, 0, 0, 0, 1, 0, 0, ...choose.bytes(48)),
    () => Uint8Array.of(choose.below(256), 0, 0, choose.below(256), 0, 1, 0, 0, ...choose.bytes(60)),
    () => Uint8Array.of(2, 0, 0, 0, 12, 0, 0, 0, 0, 1, 0, 0, ...choose.bytes(8), ...choose.bytes(choose.below(30))),
    () => utf8.encode(hostileJson(choose)),
  ])();
  const letter = choose.of(['O', 'O', 'O', 'X', 'R', '\u0000']);
  const length = payload.length + 1;
  return Uint8Array.of(length & 255, (length >> 8) & 255, (length >> 16) & 255, 0, letter.charCodeAt(0), ...payload);
}

/** What a host does with bytes of a program. */
function feed(protocol: ProgramProtocol, bytes: Uint8Array, choose: SeededChoices): void {
  const at = choose.below(bytes.length + 1);
  const answers = [bytes.subarray(0, at), bytes.subarray(at)].flatMap((chunk) => protocol.splitter.push(chunk));
  for (const answer of answers) {
    if (choose.below(8) === 0) protocol.readReady(answer);
    else protocol.readOutputs(answer);
  }
}

function check(error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
  const { message } = error;
  if (message.length > 1000 || CONTROL.test(message) || message.length < 5)
    throw new Error(`not one short sentence: ${JSON.stringify(message.slice(0, 2000))}`, { cause: error });
}

function run(seed: number, index: number): void {
  const choose = new SeededChoices(seed, index);
  const block = choose.of([follower, queues]);
  const isJson = choose.below(2) === 0;
  const right = isJson ? jsonAnswer(choose) : cdrAnswer(choose);
  const bytes = choose.below(3) === 0 ? damaged(right, choose) : right;
  const tooLong = stopwatch();
  try {
    feed(isJson ? new JsonProtocol(block) : new CdrProtocol(block), bytes, choose);
  } catch (error) {
    check(error);
  }
  tooLong(() => `an answer of ${bytes.length} bytes`);
}

export const fuzzer = { name: 'process-protocol', run };
