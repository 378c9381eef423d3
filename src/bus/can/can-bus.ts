/**
 * A CAN bus: nodes hand frames over, and every frame that was on the bus comes out with the instant of its last bit.
 *
 * A node is one input of `nodes`. What it has sent since the last step is handed over at the release of the step, or, where its stamp lies within
 * the step, at that instant. The step then simulates the bus up to the next release: exact lengths of frames (`frame-length.ts`), arbitration,
 * acknowledgement, error frames and retransmission (`transmission.ts`), error counters (`fault-confinement.ts`), faults (`faults.ts`). Frames are
 * published one latency after the release, so a bus that steps in every tick says nothing before it is true.
 *
 * What cannot be a CAN frame is refused and counted in `status`: an identifier or a length that does not fit, FD on a bus without a data rate, an
 * error frame. So is what finds the queue of its node full.
 *
 * Reference: ISO 11898-1:2015. Differs: bit times are whole nanoseconds, nodes have no clock drift and lines no length; see the parts.
 * Checked against: closed forms and a naive serialisation of frames, a published frame, and published bounds on response times
 * (`response-times.ts`), which simulated ones never exceed and reach where they should.
 */
import { defineBlock, occasionalOutput, portList, queuedInput, queuedOutput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, fixed, flag, integer, list, optional, param, text } from '../../core/schema.ts';
import { UNTRACED } from '../../core/trace.ts';
import { CanBusStatus, CanFrame, timeToNs } from '../../msgs/index.ts';
import { writeStatus } from './bus-status.ts';
import { faultParams, faultsOf, faultsProblem } from './faults.ts';
import type { HandOver } from './hand-over.ts';
import { babble, createHandOver, handOver } from './hand-over.ts';
import { advance } from './medium-access.ts';
import type { BusTiming } from './wire.ts';
import { createWire } from './wire.ts';

/** The place of the last node fits into a byte, and 255 stands for none. */
const MOST_NODES = 255;

const canBusParams = {
  nodes: fixed(list(text(undefined, 'name of a node'), undefined, 'nodes on the bus, one for each input', 1)),
  bitRate: param(500e3, 'bit/s', 'of classic frames, and of the arbitration phase of FD frames', {
    min: 1e3,
    max: 1e6,
  }),
  dataBitRate: optional(
    param(undefined, 'bit/s', 'of the data phase of FD frames; no FD frames when absent', { min: 1e3, max: 10e6 }),
  ),
  queueLength: fixed(integer(64, '', 'frames that can wait at each node; more are lost', { min: 1, max: 4096 })),
  order: choice(
    'priority',
    ['priority', 'fifo'],
    'which of its frames a node sends first: the most urgent or the oldest',
  ),
  recovery: flag(true, 'whether nodes that are bus off come back after 128 sequences of 11 recessive bits'),
  statusPeriod: param(0.1, 's', 'time from one status to the next', { above: 0 }),
  faults: faultParams,
};

type CanBusParams = FieldValues<typeof canBusParams>;

export const canBus = defineBlock({
  type: 'bus/can',
  doc: 'A CAN bus, classic or FD: arbitration, exact bit times, errors and their confinement, and faults.',
  defaultPeriod: 0.001,
  params: canBusParams,
  inputs: { nodes: portList(queuedInput(CanFrame), ({ nodes }: CanBusParams) => nodes.length) },
  outputs: { frames: queuedOutput(CanFrame), status: occasionalOutput(CanBusStatus) },

  check: (params) => nodesProblem(params) ?? ratesProblem(params) ?? faultsProblem(params.faults, params.nodes),

  init: ({ nodes, queueLength }, context): HandOver =>
    createHandOver(createWire(nodes.length, queueLength, context.stream('faults')), nodes.length),

  step(params, state, inputs, outputs, time) {
    const { wire } = state;
    const bus = timingOf(params);
    const startNs = Math.max(time.nowNs, wire.simulatedNs);
    const endNs = time.nowNs + Math.round(time.dt * 1e9);
    for (let node = 0; node < inputs.nodes.length; node++) {
      const { queue, traces } = inputs.nodes[node];
      for (let i = 0; i < queue.length; i++) {
        const stampNs = timeToNs(queue[i].stamp);
        const isWithin = stampNs > startNs && stampNs < endNs;
        wire.queues.comingTrace = traces[i];
        handOver(state, bus, node, queue[i], isWithin ? stampNs : startNs);
      }
    }
    wire.queues.comingTrace = UNTRACED;
    babble(wire, bus.faults.babbling, startNs, endNs);
    advance(wire, bus, endNs, outputs.frames);
    if (endNs - wire.busyFromNs < Math.round(params.statusPeriod * 1e9)) return;
    writeStatus(outputs.status.value, wire, state.refused, endNs);
    outputs.status.publish = true;
  },
});

const timingOf = derivedFrom(
  ({ bitRate, dataBitRate, order, recovery, faults, nodes }: CanBusParams): BusTiming => ({
    bitNs: Math.round(1e9 / bitRate),
    fastBitNs: Math.round(1e9 / (dataBitRate ?? bitRate)),
    hasFd: dataBitRate !== undefined,
    byPriority: order === 'priority',
    recovers: recovery,
    faults: faultsOf(faults, nodes),
  }),
);

function nodesProblem({ nodes }: CanBusParams): readonly [string, string] | undefined {
  const again = nodes.findIndex((name, i) => nodes.indexOf(name) < i);
  if (again >= 0) return [`nodes[${again}]`, `expected names that differ, got ${JSON.stringify(nodes[again])} twice`];
  return nodes.length > MOST_NODES ? ['nodes', `expected at most ${MOST_NODES}, got ${nodes.length}`] : undefined;
}

function ratesProblem({ bitRate, dataBitRate }: CanBusParams): readonly [string, string] | undefined {
  if (!hasWholeBits(bitRate)) return ['bitRate', wholeBits(bitRate)];
  if (dataBitRate === undefined) return undefined;
  if (!hasWholeBits(dataBitRate)) return ['dataBitRate', wholeBits(dataBitRate)];
  return dataBitRate < bitRate ? ['dataBitRate', `expected at least the bitRate of ${bitRate} bit/s`] : undefined;
}

/** Far less than any two clocks on a bus differ. */
const ROUNDING = 2e-4;
const hasWholeBits = (rate: number): boolean => Math.abs(Math.round(1e9 / rate) * rate - 1e9) <= ROUNDING * 1e9;
const wholeBits = (rate: number): string =>
  `expected a rate whose bits last a whole number of nanoseconds, got ${rate} bit/s with bits of ${Number((1e9 / rate).toPrecision(7))} ns`;
