/** Numbers in messages that are no numbers to go on with. */
import type { MessageType } from '../../src/msgs/message-type.ts';

/** Fields in which infinity says that there is nothing (REP-117). */
const MAY_BE_INFINITE = new Set(['sensor_msgs/msg/LaserScan.ranges']);

/** Paths of numbers that are not finite. */
export function notFinite(type: MessageType<any>, message: any, path: string): string[] {
  return type.fields.flatMap((field) => {
    const values: any[] = field.array === undefined ? [message[field.name]] : Array.from(message[field.name]);
    return values.flatMap((value) => {
      if (field.message !== undefined) return notFinite(field.message, value, `${path}.${field.name}`);
      return typeof value === 'number' && !Number.isFinite(value) && !MAY_BE_INFINITE.has(`${type.name}.${field.name}`)
        ? [`${path}.${field.name}`]
        : [];
    });
  });
}
