import { catalog } from '../src/catalog.ts';
import { buildLoop } from '../src/core/build.ts';
import { parseScenario } from '../src/core/scenario.ts';
const doc: any = { name: 'b', duration: 2000, blocks: {
 driver: { type: 'control/twist-schedule', rateHz: 100, params: { repeat: true, segments: [{ until: 4, vx: 1.5 }, { until: 8, vx: 1.5, yaw_rate: 0.4 }, { until: 12, vx: 1, yaw_rate: -0.4 }] } },
 vehicle: { type: 'vehicle/bicycle', inputs: { twist: 'driver.twist' } } } };
import { tuneEngine } from '../src/hosts/engine-tuning.ts'; if (process.env.TUNE) tuneEngine();
const loop = await buildLoop(parseScenario(doc, catalog));
loop.runUntil(50000);
for (let k = 0; k < 12; k++) { const t0 = process.cpuUsage().user; const a = loop.tick; loop.runUntil(a + 200000); const us = process.cpuUsage().user - t0; console.log((us * 1000 / 200000).toFixed(0), 'ns cpu per tick', (200e6 / us).toFixed(0) + 'x'); }
for (let k = 0; k < 4; k++) { globalThis.gc?.(); const a = process.memoryUsage().heapUsed; loop.runUntil(loop.tick + 10000); console.log(((process.memoryUsage().heapUsed - a) / 10000).toFixed(1), 'bytes per tick'); }
