/**
 * From signals of the loop to frames of a CAN bus, as a DBC file lays them out. Which field of which input becomes which signal is data:
 *
 *   params:
 *     dbc: cruise.dbc
 *     inputs: { state: skidpad_msgs/VehicleState }
 *     messages:
 *       - message: VehicleSpeed
 *         signals: { Speed: state.vx }
 *         counter: Counter
 *         checksum: { signal: Crc, kind: crc8-sae-j1850 }
 *   inputs: { state: car.state }
 *
 * A message is sent at every n-th release once every input that it needs has come: what is not known is not sent as zero. Values are in
 * the units of the file; `{ from: state.vx, scale: 3.6 }` makes km/h. `signal-codec.ts` says how they are rounded and limited.
 * Checked against: cantools over the files of real cars (scripts/compare-dbc.mjs), and frames worked out by hand.
 */
import { defineBlock, portMap, queuedOutput } from '../../core/block.ts';
import { InputError, quote } from '../../core/input-error.ts';
import type { ValueOf } from '../../core/schema.ts';
import { anything, asset, fixed, group, integer, list, map, text } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { CanFrame } from '../../msgs/index.ts';
import { scalarAt } from '../../msgs/flatten.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { DbcAsset } from './dbc-asset.ts';
import type { FrameSender, SenderState } from './frame-sender.ts';
import { frameSenders, senderState } from './frame-sender.ts';
import { atPath, portProblem, portTypes } from './mapped-ports.ts';
import type { MessageCodec } from './message-codec.ts';
import { protectionFields } from './protection.ts';
import { faultProblem, faultsParam } from './signal-faults.ts';
import { parseSource, sourceProblem } from './signal-sources.ts';

const sentMessage = group(
  {
    message: text(undefined, 'name of the message in the file'),
    signals: map(
      anything('input.field, a number, a meaning of the value table, or { from, scale, offset }'),
      'what its signals are; others have their start values',
    ),
    ...protectionFields,
    every: integer(1, '', 'it is sent at every n-th release', { min: 1 }),
    offset: integer(0, '', 'releases before the first', { min: 0 }),
  },
  'one message',
);

/** A value that is read at every frame. */
interface Reading {
  readonly place: number;
  readonly input: string;
  readonly read: (message: unknown) => number;
  readonly scale: number;
  readonly offset: number;
}

interface SentMessage {
  readonly sender: FrameSender;
  readonly readings: readonly Reading[];
  readonly every: number;
  readonly offset: number;
}

export const dbcEncoder = defineBlock({
  type: 'bus/dbc-encoder',
  doc: 'Frames of a CAN bus from signals of the loop, as a DBC file lays them out.',
  params: {
    dbc: fixed(asset('the DBC file')),
    inputs: fixed(map(text(undefined, 'message type'), 'its inputs by name, with their message types')),
    messages: fixed(list(sentMessage, [], 'what it sends, in this order')),
    faults: faultsParam,
  },
  inputs: { signals: portMap(({ inputs }) => portTypes(inputs)) },
  outputs: { frames: queuedOutput(CanFrame) },
  check({ inputs, messages, faults }) {
    const problem = portProblem(inputs, 'inputs', []) ?? faultProblem(faults);
    if (problem !== undefined) return problem;
    for (const [i, { signals }] of messages.entries())
      for (const [name, value] of Object.entries(signals)) {
        const wrong = sourceProblem(value, `messages[${i}].signals.${name}`);
        if (wrong !== undefined) return wrong;
      }
    return undefined;
  },
  preparesInCheck: true,
  prepare({ dbc, inputs, messages, faults }, assets): SentMessage[] {
    const file = new DbcAsset(dbc, assets);
    const types = portTypes(inputs);
    const senders = frameSenders(
      file.database,
      messages.map((params, i) => ({
        codec: file.codec(params.message, `messages[${i}].message`),
        path: `messages[${i}]`,
        protection: params,
      })),
      faults,
    );
    return messages.map(({ signals, every, offset }, i) => ({
      sender: senders[i],
      readings: readings(signals, senders[i], types, `messages[${i}].signals`),
      every,
      offset,
    }));
  },
  init: ({ messages, faults }): SenderState => senderState(messages.length, faults.length),
  step(_params, state, { signals }, { frames }, { activation, now, nowNs }, messages) {
    for (let i = 0; i < messages.length; i++) {
      const { sender, readings, every, offset } = messages[i];
      const isDue = activation >= offset && (activation - offset) % every === 0;
      if (!isDue || !fill(sender.values, readings, signals)) continue;
      sender.send(frames, state, now, nowNs);
    }
  },
});

/** Whether everything was known. */
function fill(
  values: Float64Array,
  readings: readonly Reading[],
  inputs: Readonly<Record<string, Input<unknown>>>,
): boolean {
  for (let i = 0; i < readings.length; i++) {
    const { place, input, read, scale, offset } = readings[i];
    const signal = inputs[input];
    if (signal.sequence === 0) return false;
    values[place] = read(signal.value) * scale + offset;
  }
  return true;
}

/** What is read at every frame; constants are put in once and for all. */
function readings(
  signals: ValueOf<typeof sentMessage>['signals'],
  { codec, values }: FrameSender,
  types: Readonly<Record<string, MessageType>>,
  path: string,
): Reading[] {
  return Object.entries(signals).flatMap(([name, value]) => {
    const at = `${path}.${name}`;
    const place = codec.place(name, at);
    const { constant, from, scale, offset } = parseSource(value, at);
    const [input, ...field] = (from ?? '').split('.');
    if (from === undefined || !Object.hasOwn(types, input)) {
      values[place] = constant ?? meaning(codec, place, from!, at);
      return [];
    }
    const { read } = atPath(at, () => scalarAt(types[input], field.join('.')));
    return [{ place, input, read, scale, offset }];
  });
}

/** The physical value that the value table gives a name. */
function meaning(codec: MessageCodec, place: number, name: string, path: string): number {
  const { signal } = codec.signals[place];
  const found = signal.values.find(([, text]) => text === name);
  if (found !== undefined) return found[0] * signal.factor + signal.offset;
  const known = signal.values.slice(0, 10).map(([, text]) => text);
  const hint = known.length === 0 ? '' : `, or one of ${known.join(', ')}`;
  throw new InputError(path, `expected a number, a field of an input${hint}, got ${quote(name)}`);
}
