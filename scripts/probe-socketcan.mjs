/**
 * `npm run probe:socketcan`: the socketcan link on a real CAN socket, where this machine has none. Boots Debian's kernel with vcan in QEMU, with
 * Node, the built package, the package socketcan and can-utils in its memory, and lets our link talk to candump and canplayer there.
 * Needs qemu-system-x86_64, can-utils, a compiler, and the archives of Debian and npm; works in a folder of its own, which it removes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

/** An emulated processor takes its time [ms]. */
const PATIENCE_MS = 600_000;
const MODULES = ['net/can/can.ko', 'net/can/can-raw.ko', 'drivers/net/can/dev/can-dev.ko', 'drivers/net/can/vcan.ko'];
const INIT = `#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in can can-raw can-dev vcan; do /bin/busybox insmod /modules/$module.ko; done
/bin/busybox ip link add dev vcan0 type vcan
/bin/busybox ip link set vcan0 up
/bin/node /app/guest.mjs
/bin/busybox poweroff -f
`;

const folder = mkdtempSync(join(tmpdir(), 'skidpad-socketcan-'));
const guest = join(folder, 'guest');
const run = (command, args, options = {}) => execFileSync(command, args, { cwd: folder, encoding: 'utf8', ...options });

function unpackKernel() {
  const name = /Depends: (linux-image-\S+)/.exec(run('apt-cache', ['depends', 'linux-image-amd64']))[1];
  run('apt-get', ['download', name, 'busybox-static']);
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.deb')))
    run('dpkg-deb', ['-x', file, join(folder, 'debian')]);
  return {
    kernel: join(folder, 'debian/boot', name.replace('linux-image', 'vmlinuz')),
    version: name.slice('linux-image-'.length),
  };
}

/** A program with the libraries that it is linked to. */
function copyProgram(from, to) {
  cpSync(from, join(guest, to), { dereference: true });
  for (const [, library] of run('ldd', [from]).matchAll(/(\/\S+\.so[^\s]*)/g)) {
    mkdirSync(join(guest, dirname(library)), { recursive: true });
    cpSync(library, join(guest, library), { dereference: true });
  }
}

function fillGuest(version) {
  for (const name of ['bin', 'app', 'modules', 'proc', 'sys', 'dev', 'tmp'])
    mkdirSync(join(guest, name), { recursive: true });
  cpSync(join(folder, 'debian/bin/busybox'), join(guest, 'bin/busybox'));
  for (const module of MODULES)
    cpSync(
      join(folder, 'debian/lib/modules', version, 'kernel', module),
      join(guest, 'modules', module.split('/').at(-1)),
    );
  copyProgram(process.execPath, 'bin/node');
  for (const name of ['candump', 'canplayer']) copyProgram(join('/usr/bin', name), join('bin', name));
  run('npm', ['install', '--prefix', join(guest, 'app'), 'socketcan@4'], { stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync(join(root, 'dist'), join(guest, 'app/dist'), {
    recursive: true,
    filter: (path) => !/studio|types|code-cache|\.map$/.test(path),
  });
  for (const name of ['@noble', '@foxglove'])
    cpSync(join(root, 'node_modules', name), join(guest, 'app/node_modules', name), {
      recursive: true,
      dereference: true,
    });
  for (const name of ['ws', 'esbuild'])
    cpSync(join(root, 'node_modules', name), join(guest, 'app/node_modules', name), {
      recursive: true,
      dereference: true,
    });
  cpSync(join(import.meta.dirname, 'socketcan-probe/guest.mjs'), join(guest, 'app/guest.mjs'));
  writeFileSync(join(guest, 'init'), INIT);
  chmodSync(join(guest, 'init'), 0o755);
}

ensureDependencies();
ensureBuild();
try {
  const { kernel, version } = unpackKernel();
  fillGuest(version);
  run('sh', ['-c', `cd guest && find . | ${join(folder, 'debian/bin/busybox')} cpio -o -H newc > ../memory.img`], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const machine = ['-m', '2048', '-smp', '2', '-nographic', '-no-reboot', '-accel', 'tcg', '-cpu', 'max'];
  const boot = ['-kernel', kernel, '-initrd', join(folder, 'memory.img'), '-append', 'console=ttyS0 quiet panic=-1'];
  const { stdout = '' } = spawnSync('qemu-system-x86_64', [...machine, ...boot], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
  });
  const result = /RESULT (\{.*\})/.exec(stdout)?.[1];
  if (result === undefined) throw new Error(`the guest said nothing of use:\n${stdout.slice(-4000)}`);
  console.log(JSON.stringify(JSON.parse(result), null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
