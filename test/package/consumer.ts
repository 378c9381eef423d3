/** What somebody writes who has installed the package: runs one of its scenarios and reads a metric. */
import { loadScenario, run } from 'skidpad';
import { nodeFiles } from 'skidpad/node';

const scenario = await loadScenario(nodeFiles, 'node_modules/skidpad/scenarios/dynamics/bicycle.yaml');
const { hash, metrics } = await run({ scenario });
const values = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
console.log(JSON.stringify({ hash, metrics: values }));
