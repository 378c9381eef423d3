/** What a run shows: every output of every block, and the scenario itself, so that a viewer can draw the world. */
import type { Scenario } from '../scenario/scenario.ts';
import { formatYaml } from '../scenario/yaml.ts';
import type { Loop } from '../core/loop.ts';
import type { OutputPort } from '../core/signal.ts';
import { StringMessage } from '../msgs/index.ts';
import { LARGE_MESSAGE_TYPES } from '../msgs/large-messages.ts';
import { SCENARIO_TOPIC } from './protocol-constants.ts';
import type { Parameter, ParameterValue } from './protocol.ts';
import type { ServedTopic } from './topic-server.ts';

export const runTopics = (loop: Loop, scenario: Scenario): ServedTopic[] => [
  scenarioTopic(scenario),
  ...loop.ports.map(portTopic),
];

function scenarioTopic({ document }: Scenario): ServedTopic {
  const latest = { message: { ...StringMessage.create(), data: formatYaml(document) }, timeNs: 0 };
  return { topic: SCENARIO_TOPIC, type: StringMessage, bulky: false, latest: () => latest, follow: () => () => {} };
}

/** A port without followers has no listener, so that nobody watching costs nothing. */
function portTopic(port: OutputPort): ServedTopic {
  const { topic, type, block, name, signal } = port;
  return {
    topic,
    type,
    metadata: { block, port: name },
    bulky: LARGE_MESSAGE_TYPES.has(type.name),
    latest: () => (signal.sequence === 0 ? undefined : { message: signal.value, timeNs: signal.publishedNs }),
    follow: (publish) => port.listen(() => publish(signal.value, signal.publishedNs)),
  };
}

/** Longest list that is shown as one parameter. */
const LONGEST_LIST = 64;

/** The parameters of all blocks, such as `car.steeringActuator.deadTime`. What all blocks share, the world, is in the scenario. */
export const runParameters = ({ blocks }: Scenario): Parameter[] =>
  blocks.flatMap(({ name, params }) =>
    Object.entries(params)
      .filter(([key]) => key !== 'world')
      .flatMap(([key, value]) => flatten(`${name}.${key}`, value)),
  );

function flatten(name: string, value: unknown): Parameter[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [{ name, value, type: 'float64' }] : [];
  if (typeof value === 'boolean' || typeof value === 'string') return [{ name, value }];
  if (Array.isArray(value)) return flattenList(name, value);
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    return Object.entries(value).flatMap(([key, inner]) => flatten(`${name}.${key}`, inner));
  return [];
}

/** Lists of numbers, texts and flags; others are for the scenario. */
function flattenList(name: string, list: readonly unknown[]): Parameter[] {
  if (list.length > LONGEST_LIST || !list.every((value) => ['number', 'boolean', 'string'].includes(typeof value)))
    return [];
  const numbers = list.length > 0 && list.every((value) => typeof value === 'number');
  return [{ name, value: list as ParameterValue[], ...(numbers && { type: 'float64_array' }) }];
}
