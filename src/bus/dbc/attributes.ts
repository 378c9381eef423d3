/** What well-known attributes say: cycle times, frame formats, start values. */
import type {
  DbcAttributes,
  DbcAttributeOwner,
  DbcAttributeValue,
  DbcDatabase,
  DbcMessage,
  DbcSignal,
} from './database.ts';

/** The value of an attribute, its default where it has none of its own; an option of an ENUM by its name. */
function attributeOf(
  { attributeDefinitions }: DbcDatabase,
  owner: DbcAttributeOwner,
  attributes: DbcAttributes,
  name: string,
): DbcAttributeValue | undefined {
  const definition = attributeDefinitions.find((candidate) => candidate.owner === owner && candidate.name === name);
  const value = attributes.get(name) ?? definition?.fallback;
  return typeof value === 'number' && definition?.kind === 'ENUM' ? (definition.options[value] ?? value) : value;
}

/** How often a message is sent by itself [s]; undefined where that is not said. */
export function cycleTime(database: DbcDatabase, message: DbcMessage): number | undefined {
  const milliseconds = attributeOf(database, 'BO_', message.attributes, 'GenMsgCycleTime');
  return typeof milliseconds === 'number' && milliseconds > 0 ? milliseconds / 1000 : undefined;
}

/** Whether it is a frame of CAN FD: said by its format, or needed for its length. */
export function isFlexibleDataRate(database: DbcDatabase, message: DbcMessage): boolean {
  const format = attributeOf(database, 'BO_', message.attributes, 'VFrameFormat');
  return (
    message.length > 8 || (typeof format === 'string' && format.endsWith('CAN_FD')) || format === 14 || format === 15
  );
}

/** Whether the data of an FD frame goes at the faster rate. */
export const switchesBitRate = (database: DbcDatabase, message: DbcMessage): boolean =>
  String(attributeOf(database, 'BO_', message.attributes, 'CANFD_BRS') ?? '') === '1';

/** Raw value before anybody has set one. */
export function startValue(database: DbcDatabase, signal: DbcSignal): number {
  const raw = attributeOf(database, 'SG_', signal.attributes, 'GenSigStartValue');
  return typeof raw === 'number' ? raw : 0;
}
