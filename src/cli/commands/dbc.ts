/** `skidpad dbc`: what a DBC file says of a bus, the layout of its messages, and what a frame means. */
import { readFileSync } from 'node:fs';
import { cycleTime, isFlexibleDataRate } from '../../bus/dbc/attributes.ts';
import type { DbcDatabase, DbcMessage, DbcSignal } from '../../bus/dbc/database.ts';
import { busMessages } from '../../bus/dbc/database.ts';
import { layoutPicture, multiplexText, placeText, signalLetter } from '../../bus/dbc/layout-picture.ts';
import { layoutSvg } from '../../bus/dbc/layout-svg.ts';
import { MessageCodec } from '../../bus/dbc/message-codec.ts';
import { readDbc } from '../../bus/dbc/read-dbc.ts';
import { writeDbc } from '../../bus/dbc/write-dbc.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import { formatNumber, formatTable } from '../table.ts';

export interface DbcOptions {
  readonly message?: string;
  readonly decode?: string;
  readonly svg?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function dbc(file: string, options: DbcOptions): void {
  const { database, notes } = readDbc(readFileSync(file), file);
  for (const note of notes) console.error(`skidpad: ${file}: ${note}`);
  const chosen = options.message === undefined ? busMessages(database) : [messageNamed(database, options.message)];
  if (options.out !== undefined) writeWholeFile(options.out, writeDbc(database));
  if (options.svg !== undefined) writeWholeFile(options.svg, layoutSvg(chosen));
  if (options.decode !== undefined) return showFrame(decodeFrame(database, options.decode), options.json === true);
  if (options.json) return console.log(JSON.stringify(plain(database, chosen), null, 2));
  if (options.message !== undefined) showMessage(database, chosen[0]);
  else showMessages(database, chosen);
  const written = [options.out, options.svg].filter((name) => name !== undefined);
  if (written.length > 0) console.log(`\n${written.join('\n')}`);
}

function messageNamed(database: DbcDatabase, name: string): DbcMessage {
  const messages = busMessages(database);
  const found = messages.find((message) => message.name === name || idText(message) === name.toLowerCase());
  if (found !== undefined) return found;
  const near = suggestion(
    name,
    messages.map((message) => message.name),
  );
  throw new InputError('--message', `there is no message ${quote(name)}${near}`);
}

/** `0x123`, or `0x00000123` where it has 29 bits, as candump writes them. */
const idText = ({ id, isExtended }: Pick<DbcMessage, 'id' | 'isExtended'>): string =>
  `0x${id.toString(16).padStart(isExtended ? 8 : 3, '0')}`;

const cycleText = (database: DbcDatabase, message: DbcMessage): string => {
  const period = cycleTime(database, message);
  return period === undefined ? '' : `${formatNumber(1000 * period)} ms`;
};

function showMessages(database: DbcDatabase, messages: readonly DbcMessage[]): void {
  if (database.comment !== undefined) console.log(`${database.comment}\n`);
  const rows = messages.map((message) => [
    ...[idText(message), message.name, String(message.length), message.sender ?? '—'],
    ...[cycleText(database, message), message.signals.map(({ name }) => name).join(' ')],
  ]);
  console.log(formatTable(['id', 'message', 'bytes', 'sender', 'cycle', 'signals'], rows));
}

function showMessage(database: DbcDatabase, message: DbcMessage): void {
  const facts = [
    `${idText(message)}, ${message.length} bytes`,
    ...(isFlexibleDataRate(database, message) ? ['CAN FD'] : []),
    ...(message.sender === undefined ? [] : [`sent by ${message.sender}`]),
    ...(cycleTime(database, message) === undefined ? [] : [`every ${cycleText(database, message)}`]),
  ];
  console.log(`${message.name}: ${facts.join(', ')}`);
  if (message.comment !== undefined) console.log(message.comment);
  console.log(`\n${layoutPicture(message)}\n`);
  const rows = message.signals.map((signal, i) => signalRow(signal, i));
  console.log(formatTable(['', 'signal', 'bits', 'mux', 'factor', 'offset', 'range', 'unit', 'meaning'], rows));
}

const signalRow = (signal: DbcSignal, place: number): string[] => [
  ...[signalLetter(place), signal.name, placeText(signal), multiplexText(signal)],
  ...[formatNumber(signal.factor), formatNumber(signal.offset), rangeText(signal), signal.unit],
  [
    ...(signal.encoding === 'integer' ? [] : [signal.encoding]),
    ...signal.values.map(([raw, text]) => `${raw} ${text}`),
    ...(signal.comment === undefined ? [] : [signal.comment]),
  ].join('; '),
];

const rangeText = ({ minimum, maximum }: DbcSignal): string =>
  minimum < maximum ? `[${formatNumber(minimum)} | ${formatNumber(maximum)}]` : '';

interface DecodedSignal {
  readonly signal: string;
  readonly raw: string;
  readonly value: number;
  readonly unit: string;
  readonly meaning?: string;
}
interface DecodedFrame {
  readonly message: string;
  readonly id: string;
  readonly signals: readonly DecodedSignal[];
}

/** A frame as candump writes it: `123#DEADBEEF`, `0x123#DE.AD`, `00000123#…` for 29 bits, `123##0DEAD` for CAN FD. */
function decodeFrame(database: DbcDatabase, text: string): DecodedFrame {
  const [, id, fd, digits] = /^(?:0x)?([0-9a-f]{1,8})#(#[0-9a-f])?((?:[0-9a-f]{2}\.?)*)$/i.exec(text) ?? [];
  const limit = fd === undefined ? 8 : 64;
  const data = Buffer.from((digits ?? '').replaceAll('.', ''), 'hex');
  if (id === undefined || data.length > limit)
    throw new InputError(
      '--decode',
      `expected an identifier, # and at most ${limit} bytes, such as 0x123#DEADBEEF, got ${quote(text)}`,
    );
  const isExtended = id.length > 3;
  const wanted = { id: Number.parseInt(id, 16), isExtended };
  const messages = busMessages(database);
  const message = messages.find((own) => own.id === wanted.id && own.isExtended === isExtended);
  if (message === undefined) throw new InputError('--decode', `there is no message ${idText(wanted)}`);
  if (data.length < message.length)
    throw new InputError('--decode', `expected the ${message.length} bytes of ${message.name}, got ${data.length}`);
  const codec = new MessageCodec(message);
  const present = codec.signals.filter((_, i) => codec.isPresent(i, data));
  return { message: message.name, id: idText(message), signals: present.map((own) => decodedSignal(own, data)) };
}

function decodedSignal(own: MessageCodec['signals'][number], data: Uint8Array): DecodedSignal {
  const { name, unit, values, encoding, isSigned, length } = own.signal;
  const bits = own.rawBits(data);
  const raw = encoding !== 'integer' ? String(own.raw(data)) : String(isSigned ? BigInt.asIntN(length, bits) : bits);
  const meaning = values.find(([value]) => String(value) === raw)?.[1];
  return { signal: name, raw, value: own.decode(data), unit, ...(meaning !== undefined && { meaning }) };
}

function showFrame(frame: DecodedFrame, asJson: boolean): void {
  if (asJson) return console.log(JSON.stringify(frame, null, 2));
  console.log(`${frame.message} ${frame.id}\n`);
  const rows = frame.signals.map(({ signal, raw, value, unit, meaning = '' }) => [
    ...[signal, raw, formatNumber(value), unit, meaning],
  ]);
  console.log(formatTable(['signal', 'raw', 'value', 'unit', 'meaning'], rows));
}

/** Everything, with attributes as objects. */
function plain(database: DbcDatabase, messages: readonly DbcMessage[]): unknown {
  const whole = {
    ...database,
    messages: messages.map((message) => ({ ...message, cycleTime: cycleTime(database, message) })),
  };
  return JSON.parse(JSON.stringify(whole, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value)));
}
