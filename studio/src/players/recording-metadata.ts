/** What a recording of Skidpad says beside its messages: the scenario, the metrics and the hash of the run. */
import { parseYaml } from '../../../src/scenario/yaml.ts';
import { evaluateExpectations } from '../../../src/record/metrics/metrics.ts';
import { RESULT_METADATA, RUN_METADATA, SCENARIO_ATTACHMENT } from '../../../src/record/mcap/format.ts';
import type { MetricResult } from '../../../src/record/metrics/metrics.ts';
import type { PlayerStatus, ScenarioView } from './player.ts';
import type { RecordingIndex } from './recording-index.ts';

export interface RecordingMetadata {
  readonly scenario: ScenarioView | undefined;
  readonly status: Pick<PlayerStatus, 'metrics' | 'expectations' | 'seed' | 'hash' | 'tick'>;
}

export async function readMetadata(index: RecordingIndex): Promise<RecordingMetadata> {
  const run = index.metadata.get(RUN_METADATA);
  const result = index.metadata.get(RESULT_METADATA);
  const scenario = await scenarioOf(index);
  const metrics = metricsOf(result?.metrics);
  return {
    scenario,
    status: {
      metrics,
      expectations:
        result === undefined
          ? []
          : evaluateExpectations(scenario?.document.expect ?? [], metrics).map(({ name, ...verdict }) => ({
              ...verdict,
              doc: name,
            })),
      ...(run !== undefined && { seed: Number(run.seed) }),
      ...(result !== undefined && { hash: result.hash, tick: Number(result.ticks) }),
    },
  };
}

async function scenarioOf(index: RecordingIndex): Promise<ScenarioView | undefined> {
  const yaml = index.attachment(SCENARIO_ATTACHMENT);
  return yaml === undefined ? undefined : viewOfText(new TextDecoder().decode(yaml));
}

/** Every block type comes with it, so it is loaded only for runs of ours. */
export async function viewOfText(yaml: string): Promise<ScenarioView | undefined> {
  try {
    const { scenarioView } = await import('../library/scenario-view.ts');
    return scenarioView(parseYaml(yaml, SCENARIO_ATTACHMENT));
  } catch {
    // somebody else's attachment of that name
    return undefined;
  }
}

function metricsOf(text: string | undefined): MetricResult[] {
  try {
    const metrics: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(metrics) ? metrics.filter((metric) => typeof metric?.name === 'string') : [];
  } catch {
    return [];
  }
}
