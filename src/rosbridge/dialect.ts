/**
 * The two dialects of rosbridge. Messages mean the same in both; their spelling differs:
 *
 *              type                   time               header
 *   ROS 1      std_msgs/Float32       secs, nsecs        seq, stamp, frame_id
 *   ROS 2      std_msgs/msg/Float32   sec, nanosec       stamp, frame_id
 *
 * Whoever reads takes both, whoever writes uses the peer's.
 */
import { findMessageType } from '../msgs/message-catalog.ts';
import type { Field, MessageType } from '../msgs/message-type.ts';

export const dialects = ['ros1', 'ros2'] as const;
export type Dialect = (typeof dialects)[number];

/** The name of a type as the peer writes it. */
export const typeName = ({ name }: MessageType, dialect: Dialect): string =>
  dialect === 'ros1' ? name.replace('/msg/', '/') : name;

/** Longest name of a topic, a type or a service. */
const LONGEST_NAME = 256;

/** The type of that name in either spelling; an Error names the nearest ones. */
export function findRosType(name: string): MessageType {
  if (name.length > LONGEST_NAME) throw new Error('the name of the type is too long.');
  return findMessageType(name);
}

const TIMES = new Set(['builtin_interfaces/msg/Time', 'builtin_interfaces/msg/Duration']);
const HEADER = 'std_msgs/msg/Header';

export const isTime = ({ message }: Field): boolean => message !== undefined && TIMES.has(message.name);
export const isHeaderType = ({ name }: MessageType): boolean => name === HEADER;

/** The field of a type that is a header, if it begins with one as stamped messages do. */
export const hasHeader = ({ fields }: MessageType): boolean => fields[0]?.message?.name === HEADER && !fields[0].array;

/** Bytes: base64 text in JSON, a byte string in CBOR, whether their number is fixed or not. */
export const isBytes = ({ wireType, array }: Field): boolean => array !== undefined && wireType === 'uint8';

/** Both spellings of a topic or a service are one: ROS resolves names without a slash below the root. */
export const canonicalName = (name: string): string => (name.startsWith('/') ? name : `/${name}`);

/** A sentence when a name cannot be one of a topic or a service. */
export function nameProblem(name: unknown, what: string): string | undefined {
  if (typeof name !== 'string') return `expected the name of a ${what}`;
  if (name.length > LONGEST_NAME) return `the name of the ${what} is longer than ${LONGEST_NAME} characters`;
  return /^[/~]?[A-Za-z_]\w*(\/[A-Za-z_]\w*)*$/.test(name) ? undefined : `this is no name of a ${what}`;
}
