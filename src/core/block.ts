/**
 * A block: what someone might replace or move. A record of declared parameters, typed ports and two functions.
 *
 * `step` is synchronous, reads only its arguments and writes only `state` and `outputs`. It never learns where it
 * runs, so where it runs cannot matter. State is plain data (numbers, strings, booleans, arrays, typed arrays and
 * objects of those), so that it can be cloned, hashed and restored.
 */
import type { RandomStream } from '../math/random.ts';
import type { MessageOf, MessageType } from '../msgs/message-type.ts';
import type { AnyHostKind } from './host.ts';
import type { Inspection } from './inspection.ts';
import type { FieldValues, Fields } from './schema.ts';
import type { Input, Output, QueuedInput, QueuedOutput } from './signal.ts';

/** An input that may be left unwired: it then stays at sequence 0. */
export interface OptionalPort<M extends AnyMessageType = AnyMessageType> {
  readonly optional: M;
}
export const optionalInput = <M extends AnyMessageType>(type: M): OptionalPort<M> => ({ optional: type });

/** An output that publishes only in the steps that set `publish`; all others publish in every step that does not unset it. */
export interface OccasionalPort<M extends AnyMessageType = AnyMessageType> {
  readonly occasional: M;
}
export const occasionalOutput = <M extends AnyMessageType>(type: M): OccasionalPort<M> => ({ occasional: type });

/**
 * A port whose messages are events: each one counts. A queued input hands every message since the previous release to the
 * step, and may be left unwired; a queued output sends any number of messages in one step. All other ports are latched: the
 * last message is best.
 */
export interface QueuedPort<M extends AnyMessageType = AnyMessageType> {
  readonly queued: M;
}
export const queuedInput = <M extends AnyMessageType>(type: M): QueuedPort<M> => ({ queued: type });
export const queuedOutput = <M extends AnyMessageType>(type: M): QueuedPort<M> => ({ queued: type });

/**
 * As many ports of one type as the parameters say: `vehicles: portList(VehicleState, ({ bodies }) => bodies.length)`. A
 * scenario wires the list as a list, and names one of its ports `block.vehicles[2]`; the step gets an array. What the
 * length follows from must be fixed parameters.
 */
export interface PortList<D extends ListedPort = ListedPort> {
  readonly list: D;
  length(params: any): number;
}
type ListedPort = AnyMessageType | OptionalPort | OccasionalPort | QueuedPort;
export const portList = <D extends ListedPort>(port: D, length: (params: any) => number): PortList<D> => ({
  list: port,
  length,
});

/**
 * Ports whose names and types the parameters give: `signals: portMap(({ inputs }) => …)` makes them of the parameters. Each is a port of
 * the block under its own name, as `block.speed`; the step gets a record of them. At most one for the inputs and one for the outputs. What
 * they follow from must be fixed parameters, and `check` must have refused names and types that cannot be.
 */
export interface PortMap {
  map(params: any): Readonly<Record<string, ListedPort>>;
}
export const portMap = (map: PortMap['map']): PortMap => ({ map });

type AnyMessageType = MessageType<any>;
export type InputPort = AnyMessageType | OptionalPort | QueuedPort | PortList | PortMap;
export type OutputPortDeclaration = AnyMessageType | OccasionalPort | QueuedPort | PortList | PortMap;
export type InputPorts = Readonly<Record<string, InputPort>>;
export type OutputPorts = Readonly<Record<string, OutputPortDeclaration>>;
/** The message behind a port that is no list and no queue. */
type MessageOfPort<D> = D extends OptionalPort<infer M> | OccasionalPort<infer M> ? MessageOf<M> : MessageOf<D>;
export type InputsOf<I extends InputPorts> = {
  readonly [K in keyof I]: I[K] extends PortMap
    ? Readonly<Record<string, Input<any>>>
    : I[K] extends PortList<infer D>
      ? readonly InputOf<D>[]
      : InputOf<I[K]>;
};
type InputOf<D> = D extends QueuedPort<infer M> ? QueuedInput<MessageOf<M>> : Input<MessageOfPort<D>>;
export type OutputsOf<O extends OutputPorts> = {
  readonly [K in keyof O]: O[K] extends PortMap
    ? Readonly<Record<string, Output<any>>>
    : O[K] extends PortList<infer D>
      ? readonly OutputOf<D>[]
      : OutputOf<O[K]>;
};
type OutputOf<D> = D extends QueuedPort<infer M> ? QueuedOutput<MessageOf<M>> : Output<MessageOfPort<D>>;

/** Messages of latched ports, undefined where there is none yet. */
export type MessagesOf<I extends InputPorts, O extends OutputPorts> = {
  readonly [K in keyof I]?: MessageOfPort<I[K]>;
} & { readonly [K in keyof O]?: MessageOfPort<O[K]> };

/** The instant of a release. One object per block, reused: read it, do not keep it. */
export interface StepTime {
  /** Simulated time of this release [s]; `nowNs` is the same in whole nanoseconds. */
  now: number;
  nowNs: number;
  tick: number;
  /** Time until the next release [s]: a plant integrates over this. */
  dt: number;
  /** Time since the previous release [s]; the nominal period at the first: a controller differentiates over this. */
  elapsed: number;
  /** 0 at the first release. */
  activation: number;
}

/** Files that a scenario names in parameters, by the name that the parameter holds; all of them are there before a run begins. */
export interface Assets {
  bytes(name: string): Uint8Array;
  text(name: string): string;
}

export interface InitContext {
  /** The block's name in the scenario. */
  readonly name: string;
  /** Nominal period [s]. */
  readonly period: number;
  /** This block's own random stream of that name: plain data to keep in the state. */
  stream(name: string): RandomStream;
}

export interface BlockDefinition<
  P extends Fields = Fields,
  I extends InputPorts = InputPorts,
  O extends OutputPorts = OutputPorts,
  S = any,
  R = any,
> {
  /** `domain/kebab-case-name`. */
  readonly type: string;
  /** One sentence for tables and completion. */
  readonly doc: string;
  readonly params: P;
  readonly inputs: I;
  readonly outputs: O;
  /**
   * A plant is the physical world: what it publishes is true at the instant of publication, and its inputs are
   * commands. The capture stamps of all data begin here.
   */
  readonly plant?: boolean;
  /** Nominal period when the scenario gives none [s]. */
  readonly defaultPeriod?: number;
  /** How people can look into what it does with an image. */
  readonly inspection?: Inspection<FieldValues<P>, MessagesOf<I, O>>;
  /**
   * Where a step is worth a thread: about how long it takes on one core [s]. Which blocks run beside the loop, when it has several
   * threads, follows from it, and nothing else.
   */
  cost?(params: FieldValues<P>): number;
  /** A sentence when parameters contradict each other: `[path below params, problem]`. */
  check?(params: FieldValues<P>): readonly [path: string, problem: string] | undefined;
  /**
   * Makes what is too large for the state and too slow for a step, such as tables and weights from files, once before the
   * first release and wherever the block runs. Only fixed parameters may be used. The step gets it as its last argument.
   */
  prepare?(params: FieldValues<P>, assets: Assets): R | Promise<R>;
  /** `prepare` is quick, and its InputErrors have paths below `params`: it is tried when a scenario is checked, so that mistakes show before any run. */
  readonly preparesInCheck?: boolean;
  init(params: FieldValues<P>, context: InitContext): S;
  step(
    params: FieldValues<P>,
    state: S,
    inputs: InputsOf<I>,
    outputs: OutputsOf<O>,
    time: StepTime,
    resources: R,
  ): void;
}

/** Declares a block; exists only for type inference. */
export const defineBlock = <
  const P extends Fields,
  const I extends InputPorts,
  const O extends OutputPorts,
  S,
  R = undefined,
>(
  definition: BlockDefinition<P, I, O, S, R>,
): BlockDefinition<P, I, O, S, R> => definition;

/** A block of any shape, as registries and loops hold it. */
export interface AnyBlock
  extends Pick<
    BlockDefinition,
    'type' | 'doc' | 'params' | 'inputs' | 'outputs' | 'plant' | 'defaultPeriod' | 'preparesInCheck'
  > {
  cost?(params: any): number;
  check?(params: any): readonly [path: string, problem: string] | undefined;
  prepare?(params: any, assets: Assets): any;
  readonly inspection?: Inspection<any, any>;
  init(params: any, context: InitContext): any;
  step(params: any, state: any, inputs: any, outputs: any, time: StepTime, resources: any): void;
  /** It has no step of its own: something else has to stand in for it. */
  readonly external?: boolean;
  /** A block that does not come with Skidpad: the text of its module, to be kept with a run. */
  readonly module?: { readonly url?: string; readonly text: string };
  /** The only place where its own step can run: its code is not loaded here. */
  readonly host?: AnyHostKind;
}

/** The message type of any port whose type does not follow from parameters; of a list, that of its ports. */
export function portType(port: Exclude<InputPort | OutputPortDeclaration, PortMap>): AnyMessageType {
  if ('optional' in port) return port.optional;
  if ('occasional' in port) return port.occasional;
  if ('queued' in port) return port.queued;
  return 'list' in port ? portType(port.list) : port;
}
