/**
 * `npm run probe:injection -- [--sets 100] [--cameras 4] [--width 1280] [--height 720]`: how fast sets of pictures are handed to the receiver in
 * C and come back, over a socket and over shared memory, with and without checksums; one set at a time, and two under way.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '100' },
    cameras: { type: 'string', default: '4' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '720' },
  },
});
const numbers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const folder = mkdtempSync(join(tmpdir(), 'skidpad-probe-'));
try {
  const receiver = join(folder, 'receiver');
  if (spawnSync('cc', ['-O2', 'examples/injection/receiver.c', '-o', receiver], { stdio: 'inherit' }).status !== 0)
    throw new Error('the receiver in C cannot be built: is there a compiler, cc?');
  const outfile = join(folder, 'probe.mjs');
  await build({
    entryPoints: ['scripts/injection-probe/round-trips.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  const { measure } = await import(outfile);
  const { sets, ...format } = numbers;
  for (const line of await measure({ sets, format, command: receiver })) console.log(line);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
