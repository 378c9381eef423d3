/** What lies in the directory of a run, by name. */
import { ASSET_FOLDER } from '../scenario/assets.ts';

export const RunFile = {
  recording: 'recording.mcap',
  csv: 'signals.csv',
  scenario: 'scenario.yaml',
  metrics: 'metrics.json',
  report: 'report.html',
  /** Only where it was asked for. */
  rosdrive: 'rosdrive.csv',
  /** Folder of the files that the scenario names. */
  assets: ASSET_FOLDER,
} as const;
