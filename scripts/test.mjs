/** `npm test`: from a bare clone to every check. Installs what it needs where it may; says what it skips where it may not. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, ensurePackage, ensureStudio, root, run } from './setup.mjs';

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Of Debian's own Python, whatever else is called python3 here. */
const hasModule = (name) => spawnSync('/usr/bin/python3', ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0;

/** Debian packages behind the checks that need a program of somebody else's, by any of its names, or all of some Python modules. */
const programs = [
  {
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    package: 'chromium',
    check: 'hashes in Chromium and the studio',
  },
  { names: ['firefox-esr', 'firefox'], package: 'firefox-esr', check: 'hashes in Firefox' },
  { names: ['check_urdf'], package: 'liburdfdom-tools', check: 'URDF in an independent parser' },
  { names: ['bwrap'], package: 'bubblewrap', check: 'submissions without network and with files to read only' },
  { names: ['python3'], package: 'python3', check: 'the Python controller' },
  {
    modules: ['can', 'serial'],
    package: 'python3-can python3-serial',
    check: 'python-can on slcan and socketcand, and its logs',
  },
  { modules: ['scipy'], package: 'python3-scipy', check: 'the pose graph in an independent solver' },
  { modules: ['scapy'], package: 'python3-scapy', check: "ISO-TP and UDS with somebody else's tester" },
  { names: ['sumo'], package: 'sumo sumo-tools', check: "platoons beside SUMO's own controllers" },
  { names: ['socat'], package: 'socat', check: 'serial lines through pseudo terminals' },
  { names: ['log2asc'], package: 'can-utils', check: 'logs of CAN frames in independent converters' },
  { names: ['ptp4l'], package: 'linuxptp', check: 'a PTP slave beside ptp4l' },
  { names: ['ip'], package: 'iproute2', check: 'computers on networks of their own' },
  { names: ['cc', 'gcc'], package: 'gcc libc6-dev', check: 'the C controller' },
  { names: ['arm-none-eabi-gcc'], package: 'gcc-arm-none-eabi', check: 'firmware for a microcontroller' },
  { names: ['qemu-system-arm'], package: 'qemu-system-arm', check: 'firmware on an emulated microcontroller' },
];

const isThere = ({ names, modules }) => names?.some(has) ?? modules.every(hasModule);

function ensurePrograms() {
  const absent = programs.filter((program) => !isThere(program));
  if (absent.length === 0) return;
  if (process.getuid?.() === 0 && has('apt-get')) {
    const packages = absent.flatMap((program) => program.package.split(' '));
    console.error(`skidpad: installing ${packages.join(', ')}…`);
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-q'], quiet);
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], quiet);
  }
  for (const program of absent) {
    if (isThere(program)) continue;
    const { check, names = [program.package] } = program;
    console.error(`skidpad: skipped: ${check} (no ${names[0]} on this machine)`);
  }
}

ensureDependencies();
ensurePrograms();
const only = process.argv.slice(2);
if (only.length === 0 || only.some((path) => path.includes('package'))) ensurePackage();
else ensureBuild();
ensureStudio();
const bin = (name) => join(root, 'node_modules', '.bin', name);
if (only.length === 0) {
  run(bin('tsc'), ['--noEmit', '-p', '.']);
  run(bin('tsc'), ['--noEmit', '-p', 'studio']);
  run(bin('biome'), ['format', '.']);
  run(bin('eslint'), ['.', '--max-warnings=0']);
  run(bin('knip'), ['--no-progress']);
}
if (!existsSync(bin('vitest'))) throw new Error('the test runner is missing: delete node_modules and try again');
run(bin('vitest'), ['run', ...only]);
