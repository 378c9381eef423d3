/**
 * What a DBC file says of a CAN bus: nodes, messages, the signals in their bytes, and what people noted about them. Plain data, in the
 * order of the file. Physical values are in the units of the file, which need not be SI: `raw · factor + offset`.
 *
 * Reference: Vector, DBC File Format Documentation 1.0.5, and the extended multiplexing of CANdb++.
 */
export interface DbcDatabase {
  version: string;
  /** Keywords that the file lists as known to whoever wrote it. */
  newSymbols: string[];
  /** What stands after `BS_:`, which is obsolete and mostly nothing. */
  bitTiming: string;
  comment?: string;
  nodes: DbcNode[];
  valueTables: DbcValueTable[];
  messages: DbcMessage[];
  environmentVariables: DbcEnvironmentVariable[];
  attributeDefinitions: DbcAttributeDefinition[];
  attributes: DbcAttributes;
  /** Statements that are kept as they are: signal types, attributes of relations, categories. One line each, without its `;`. */
  kept: string[];
}

export interface DbcNode {
  name: string;
  comment?: string;
  attributes: DbcAttributes;
}

export interface DbcMessage {
  /** 11 bits, or 29 where it is extended. */
  id: number;
  isExtended: boolean;
  name: string;
  /** Bytes of data. */
  length: number;
  /** Undefined where nobody is said to send it. */
  sender?: string;
  /** Nodes that send it too. */
  otherSenders: string[];
  signals: DbcSignal[];
  signalGroups: DbcSignalGroup[];
  comment?: string;
  attributes: DbcAttributes;
}

export interface DbcSignal {
  name: string;
  /** As the file numbers bits: bit b of byte n is 8 n + b. Of the least significant bit (Intel) or the most significant one (Motorola). */
  start: number;
  /** Bits. */
  length: number;
  byteOrder: 'intel' | 'motorola';
  isSigned: boolean;
  encoding: 'integer' | 'float' | 'double';
  factor: number;
  offset: number;
  /** Limits of the physical value; none where both are 0. */
  minimum: number;
  maximum: number;
  unit: string;
  receivers: string[];
  /** Its raw value says which of the multiplexed signals are there. */
  isMultiplexor: boolean;
  /** It is there only while the raw value of that multiplexor is in one of these ranges, both ends included. */
  selection?: DbcSelection;
  /** Meaning of raw values. */
  values: DbcValues;
  comment?: string;
  attributes: DbcAttributes;
}

export interface DbcSelection {
  multiplexor: string;
  ranges: [from: number, to: number][];
}

export type DbcValues = [raw: number, meaning: string][];

interface DbcValueTable {
  name: string;
  values: DbcValues;
}

interface DbcSignalGroup {
  name: string;
  repetitions: number;
  signals: string[];
}

export interface DbcEnvironmentVariable {
  name: string;
  /** 0 integer, 1 float, 2 text. */
  kind: number;
  minimum: number;
  maximum: number;
  unit: string;
  initial: number;
  id: number;
  access: string;
  nodes: string[];
  /** Bytes, of one that holds data. */
  dataSize?: number;
  values: DbcValues;
  comment?: string;
  attributes: DbcAttributes;
}

/** What an attribute is of: the whole bus, a node, a message, a signal, an environment variable. */
export type DbcAttributeOwner = '' | 'BU_' | 'BO_' | 'SG_' | 'EV_';
export type DbcAttributeKind = 'INT' | 'HEX' | 'FLOAT' | 'STRING' | 'ENUM';

export interface DbcAttributeDefinition {
  owner: DbcAttributeOwner;
  name: string;
  kind: DbcAttributeKind;
  /** Of numbers; none where both are absent. */
  minimum?: number;
  maximum?: number;
  /** Of an ENUM. */
  options: string[];
  fallback?: DbcAttributeValue;
}

export type DbcAttributeValue = number | string;
export type DbcAttributes = Map<string, DbcAttributeValue>;

/** The message in which tools keep signals that belong to no message. It is never on a bus. */
export const INDEPENDENT_SIGNALS = 'VECTOR__INDEPENDENT_SIG_MSG';

/** In place of a node where there is none. */
export const NO_NODE = 'Vector__XXX';

/** The messages that can be on a bus. */
export const busMessages = ({ messages }: DbcDatabase): DbcMessage[] =>
  messages.filter(({ name }) => name !== INDEPENDENT_SIGNALS);

/** The identifier as DBC files write it: bit 31 says that it has 29 bits. */
export const fileId = ({ id, isExtended }: Pick<DbcMessage, 'id' | 'isExtended'>): number =>
  isExtended ? id + 0x8000_0000 : id;
