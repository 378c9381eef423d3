/** The detectors of a scenario: which pictures they read, what they publish, and the parameters they have now. */
import { group, parse } from '../../../../src/core/schema.ts';
import type { LaneParams } from '../../../../src/vision/lane/params.ts';
import { laneParams } from '../../../../src/vision/lane/params.ts';
import type { LineParams } from '../../../../src/vision/line/params.ts';
import { lineParams } from '../../../../src/vision/line/params.ts';
import type { BlockView, ScenarioView, Topic } from '../../players/player.ts';

interface Common {
  readonly block: string;
  /** Topic ids. */
  readonly image: string;
  readonly result: string;
  readonly info?: string;
}
export interface LaneDetector extends Common {
  readonly kind: 'lane';
  readonly params: LaneParams;
}
export interface LineDetector extends Common {
  readonly kind: 'line';
  readonly params: LineParams;
}
export type Detector = LaneDetector | LineDetector;

type Tree = Record<string, unknown>;

export function detectorsOf(scenario: ScenarioView | undefined, topics: readonly Topic[]): Detector[] {
  if (scenario === undefined) return [];
  const idOf = (signal: string | undefined) =>
    topics.find((topic) => signal !== undefined && topic.signal === signal)?.id;
  return scenario.blocks.flatMap((block): Detector[] => {
    const from = (port: string) => idOf(block.inputs.find((input) => input.port === port)?.from);
    const image = from('image');
    if (image === undefined) return [];
    const params = presentParams(scenario.document?.blocks?.[block.name]?.params, block);
    if (block.type === 'vision/lane-detector') {
      const result = idOf(`${block.name}.lane`);
      return result === undefined
        ? []
        : [
            {
              kind: 'lane',
              block: block.name,
              image,
              result,
              info: from('camera_info'),
              params: parse(group(laneParams, ''), params, 'params'),
            },
          ];
    }
    if (block.type !== 'vision/line-detector') return [];
    const result = idOf(`${block.name}.line`);
    return result === undefined
      ? []
      : [{ kind: 'line', block: block.name, image, result, params: parse(group(lineParams, ''), params, 'params') }];
  });
}

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
