/**
 * A block: what someone might replace or move. A record of declared parameters, typed ports and two functions.
 *
 * `step` is synchronous, reads only its arguments and writes only `state` and `outputs`. It never learns where it
 * runs, so where it runs cannot matter. State is plain data (numbers, strings, booleans, arrays, typed arrays and
 * objects of those), so that it can be cloned, hashed and restored.
 */
import type { RandomStream } from '../math/random.ts';
import type { MessageOf, MessageType } from '../msgs/message-type.ts';
import type { Inspection } from './inspection.ts';
import type { FieldValues, Fields } from './schema.ts';
import type { Input, Output } from './signal.ts';

/** An input that may be left unwired: it then stays at sequence 0. */
export interface OptionalPort<M extends MessageType<any> = MessageType<any>> {
  readonly optional: M;
}
export const optionalInput = <M extends MessageType<any>>(type: M): OptionalPort<M> => ({ optional: type });

/** An output that publishes only in the steps that set `publish`; all others publish in every step that does not unset it. */
export interface OccasionalPort<M extends MessageType<any> = MessageType<any>> {
  readonly occasional: M;
}
export const occasionalOutput = <M extends MessageType<any>>(type: M): OccasionalPort<M> => ({ occasional: type });

export type InputPorts = Readonly<Record<string, MessageType<any> | OptionalPort>>;
export type OutputPorts = Readonly<Record<string, MessageType<any> | OccasionalPort>>;
export type InputsOf<I extends InputPorts> = {
  readonly [K in keyof I]: Input<I[K] extends OptionalPort<infer M> ? MessageOf<M> : MessageOf<I[K]>>;
};
export type OutputsOf<O extends OutputPorts> = {
  readonly [K in keyof O]: Output<O[K] extends OccasionalPort<infer M> ? MessageOf<M> : MessageOf<O[K]>>;
};

/** Messages by port, undefined where there is none yet. */
export type MessagesOf<I extends InputPorts, O extends OutputPorts> = {
  readonly [K in keyof I]?: InputsOf<I>[K]['value'];
} & { readonly [K in keyof O]?: OutputsOf<O>[K]['value'] };

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
  /** A sentence when parameters contradict each other: `[path below params, problem]`. */
  check?(params: FieldValues<P>): readonly [path: string, problem: string] | undefined;
  init(params: FieldValues<P>, context: InitContext): S;
  step(params: FieldValues<P>, state: S, inputs: InputsOf<I>, outputs: OutputsOf<O>, time: StepTime): void;
}

/** Declares a block; exists only for type inference. */
export const defineBlock = <const P extends Fields, const I extends InputPorts, const O extends OutputPorts, S>(
  definition: BlockDefinition<P, I, O, S>,
): BlockDefinition<P, I, O, S> => definition;

/** A block of any shape, as registries and loops hold it. */
export interface AnyBlock
  extends Pick<BlockDefinition, 'type' | 'doc' | 'params' | 'inputs' | 'outputs' | 'plant' | 'defaultPeriod'> {
  check?(params: any): readonly [path: string, problem: string] | undefined;
  readonly inspection?: Inspection<any, any>;
  init(params: any, context: InitContext): any;
  step(params: any, state: any, inputs: any, outputs: any, time: StepTime): void;
  /** Parameters are somebody else's business and are not checked. */
  readonly openParams?: boolean;
  /** A block that does not come with Skidpad: where its module can be loaded from, and its text, to be kept with a run. */
  readonly module?: { readonly url: string; readonly text: string };
}

/** The message type of any port. */
export function portType(port: MessageType<any> | OptionalPort | OccasionalPort): MessageType<any> {
  if ('optional' in port) return port.optional;
  return 'occasional' in port ? port.occasional : port;
}
