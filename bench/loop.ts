import { readFileSync } from 'node:fs';
import { catalog } from '../src/catalog.ts';
import { buildLoop } from '../src/core/build.ts';
import { parseScenario } from '../src/core/scenario.ts';
import { parseYaml } from '../src/core/scenario-text.ts';
const doc: any = parseYaml(readFileSync('scenarios/dynamics/bicycle.yaml', 'utf8'), 'x');
doc.duration = 1000;
delete doc.blocks.localisation; delete doc.metrics; delete doc.expect; delete doc.plots; delete doc.record;
doc.blocks.driver.rateHz = 100; doc.blocks.driver.params.repeat = true;
const loop = await buildLoop(parseScenario(doc, catalog));
loop.runUntil(20000);
for (let k = 0; k < 5; k++) { const t0 = performance.now(); const a = loop.tick; loop.runUntil(a + 200000); console.log((200 / ((performance.now() - t0) / 1000)).toFixed(0), 'x real time', loop.hash()); }
