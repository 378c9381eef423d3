/**
 * From frames of a CAN bus to messages of the loop, as a DBC file lays them out. Which signal becomes which field is data:
 *
 *   params:
 *     dbc: cruise.dbc
 *     outputs:
 *       control:
 *         type: prius_msgs/Control
 *         fields: { throttle: CruiseCommand.Throttle, brake: CruiseCommand.Brake, shift_gears: 2 }
 *     checks: [{ message: CruiseCommand, counter: Counter, checksum: { signal: Crc } }]
 *
 * An output is published in a step to which a frame came that tells of it, once all its signals have come and while none is older than
 * `timeout`: what is not known is not zero. A frame that is too short, has a wrong checksum or repeats its counter is dropped, and counted
 * in `status`. Outputs have the stamps of their last frames, and latencies
 * follow those. A floating-point signal that is not finite is no value and is passed over.
 * Checked against: cantools over the files of real cars (scripts/compare-dbc.mjs), and frames worked out by hand.
 */
import { defineBlock, occasionalOutput, portMap, queuedInput } from '../../core/block.ts';
import { InputError, quote } from '../../core/input-error.ts';
import type { ValueOf } from '../../core/schema.ts';
import { anything, asset, fixed, group, list, map, param, text } from '../../core/schema.ts';
import { UNTRACED } from '../../core/trace.ts';
import { CanFrame, DbcStatus } from '../../msgs/index.ts';
import { setTime, timeToNs } from '../../msgs/time.ts';
import { fileId } from './database.ts';
import { DbcAsset } from './dbc-asset.ts';
import { DecodedOutput } from './decoded-output.ts';
import { fieldWriter } from './field-writer.ts';
import type { ReceiverState } from './frame-receiver.ts';
import { FrameReceiver, receiverState } from './frame-receiver.ts';
import { atPath, portProblem, portTypes } from './mapped-ports.ts';
import { protectionFields } from './protection.ts';
import { parseSource, sourceProblem } from './signal-sources.ts';

const output = group(
  {
    type: text(undefined, 'message type'),
    fields: map(
      anything('Message.Signal, a number, or { from, scale, offset }'),
      'what its fields are; others have the values of a new message',
    ),
  },
  'one output',
);

const check = group(
  { message: text(undefined, 'name of the message in the file'), ...protectionFields },
  'how the frames of a message are verified',
);

type Outputs = Readonly<Record<string, ValueOf<typeof output>>>;
type Checks = readonly ValueOf<typeof check>[];

interface DecoderState extends ReceiverState {
  /** Of each output, the stamp of the last frame that tells of it [ns], which frame that was, and whether it came in this step. */
  stamps: number[];
  traces: number[];
  isFresh: boolean[];
}

const typesOf = (outputs: Outputs): Record<string, string> =>
  Object.fromEntries(Object.entries(outputs).map(([name, { type }]) => [name, type]));

/** As many as there can be. */
const fieldCount = (outputs: Outputs): number =>
  Object.values(outputs).reduce((total, { fields }) => total + Object.keys(fields).length, 0);

export const dbcDecoder = defineBlock({
  type: 'bus/dbc-decoder',
  doc: 'Messages of the loop from frames of a CAN bus, as a DBC file lays them out.',
  params: {
    dbc: fixed(asset('the DBC file')),
    outputs: fixed(map(output, 'its outputs by name')),
    checks: fixed(list(check, [], 'counters and checksums of messages; frames that fail are dropped')),
    timeout: param(0.5, 's', 'an output is not published while one of its signals is older than this', { above: 0 }),
  },
  defaultPeriod: 0.001,
  inputs: { frames: queuedInput(CanFrame) },
  outputs: {
    status: DbcStatus,
    messages: portMap(({ outputs }: { outputs: Outputs }) =>
      Object.fromEntries(
        Object.entries(portTypes(typesOf(outputs))).map(([name, type]) => [name, occasionalOutput(type)]),
      ),
    ),
  },
  check({ outputs }) {
    const problem = portProblem(typesOf(outputs), 'outputs', ['status']);
    if (problem !== undefined) return problem;
    for (const [name, { fields }] of Object.entries(outputs))
      for (const [field, value] of Object.entries(fields)) {
        const wrong = sourceProblem(value, `outputs.${name}.fields.${field}`);
        if (wrong !== undefined) return wrong;
      }
    return undefined;
  },
  preparesInCheck: true,
  prepare: ({ dbc, outputs, checks }, assets) => new Decoding(new DbcAsset(dbc, assets), outputs, checks),
  init: ({ outputs }): DecoderState => ({
    ...receiverState(fieldCount(outputs), fieldCount(outputs)),
    stamps: Object.keys(outputs).map(() => 0),
    traces: Object.keys(outputs).map(() => UNTRACED),
    isFresh: Object.keys(outputs).map(() => false),
  }),
  step({ timeout }, state, { frames }, { status, messages }, { nowNs }, { receivers, outputs }) {
    state.isFresh.fill(false);
    for (let i = 0; i < frames.queue.length; i++) {
      const receiver = receiverOf(frames.queue[i], receivers, state);
      if (receiver?.receive(frames.queue[i], state, nowNs) !== true) continue;
      note(receiver.outputs, timeToNs(frames.queue[i].stamp), frames.traces[i], state);
    }
    const oldestNs = nowNs - Math.round(timeout * 1e9);
    let isComplete = true;
    for (let k = 0; k < outputs.length; k++) {
      const isKnown = outputs[k].isKnown(state, oldestNs);
      if (isKnown && state.isFresh[k]) {
        messages[outputs[k].name].trace = state.traces[k];
        outputs[k].write(messages[outputs[k].name], state, state.stamps[k]);
      }
      isComplete &&= isKnown;
    }
    report(status.value, state, isComplete, nowNs);
  },
});

/** Who takes a frame; others are counted. */
function receiverOf(frame: CanFrame, receivers: Decoding['receivers'], state: DecoderState): FrameReceiver | undefined {
  if (frame.is_error || frame.is_remote) return undefined;
  const receiver = receivers.get(frame.is_extended ? frame.id + 0x8000_0000 : frame.id);
  if (receiver === undefined) state.others++;
  return receiver;
}

/** These outputs were told of by a frame. */
function note(outputs: readonly number[], stampNs: number, trace: number, state: DecoderState): void {
  for (let i = 0; i < outputs.length; i++) {
    state.stamps[outputs[i]] = stampNs;
    state.traces[outputs[i]] = trace;
    state.isFresh[outputs[i]] = true;
  }
}

function report(status: DbcStatus, state: DecoderState, isComplete: boolean, nowNs: number): void {
  setTime(status.stamp, nowNs);
  status.accepted = state.accepted;
  status.others = state.others;
  status.too_short = state.tooShort;
  status.wrong_checksum = state.wrongChecksum;
  status.repeated_counter = state.repeatedCounter;
  status.missing = state.missing;
  status.is_complete = isComplete;
}

/** What parameters and file say, worked out once. */
class Decoding {
  /** By identifier as files write it. */
  readonly receivers = new Map<number, FrameReceiver>();
  readonly outputs: readonly DecodedOutput[];
  private readonly byName = new Map<string, FrameReceiver>();
  private slots = 0;

  constructor(
    private readonly file: DbcAsset,
    outputs: Outputs,
    private readonly checks: Checks,
  ) {
    const types = portTypes(typesOf(outputs));
    this.outputs = Object.entries(outputs).map(([name, { fields }], index) => {
      const made = new DecodedOutput(name, types[name]);
      for (const [field, value] of Object.entries(fields))
        this.addField(made, index, field, value, `outputs.${name}.fields.${field}`);
      return made;
    });
    checks.forEach(({ message }, i) => {
      if (!this.byName.has(message))
        throw new InputError(`checks[${i}].message`, `no output needs the message ${quote(message)}`);
    });
  }

  private addField(made: DecodedOutput, index: number, field: string, value: unknown, path: string): void {
    const write = atPath(path, () => fieldWriter(made.type, field));
    const { constant, from, scale, offset } = parseSource(value, path);
    if (constant !== undefined) return void made.constants.push({ write, value: constant });
    const [message, signal, ...rest] = from!.split('.');
    if (signal === undefined || rest.length > 0)
      throw new InputError(path, `expected Message.Signal or a number, got ${quote(from)}`);
    const receiver = this.receiver(message, path);
    const slot = this.slots++;
    receiver.need(receiver.codec.place(signal, path), slot);
    if (!receiver.outputs.includes(index)) receiver.outputs.push(index);
    made.fields.push({ write, slot, scale, offset });
  }

  private receiver(name: string, path: string): FrameReceiver {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const i = this.checks.findIndex(({ message }) => message === name);
    const codec = this.file.codec(name, path);
    const made = new FrameReceiver(codec, this.byName.size, this.checks[i] ?? {}, `checks[${i}]`);
    this.byName.set(name, made);
    this.receivers.set(fileId(codec.message), made);
    return made;
  }
}
