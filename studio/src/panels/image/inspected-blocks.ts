/** The blocks of a scenario that let people look into what they do with images, with their topics and present parameters. */
import type { Inspection } from '../../../../src/core/inspection.ts';
import { group, parse } from '../../../../src/core/schema.ts';
import type { FindBlock } from '../../players/block-catalog.ts';
import type { BlockView, ScenarioView, Topic } from '../../players/player.ts';

/** Messages of a block by port. */
export type PortMessages = Readonly<Record<string, unknown>>;

export interface InspectedBlock {
  readonly name: string;
  readonly inspection: Inspection<unknown, PortMessages>;
  readonly params: unknown;
  /** Topic ids: of the image and of what is found in it. */
  readonly image: string;
  readonly result: string;
  /** Of all ports that have one. */
  readonly topicOfPort: ReadonlyMap<string, string>;
}

export function inspectedBlocks(
  scenario: ScenarioView | undefined,
  topics: readonly Topic[],
  findBlock: FindBlock,
): InspectedBlock[] {
  const idOfSignal = new Map(topics.flatMap(({ id, signal }) => (signal === undefined ? [] : [[signal, id] as const])));
  return (scenario?.blocks ?? []).flatMap((block): InspectedBlock[] => {
    const definition = findBlock(block.type);
    if (definition?.inspection === undefined) return [];
    const { inspection } = definition;
    const topicOfPort = topicsOfPorts(block, idOfSignal);
    const [image, result] = [topicOfPort.get(inspection.image), topicOfPort.get(inspection.result)];
    if (image === undefined || result === undefined) return [];
    const given = presentParams(scenario!.document?.blocks?.[block.name]?.params, block);
    const params = parse(group(definition.params, ''), given, 'params');
    return [{ name: block.name, inspection, params, image, result, topicOfPort }];
  });
}

function topicsOfPorts(
  { name, inputs, outputs }: BlockView,
  idOfSignal: ReadonlyMap<string, string>,
): Map<string, string> {
  const signals = [
    ...inputs.map(({ port, from }) => [port, from ?? ''] as const),
    ...outputs.map(({ port }) => [port, `${name}.${port}`] as const),
  ];
  return new Map(
    signals.flatMap(([port, signal]) => {
      const id = idOfSignal.get(signal);
      return id === undefined ? [] : [[port, id] as const];
    }),
  );
}

type Tree = Record<string, unknown>;

/** Parameters as they began, with what was turned since. */
export function presentParams(initial: unknown, { parameters }: Pick<BlockView, 'parameters'>): Tree {
  const params = structuredClone(initial ?? {}) as Tree;
  for (const { path, value } of parameters) {
    if (value === undefined) continue;
    const keys = path.split('.');
    let place = params;
    for (const key of keys.slice(0, -1)) place = (place[key] ??= {}) as Tree;
    place[keys.at(-1)!] = value;
  }
  return params;
}

/** The newest messages of a block's ports in a frame. */
export const portMessages = (
  { topicOfPort }: InspectedBlock,
  messages: ReadonlyMap<string, { readonly message: unknown }>,
): PortMessages => Object.fromEntries([...topicOfPort].map(([port, id]) => [port, messages.get(id)?.message]));
