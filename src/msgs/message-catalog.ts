import { nearest } from './edit-distance.ts';
import { allMessageTypes } from './generated/index.ts';
import type { MessageType } from './message-type.ts';

/** Every known message type by its full name, such as `nav_msgs/msg/Odometry`. */
export const messageTypes: ReadonlyMap<string, MessageType> = new Map(allMessageTypes.map((type) => [type.name, type]));

const shortName = (fullName: string): string => fullName.replace('/msg/', '/');

/** Finds a type by its full name or without `/msg`, such as `nav_msgs/Odometry`; an Error names the nearest ones. */
export function findMessageType(name: string): MessageType {
  const type = messageTypes.get(name) ?? messageTypes.get(name.replace('/', '/msg/'));
  if (type) return type;
  const suggestions = nearest(shortName(name).slice(0, 100), [...messageTypes.keys()].map(shortName), 3);
  throw new Error(`${name}: no such message type; the nearest are ${suggestions.join(', ')}.`);
}
