/**
 * The program `skidpad`: starts the command line with what the engine made of it before.
 *
 * The command line is one script beside this file. Compiling it takes longer than running a short scenario, so the code that the
 * engine makes of it is kept in `code-cache` for the next start: one file for each command, because each compiles only what it
 * calls. A kept file is for one script, one engine and one machine; all of that is in its name, and the engine itself looks at
 * its version and settings. A command that changes settings keeps its code before (../node/engine-tuning.ts); others do at their end. Where the
 * folder cannot be written, every start is a first one.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Name of the script, with a hash of what is in it. */
declare const SKIDPAD_COMMANDS: string;

/** Of a process that lived longer, the engine may have dropped code again [s]. */
const FRESH = 60;

const folder = dirname(fileURLToPath(import.meta.url));
const file = join(folder, SKIDPAD_COMMANDS);
const { text, changed } = readScript();
const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0] ?? 'help';
const kept = join(
  folder,
  'code-cache',
  [SKIDPAD_COMMANDS, changed, process.version, process.versions.v8, process.arch, command].join('-'),
);

const script = new Script(text, {
  filename: file,
  cachedData: readIfThere(kept),
});
const code = { isThere: script.cachedDataRejected === false, keep: keepCode };
process.once('exit', (status) => {
  if (status === 0 && process.uptime() < FRESH) keepCode();
});
type CommandLine = (
  require: NodeJS.Require,
  url: string,
  importModule: (name: string) => Promise<unknown>,
  keptCode: typeof code,
) => void;
(script.runInThisContext() as CommandLine)(createRequire(file), pathToFileURL(file).href, (name) => import(name), code);

/** The text is ASCII. A script that somebody edits in place has another time of change. */
function readScript(): { text: string; changed: string } {
  const descriptor = openSync(file, 'r');
  try {
    return { text: readFileSync(descriptor, 'latin1'), changed: fstatSync(descriptor).mtimeMs.toString(36) };
  } finally {
    closeSync(descriptor);
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Once, and only where the engine had nothing to begin with. */
function keepCode(): void {
  if (code.isThere) return;
  code.isThere = true;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    // whole or not at all, also when the machine stops
    const part = `${kept}.${process.pid}`;
    try {
      const descriptor = openSync(part, 'wx');
      writeFileSync(descriptor, script.createCachedData());
      fsyncSync(descriptor);
      closeSync(descriptor);
      renameSync(part, kept);
    } finally {
      rmSync(part, { force: true });
    }
  } catch {
    // a folder that cannot be written, or a full disk
  }
}
