/** What somebody writes who has installed the package: runs one of its scenarios and reads a metric. */
import { readFileSync } from 'node:fs';
import { buildLoop, catalog, parseScenario, parseYaml } from 'skidpad';
import { LiveMetrics } from 'skidpad/record';

const file = 'node_modules/skidpad/scenarios/dynamics/bicycle.yaml';
const scenario = parseScenario(parseYaml(readFileSync(file, 'utf8'), file), catalog);
const loop = await buildLoop(scenario);
const metrics = new LiveMetrics(scenario.document.metrics, loop.ports);
await loop.run(scenario.ticks);
const values: Record<string, number | null> = {};
for (const { name, value } of metrics.results()) values[name] = value;
console.log(JSON.stringify({ hash: loop.hash(), metrics: values }));
