/** `npm run screenshots`: the studio as it looks, at several sizes and in both themes, into runs/screenshots. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { ensureBuild, ensureDependencies, ensureStudio, root } from './setup.mjs';

ensureDependencies();
ensureBuild();
ensureStudio();
const { chromium } = await import('playwright-core');
const program = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
  .find((path) => path !== '');
if (program === undefined) throw new Error('screenshots need chromium on this machine');

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const DESK = { width: 1440, height: 900 };
const press = (key) => (page) => page.locator('body').press(key);
const panel = (name) => async (page) => {
  await page.getByTestId('panels-menu').click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
};

/** Name, scenario, size, theme, and what is done before the picture. */
const SHOTS = [
  ['lane', 'scenarios/monosim/mpc.yaml', DESK, 'dark'],
  ['lane-large', 'scenarios/monosim/mpc.yaml', { width: 1920, height: 1080 }, 'light'],
  ['lane-tablet', 'scenarios/monosim/mpc.yaml', { width: 820, height: 1180 }, 'dark'],
  [
    'stages',
    'scenarios/rosdrive/line-following.yaml',
    DESK,
    'dark',
    (page) => page.getByTestId('image-mode-stages').click(),
  ],
  ['avoidance', 'scenarios/rosdrive/avoidance.yaml', DESK, 'light', panel('Sensors')],
  ['four-cars', 'scenarios/rosdrive/four-cars.yaml', { width: 1920, height: 1080 }, 'dark'],
  ['dataflow', 'scenarios/monosim/mpc.yaml', DESK, 'light', panel('Dataflow')],
  ['latency', 'scenarios/monosim/mpc.yaml', DESK, 'dark', panel('Latency')],
  ['budget', 'scenarios/apa/tracking.yaml', { width: 1440, height: 1800 }, 'light', panel('Latency')],
  ['bus-latency', 'scenarios/hil/cruise.yaml', DESK, 'dark', panel('Latency')],
  ['results', 'scenarios/dynamics/waypoints.yaml', DESK, 'dark', panel('Results')],
  ['parking', 'scenarios/apa/choose-a-slot.yaml', DESK, 'dark'],
  ['gallery', 'scenarios/dynamics/bicycle.yaml', DESK, 'dark', press('g')],
  ['gallery-light', 'scenarios/dynamics/bicycle.yaml', { width: 820, height: 1180 }, 'light', press('g')],
  ['editor', 'scenarios/dynamics/bicycle.yaml', DESK, 'dark', press('e')],
  ['share', 'scenarios/dynamics/bicycle.yaml', DESK, 'light', press('s')],
  ['help', 'scenarios/dynamics/bicycle.yaml', DESK, 'dark', press('?')],
];

const wanted = process.argv.slice(2);
const out = join(root, 'runs', 'screenshots');
mkdirSync(out, { recursive: true });
const server = spawn(process.execPath, [join(root, 'bin', 'skidpad.mjs'), 'studio', '--port', '0', '--no-open'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((resolve) =>
  server.stdout.on('data', (text) => /http:\S+/.test(text) && resolve(/http:\S+/.exec(text)[0])),
);
const browser = await chromium.launch({ executablePath: program, args: FLAGS });
try {
  for (const [name, scenario, viewport, colorScheme, act] of SHOTS) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({ viewport, colorScheme });
    await page.goto(`${url}#scenario=${scenario}`);
    await page.waitForFunction(() => window.skidpad?.player.value.status.value.time > 2, undefined, {
      timeout: 120_000,
    });
    await act?.(page);
    await page.waitForTimeout(3000);
    const file = join(out, `${name}.png`);
    await page.screenshot({ path: file });
    console.log(file);
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
}
