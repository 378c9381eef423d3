/** BO_ with its SG_, BO_TX_BU_, SIG_GROUP_ and EV_: what there is on a bus. */
import { quote } from '../../core/input-error.ts';
import { endOfSignal } from './bit-layout.ts';
import type { DbcMessage, DbcSignal } from './database.ts';
import { INDEPENDENT_SIGNALS, NO_NODE } from './database.ts';
import type { Reader } from './read-dbc.ts';
import type { DbcScanner } from './scanner.ts';

/** CAN FD has 64 bytes; transport protocols on top of CAN more. */
const LONGEST_MESSAGE = 65_535;
/** What has more bits is no number but a text or a block of data. */
const LONGEST_SIGNAL = 64;

export const readFileId = (scanner: DbcScanner): number =>
  scanner.integer('the identifier of a message', 0, 0xffff_ffff);

export function readMessage({ scanner, database, notes, places }: Reader): void {
  const { line } = scanner;
  const place = scanner.place();
  const file = readFileId(scanner);
  const name = scanner.word('the name of the message');
  scanner.mark(':');
  const length = scanner.integer('its length in bytes', 0, LONGEST_MESSAGE);
  const sender = scanner.line === scanner.lastLine ? scanner.word('the node that sends it') : NO_NODE;
  const isExtended = file >= 0x8000_0000;
  const id = isExtended ? file - 0x8000_0000 : file;
  const isOnBus = name !== INDEPENDENT_SIGNALS;
  const signals = readSignals(scanner);
  const stray = isOnBus && signals.find((signal) => endOfSignal(signal) > 8 * length);
  if (stray) notes.add(line, `${stray.name} ends beyond the ${length} bytes of ${name}, which no frame can hold`);
  const attributes = new Map();
  if (places.has(file)) return notes.add(line, `${name} is passed over: there is a message ${file} already`);
  places.set(file, place);
  if (isOnBus && id >= (isExtended ? 0x2000_0000 : 0x800))
    notes.add(line, `the identifier ${file} of ${name} has more than ${isExtended ? 29 : 11} bits`);
  database.messages.push({
    ...{ id, isExtended, name, length, ...(sender !== NO_NODE && { sender }) },
    ...{ otherSenders: [], signals, signalGroups: [], attributes },
  });
}

/** Those that follow. */
function readSignals(scanner: DbcScanner): DbcSignal[] {
  const signals = new Map<string, DbcSignal>();
  while (scanner.is('SG_')) {
    scanner.advance();
    const here = scanner.errorHere(`there is a signal ${quote(scanner.text)} in this message already`);
    const signal = readSignal(scanner);
    if (signals.has(signal.name)) throw here;
    signals.set(signal.name, signal);
  }
  return [...signals.values()];
}

function readSignal(scanner: DbcScanner): DbcSignal {
  const name = scanner.word('the name of the signal');
  const multiplexing = readMultiplexIndicator(scanner);
  scanner.mark(':');
  const place = readPlace(scanner);
  scanner.mark('(');
  const factor = scanner.number('the factor');
  scanner.mark(',');
  const offset = scanner.number('the offset');
  scanner.mark(')');
  const limits = readLimits(scanner);
  const unit = scanner.string('the unit, a text in quotes');
  const receivers = scanner.line === scanner.lastLine ? readNames(scanner, 'a node that receives it') : [];
  return {
    ...{ name, ...place, encoding: 'integer', factor, offset, ...limits, unit },
    receivers: receivers.filter((node) => node !== NO_NODE),
    ...{ ...multiplexing, values: [], attributes: new Map() },
  };
}

/** `M`, `m3`, `m3M` or nothing. The name of the multiplexor is found when the whole message is known. */
function readMultiplexIndicator(scanner: DbcScanner): Pick<DbcSignal, 'isMultiplexor' | 'selection'> {
  if (scanner.is(':')) return { isMultiplexor: false };
  const [found, value, both] = /^(?:M|m(\d{1,10})(M?))$/.exec(scanner.text) ?? [];
  if (found === undefined) scanner.fail('expected M, m and a number, or ":"');
  scanner.advance();
  if (value === undefined) return { isMultiplexor: true };
  const raw = Number(value);
  return { isMultiplexor: both === 'M', selection: { multiplexor: '', ranges: [[raw, raw]] } };
}

/** `start|length@order` and the sign. */
function readPlace(scanner: DbcScanner) {
  const start = scanner.integer('the start bit', 0, 8 * LONGEST_MESSAGE);
  scanner.mark('|');
  const length = scanner.integer('the length in bits', 1, LONGEST_SIGNAL);
  scanner.mark('@');
  const byteOrder = scanner.integer('the byte order, 1 for Intel or 0 for Motorola', 0, 1) === 1 ? 'intel' : 'motorola';
  if (!scanner.is('+') && !scanner.is('-')) scanner.fail('expected + for unsigned or - for signed');
  const isSigned = scanner.is('-');
  scanner.advance();
  return { start, length, byteOrder, isSigned } as const;
}

function readLimits(scanner: DbcScanner): { minimum: number; maximum: number } {
  scanner.mark('[');
  const minimum = scanner.number('the minimum');
  scanner.mark('|');
  const maximum = scanner.number('the maximum');
  scanner.mark(']');
  return { minimum, maximum };
}

/** Names with commas between them. */
function readNames(scanner: DbcScanner, what: string): string[] {
  const names = [scanner.word(what)];
  while (scanner.skip(',')) names.push(scanner.word(what));
  return names;
}

export function readOtherSenders({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const file = readFileId(scanner);
  scanner.mark(':');
  const nodes = scanner.is(';') ? [] : readNames(scanner, 'a node that sends it');
  scanner.mark(';');
  later.push(({ messages }) => {
    const message = messages.get(file);
    if (message === undefined) notes.add(line, `there is no message ${file}`);
    else message.otherSenders = nodes;
  });
}

export function readSignalGroup({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const file = readFileId(scanner);
  const name = scanner.word('the name of the group');
  const repetitions = scanner.integer('how often it is repeated', 0, 0x1_0000_0000);
  scanner.mark(':');
  const signals: string[] = [];
  while (!scanner.is(';')) signals.push(scanner.word('the name of a signal'));
  scanner.mark(';');
  later.push(({ messages }) => {
    const message: DbcMessage | undefined = messages.get(file);
    if (message === undefined) notes.add(line, `there is no message ${file}`);
    else message.signalGroups.push({ name, repetitions, signals });
  });
}

export function readEnvironmentVariable({ scanner, database }: Reader): void {
  const name = scanner.word('the name of the environment variable');
  scanner.mark(':');
  const kind = scanner.integer('its type', 0, 0x1_0000_0000);
  const limits = readLimits(scanner);
  const unit = scanner.string('the unit, a text in quotes');
  const initial = scanner.number('the initial value');
  const id = scanner.integer('its number', 0, 0x1_0000_0000);
  const access = scanner.word('how it is accessed');
  const nodes = readNames(scanner, 'a node that has access').filter((node) => node !== NO_NODE);
  scanner.mark(';');
  const attributes = new Map();
  database.environmentVariables.push({
    ...{ name, kind, ...limits, unit, initial, id, access, nodes },
    ...{ values: [], attributes },
  });
}
