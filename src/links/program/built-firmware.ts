/**
 * Finds what firmware/build.mjs compiles, and has it compiled where a source is newer. The folder lies beside the library, wherever that
 * is installed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** For the emulated machine, or for this one. */
export type FirmwareTarget = 'mps2' | 'slcan';

/** The path of the compiled file; rejects with a sentence. */
export function builtFirmware(application: string, target: FirmwareTarget): Promise<string> {
  const builder = findBuilder();
  if (builder === undefined) return Promise.reject(new Error('the folder firmware is not there'));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [builder, application, target], (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(stderr.trim().split('\n')[0] || error.message));
    });
  });
}

/** In the folders above this file, as far as there are any. */
function findBuilder(): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const builder = join(folder, 'firmware', 'build.mjs');
    if (existsSync(builder)) return builder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}
