/** What the node rosapi tells beside rosbridge: which topics and services there are, of what types, and the time. */
import type { MessageType } from '../../msgs/message-type.ts';
import type { Dialect } from '../../rosbridge/dialect.ts';
import { canonicalName, typeName } from '../../rosbridge/dialect.ts';
import type { RosTime } from '../../rosbridge/message-values.ts';
import { timeValue } from '../../rosbridge/message-values.ts';
import type { ServiceDesk } from './service-desk.ts';

export interface Graph {
  readonly dialect: Dialect;
  topics(): Iterable<{ readonly name: string; readonly type: MessageType }>;
  now(): RosTime;
}

export function offerRosapi(desk: ServiceDesk, { dialect, topics, now }: Graph): void {
  const offer = (name: string, type: string, handler: (args: Record<string, unknown>) => unknown) =>
    void desk.offer(`/rosapi/${name}`, `rosapi/${type}`, (args) => handler((args ?? {}) as Record<string, unknown>));
  const nameOf = (type: MessageType) => typeName(type, dialect);
  const find = (topic: unknown) =>
    typeof topic === 'string' ? [...topics()].find(({ name }) => name === canonicalName(topic)) : undefined;

  offer('topics', 'Topics', () => {
    const all = [...topics()];
    return { topics: all.map(({ name }) => name), types: all.map(({ type }) => nameOf(type)) };
  });
  offer('topics_for_type', 'TopicsForType', ({ type }) => ({
    topics: [...topics()]
      .filter((topic) => nameOf(topic.type) === type || topic.type.name === type)
      .map(({ name }) => name),
  }));
  offer('topic_type', 'TopicType', ({ topic }) => {
    const found = find(topic);
    return { type: found === undefined ? '' : nameOf(found.type) };
  });
  offer('topics_and_raw_types', 'TopicsAndRawTypes', () => {
    const all = [...topics()];
    return {
      topics: all.map(({ name }) => name),
      types: all.map(({ type }) => nameOf(type)),
      typedefs_full_text: all.map(({ type }) => definitionText(type, dialect)),
    };
  });
  offer('services', 'Services', () => ({ services: desk.names }));
  offer('service_type', 'ServiceType', ({ service }) => ({
    type: (typeof service === 'string' ? desk.typeOf(canonicalName(service)) : undefined) ?? '',
  }));
  offer('get_time', 'GetTime', () => ({ time: timeValue(now(), dialect) }));
}

/** As recordings of the dialect have it: in ROS 1 times are primitives and headers are counted. */
export function definitionText({ definition }: MessageType, dialect: Dialect): string {
  if (dialect === 'ros2') return definition;
  const [own, ...parts] = definition.split(/^=+\n/m);
  const inRos1 = (text: string) =>
    text.replace(/^builtin_interfaces\/Time /gm, 'time ').replace(/^builtin_interfaces\/Duration /gm, 'duration ');
  const kept = parts.filter((part) => !part.startsWith('MSG: builtin_interfaces/'));
  const counted = kept.map((part) => part.replace(/^MSG: std_msgs\/Header\n/, '$&uint32 seq\n'));
  return [own, ...counted].map(inRos1).join(`${'='.repeat(80)}\n`);
}
