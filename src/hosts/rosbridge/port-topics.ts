/** Which port of a block is which topic: called like the port, unless the scenario says otherwise. */
import type { HostedBlock } from '../../core/host.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { nameProblem } from '../../rosbridge/dialect.ts';

/** Elements of lists have their place in the name: `cameras[0]` is /cameras_0. */
const defaultTopic = (port: string): string => `/${port.replace(/\[(\d+)\]/g, '_$1').replace(/\W/g, '_')}`;

/** By port; an InputError says which name is wrong. */
export function portTopics(
  { name, inputs, outputs }: HostedBlock,
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const ports = [...Object.keys(inputs), ...Object.keys(outputs)];
  const path = `blocks.${name}.host.topics`;
  for (const [port, topic] of Object.entries(given)) {
    requirePort(port, ports, `${path}.${port}`);
    const problem = nameProblem(topic, 'topic');
    if (problem !== undefined) throw new InputError(`${path}.${port}`, `${problem}: ${quote(topic)}`);
  }
  return new Map(ports.map((port) => [port, given[port] ?? defaultTopic(port)]));
}

export function requirePort(port: string, ports: readonly string[], path: string): void {
  if (!ports.includes(port))
    throw new InputError(
      path,
      `there is no port ${quote(port)}${suggestion(port, ports)}; there is ${ports.join(', ')}`,
    );
}
