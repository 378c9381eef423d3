/**
 * The rest of a bus: messages that some node would send, made of data alone, so that the node under test does not miss them.
 *
 *   params:
 *     dbc: car.dbc
 *     nodes: [Gateway]                          # all that it sends by itself, with start values
 *     messages: [{ message: Door, period: 100 ms, signals: { Open: { sequence: { values: [0, 1], each: 5 } } } }]
 *
 * A message is due at offset + n · period, n = 0, 1, …, and is sent at the first release at or after that; of several that are due at one
 * release, once. The period is the file's GenMsgCycleTime where none is said. A message that is listed is not sent again for its node.
 */
import { defineBlock, queuedOutput } from '../../core/block.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { ValueOf } from '../../core/schema.ts';
import { anything, asset, fixed, group, list, map, optional, param, text } from '../../core/schema.ts';
import { CanFrame } from '../../msgs/index.ts';
import { cycleTime } from './attributes.ts';
import { busMessages } from './database.ts';
import { DbcAsset } from './dbc-asset.ts';
import type { FrameSender, SenderState } from './frame-sender.ts';
import { frameSenders, senderState } from './frame-sender.ts';
import { protectionFields } from './protection.ts';
import { faultProblem, faultsParam } from './signal-faults.ts';
import type { Waveform } from './waveforms.ts';
import { waveform } from './waveforms.ts';

const restMessage = group(
  {
    message: text(undefined, 'name of the message in the file'),
    period: optional(
      param(undefined, 's', 'of one frame and the next; GenMsgCycleTime where it is not said', { min: 1e-6 }),
    ),
    offset: param(0, 's', 'when the first is due', { min: 0 }),
    signals: map(
      anything('a number, or { sine }, { ramp } or { sequence }'),
      'what its signals are; others have their start values',
    ),
    ...protectionFields,
  },
  'one message',
);
type RestMessage = ValueOf<typeof restMessage>;

interface Periodic {
  readonly sender: FrameSender;
  readonly waves: readonly { readonly place: number; readonly wave: Waveform }[];
  readonly periodNs: number;
  readonly offsetNs: number;
}

interface RestbusState extends SenderState {
  /** When each message is due next [ns]; none before the first. */
  due: number[];
}

export const restbus = defineBlock({
  type: 'bus/restbus',
  doc: 'Periodic frames of a CAN bus from a DBC file and values over time.',
  params: {
    dbc: fixed(asset('the DBC file')),
    nodes: fixed(list(text(undefined, 'name of a node in the file'), [], 'nodes whose periodic messages are all sent')),
    messages: fixed(list(restMessage, [], 'messages with values of their own, or of nodes that are not listed')),
    faults: faultsParam,
  },
  defaultPeriod: 0.001,
  inputs: {},
  outputs: { frames: queuedOutput(CanFrame) },
  check({ messages, faults }) {
    for (const [i, { signals }] of messages.entries())
      for (const [name, value] of Object.entries(signals)) {
        const problem = waveformProblem(value, `messages[${i}].signals.${name}`);
        if (problem !== undefined) return problem;
      }
    return faultProblem(faults);
  },
  preparesInCheck: true,
  prepare({ dbc, nodes, messages, faults }, assets): Periodic[] {
    const file = new DbcAsset(dbc, assets);
    const all = [...messages, ...messagesOf(nodes, messages, file)];
    const codecs = all.map(({ message }, i) => file.codec(message, `messages[${i}].message`));
    const senders = frameSenders(
      file.database,
      all.map((protection, i) => ({ codec: codecs[i], path: `messages[${i}]`, protection })),
      faults,
    );
    return all.map(({ message, period, offset, signals }, i) => {
      const seconds = period ?? cycleTime(file.database, codecs[i].message);
      if (seconds === undefined)
        throw new InputError(`messages[${i}].period`, `expected a period: the file has no cycle time of ${message}`);
      const waves = Object.entries(signals).map(([name, value]) => {
        const path = `messages[${i}].signals.${name}`;
        return { place: codecs[i].place(name, path), wave: waveform(value, path) };
      });
      const periodNs = Math.max(1, Math.round(seconds * 1e9));
      return { sender: senders[i], waves, periodNs, offsetNs: Math.round(offset * 1e9) };
    });
  },
  init: ({ faults }): RestbusState => ({ ...senderState(0, faults.length), due: [] }),
  step(_params, state, _inputs, { frames }, { now, nowNs }, messages) {
    for (let i = 0; i < messages.length; i++) {
      const { sender, waves, periodNs, offsetNs } = messages[i];
      const due = state.due[i] ?? offsetNs;
      if (nowNs < due) continue;
      state.due[i] = due + periodNs * (1 + Math.floor((nowNs - due) / periodNs));
      for (let k = 0; k < waves.length; k++) sender.values[waves[k].place] = waves[k].wave(now);
      sender.send(frames, state, now, nowNs);
    }
  },
});

/** What these nodes send by themselves and nobody has listed. */
function messagesOf(nodes: readonly string[], listed: readonly RestMessage[], { database }: DbcAsset): RestMessage[] {
  const known = database.nodes.map(({ name }) => name);
  const stray = nodes.findIndex((node) => !known.includes(node));
  if (stray >= 0) {
    const near = suggestion(nodes[stray], known);
    throw new InputError(`nodes[${stray}]`, `there is no node ${quote(nodes[stray])} in the file${near}`);
  }
  const names = new Set(listed.map(({ message }) => message));
  return busMessages(database)
    .filter((message) => message.sender !== undefined && nodes.includes(message.sender) && !names.has(message.name))
    .filter((message) => cycleTime(database, message) !== undefined)
    .map(({ name }) => ({ message: name, offset: 0, signals: {} }));
}

function waveformProblem(value: unknown, path: string): [string, string] | undefined {
  try {
    waveform(value, path);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.path, error.problem];
  }
}
