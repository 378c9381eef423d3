/**
 * Addresses of plotted fields: `car.state.vx` where the topic is a signal of a scenario, so that a layout survives renamed topics,
 * and `/odom:twist.twist.linear.x` for topics of others.
 */
import type { Topic } from './player.ts';

export interface FieldChoice {
  readonly address: string;
  readonly topic: Topic;
  readonly field: string;
  readonly unit: string;
}

export const addressOf = (topic: Topic, field: string): string =>
  topic.signal === undefined ? `${topic.id}:${field}` : `${topic.signal}.${field}`;

/** Every field of every topic, in their order. */
export const fieldChoices = (topics: readonly Topic[]): FieldChoice[] =>
  topics.flatMap((topic) =>
    topic.fields.map(({ path, unit }) => ({ address: addressOf(topic, path), topic, field: path, unit })),
  );

/** The field at an address; both ways of writing it are understood. */
export function findField(address: string, topics: readonly Topic[]): FieldChoice | undefined {
  for (const topic of topics) {
    const field = fieldWithin(address, topic);
    const known = field === undefined ? undefined : topic.fields.find(({ path }) => path === field);
    if (known !== undefined) return { address, topic, field: known.path, unit: known.unit };
  }
  return undefined;
}

/** The part of an address after a topic's signal or id; undefined where it is of another topic. */
function fieldWithin(address: string, { id, signal }: Topic): string | undefined {
  if (signal !== undefined && address.startsWith(`${signal}.`)) return address.slice(signal.length + 1);
  return address.startsWith(`${id}:`) ? address.slice(id.length + 1) : undefined;
}
