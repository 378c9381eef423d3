/**
 * Writes DBC files: sections in the order of the format's documentation, within a section in the order of the database. What was read
 * and written is the same database when it is read again, and the same text when it is written again.
 */
import type {
  DbcAttributeDefinition,
  DbcAttributes,
  DbcAttributeValue,
  DbcDatabase,
  DbcEnvironmentVariable,
  DbcMessage,
  DbcSignal,
  DbcValues,
} from './database.ts';
import { fileId, NO_NODE } from './database.ts';
import { quoted } from './scanner.ts';

export function writeDbc(database: DbcDatabase): string {
  const { messages, environmentVariables, attributeDefinitions } = database;
  const sections = [
    [`VERSION ${quoted(database.version)}`],
    ['NS_ :', ...database.newSymbols.map((symbol) => `\t${symbol}`)],
    [`BS_: ${database.bitTiming}`.trimEnd()],
    [`BU_: ${database.nodes.map(({ name }) => name).join(' ')}`.trimEnd()],
    database.valueTables.map(({ name, values }) => `VAL_TABLE_ ${name}${meanings(values)} ;`),
    ...messages.map(messageLines),
    messages
      .filter(({ otherSenders }) => otherSenders.length > 0)
      .map((message) => `BO_TX_BU_ ${fileId(message)} : ${message.otherSenders.join(',')};`),
    environmentVariables.map(variableLine),
    environmentVariables
      .filter(({ dataSize }) => dataSize !== undefined)
      .map(({ name, dataSize }) => `ENVVAR_DATA_ ${name}: ${dataSize};`),
    commentLines(database),
    attributeDefinitions.map(definitionLine),
    defaultLines(attributeDefinitions),
    attributeLines(database),
    valueLines(database),
    messages.flatMap((message) =>
      message.signalGroups.map(
        ({ name, repetitions, signals }) =>
          `SIG_GROUP_ ${fileId(message)} ${name} ${repetitions} : ${signals.join(' ')};`,
      ),
    ),
    messages.flatMap((message) =>
      message.signals
        .filter(({ encoding }) => encoding !== 'integer')
        .map(({ name, encoding }) => `SIG_VALTYPE_ ${fileId(message)} ${name} : ${encoding === 'float' ? 1 : 2};`),
    ),
    messages.flatMap(multiplexingLines),
    database.kept.map((statement) => `${statement};`),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const meanings = (values: DbcValues): string => values.map(([raw, meaning]) => ` ${raw} ${quoted(meaning)}`).join('');

const messageLines = (message: DbcMessage): string[] => [
  `BO_ ${fileId(message)} ${message.name}: ${message.length} ${message.sender ?? NO_NODE}`,
  ...message.signals.map(signalLine),
];

function signalLine(signal: DbcSignal): string {
  const { name, start, length, byteOrder, isSigned, factor, offset, minimum, maximum, unit, receivers } = signal;
  const place = `${start}|${length}@${byteOrder === 'intel' ? 1 : 0}${isSigned ? '-' : '+'}`;
  const nodes = receivers.length === 0 ? NO_NODE : receivers.join(',');
  return ` SG_ ${name} ${multiplexIndicator(signal)}: ${place} (${factor},${offset}) [${minimum}|${maximum}] ${quoted(unit)} ${nodes}`;
}

function multiplexIndicator({ isMultiplexor, selection }: DbcSignal): string {
  const value = selection === undefined ? '' : `m${selection.ranges[0][0]}`;
  return isMultiplexor || selection !== undefined ? `${value}${isMultiplexor ? 'M' : ''} ` : '';
}

/** Where the marks of the signals alone do not say it. */
function multiplexingLines(message: DbcMessage): string[] {
  const multiplexors = message.signals.filter(({ isMultiplexor }) => isMultiplexor);
  const multiplexed = message.signals.filter(({ selection }) => selection !== undefined);
  const isPlain =
    multiplexors.length === 1 &&
    multiplexed.every(({ selection }) => selection!.ranges.length === 1 && isOneValue(selection!.ranges[0]));
  return isPlain
    ? []
    : multiplexed.map(({ name, selection }) => {
        const ranges = selection!.ranges.map(([from, to]) => `${from}-${to}`).join(', ');
        return `SG_MUL_VAL_ ${fileId(message)} ${name} ${selection!.multiplexor} ${ranges};`;
      });
}

const isOneValue = ([from, to]: readonly [number, number]): boolean => from === to;

function variableLine(variable: DbcEnvironmentVariable): string {
  const { name, kind, minimum, maximum, unit, initial, id, access, nodes } = variable;
  const readers = nodes.length === 0 ? NO_NODE : nodes.join(',');
  return `EV_ ${name}: ${kind} [${minimum}|${maximum}] ${quoted(unit)} ${initial} ${id} ${access} ${readers};`;
}

/** Everything that may have comments and attributes, as statements name it. */
function* owners(database: DbcDatabase): Iterable<[string, { comment?: string; attributes: DbcAttributes }]> {
  yield ['', database];
  for (const node of database.nodes) yield [`BU_ ${node.name} `, node];
  for (const message of database.messages) {
    yield [`BO_ ${fileId(message)} `, message];
    for (const signal of message.signals) yield [`SG_ ${fileId(message)} ${signal.name} `, signal];
  }
  for (const variable of database.environmentVariables) yield [`EV_ ${variable.name} `, variable];
}

const commentLines = (database: DbcDatabase): string[] =>
  [...owners(database)]
    .filter(([, { comment }]) => comment !== undefined)
    .map(([owner, { comment }]) => `CM_ ${owner}${quoted(comment!)};`);

const attributeLines = (database: DbcDatabase): string[] =>
  [...owners(database)].flatMap(([owner, { attributes }]) =>
    [...attributes].map(([name, value]) => `BA_ ${quoted(name)} ${owner}${valueText(value)};`),
  );

const valueText = (value: DbcAttributeValue): string => (typeof value === 'number' ? String(value) : quoted(value));

function definitionLine({ owner, name, kind, minimum, maximum, options }: DbcAttributeDefinition): string {
  const limits = minimum === undefined ? '' : ` ${minimum} ${maximum}`;
  const choices = options.length === 0 ? '' : ` ${options.map(quoted).join(',')}`;
  return `BA_DEF_ ${owner === '' ? '' : `${owner} `}${quoted(name)} ${kind}${limits}${choices};`;
}

/** One for each name: attributes of one name share it. */
const defaultLines = (definitions: readonly DbcAttributeDefinition[]): string[] => [
  ...new Set(
    definitions
      .filter(({ fallback }) => fallback !== undefined)
      .map(({ name, fallback }) => `BA_DEF_DEF_ ${quoted(name)} ${valueText(fallback!)};`),
  ),
];

const valueLines = ({ messages, environmentVariables }: DbcDatabase): string[] => [
  ...messages.flatMap((message) =>
    message.signals
      .filter(({ values }) => values.length > 0)
      .map(({ name, values }) => `VAL_ ${fileId(message)} ${name}${meanings(values)} ;`),
  ),
  ...environmentVariables
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => `VAL_ ${name}${meanings(values)} ;`),
];
