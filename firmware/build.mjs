/**
 * Compiles an application of this folder:
 *
 *   node firmware/build.mjs cruise            for everything below that this machine has a compiler for
 *   node firmware/build.mjs cruise slcan      for one of them: mps2, slcan, process
 *
 * Results lie in build/, and are made only where a source is newer. Each is written beside its place and then takes it, so that others
 * may build and run meanwhile.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** C11, every warning an error, no multiplication fused into an addition, and a root that is one instruction: float32 gives the same bits everywhere. */
const COMMON = [
  '-std=c11',
  '-O2',
  '-ffp-contract=off',
  '-fno-math-errno',
  '-Wall',
  '-Wextra',
  '-Wconversion',
  '-Werror',
];
const CORTEX_M4F = [
  '-mcpu=cortex-m4',
  '-mthumb',
  '-mfloat-abi=hard',
  '-mfpu=fpv4-sp-d16',
  '-ffreestanding',
  '-nostdlib',
];

/** By name: its compiler, its flags, what is compiled besides the application, and what comes of it. */
export const targets = {
  mps2: {
    compiler: 'arm-none-eabi-gcc',
    packages: 'gcc-arm-none-eabi',
    flags: [...CORTEX_M4F, '-T', 'mps2/mps2.ld', '-lgcc'],
    sources: ['common', 'mps2'],
    result: (application) => `${application}.elf`,
  },
  slcan: {
    compiler: 'cc',
    packages: 'gcc libc6-dev',
    flags: [],
    sources: ['common', 'here/main-slcan.c'],
    result: (application) => `${application}-slcan`,
  },
  process: {
    compiler: 'cc',
    packages: 'gcc libc6-dev',
    flags: [],
    sources: ['here/main-process.c'],
    result: (application) => `${application}-process`,
  },
};

const sourcesIn = (path) =>
  path.endsWith('.c')
    ? [path]
    : readdirSync(join(here, path))
        .filter((name) => name.endsWith('.c'))
        .map((name) => `${path}/${name}`);

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newestIn = (folder) =>
  Math.max(...readdirSync(join(here, folder)).map((name) => modified(join(here, folder, name))));

const isCurrent = (result, application) =>
  modified(result) >
  Math.max(...['common', 'mps2', 'here', application].map(newestIn), modified(fileURLToPath(import.meta.url)));

/** The path of what was compiled; throws a sentence when it cannot be. */
export function buildFirmware(application, target) {
  if (!/^[a-z][a-z0-9-]*$/.test(application) || !existsSync(join(here, application)))
    throw new Error(`there is no firmware ${JSON.stringify(application)} in ${here}`);
  const { compiler, packages, flags, sources, result } = targets[target];
  const path = join(here, 'build', result(application));
  if (isCurrent(path, application)) return path;
  mkdirSync(join(here, 'build'), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const files = [...sources, application].flatMap(sourcesIn);
  const { error, status, stderr } = spawnSync(compiler, [...COMMON, ...files, ...flags, '-o', unfinished], {
    cwd: here,
    encoding: 'utf8',
  });
  if (error !== undefined && error.code === 'ENOENT')
    throw new Error(`${compiler} is not installed: apt-get install ${packages}`);
  if (error !== undefined || status !== 0) {
    rmSync(unfinished, { force: true });
    throw new Error(`${compiler} could not compile the firmware ${application}: ${error?.message ?? stderr.trim()}`);
  }
  renameSync(unfinished, path);
  return path;
}

function main([application = 'cruise', target]) {
  const wanted = target === undefined ? Object.keys(targets) : [target];
  let failed = 0;
  for (const name of wanted) {
    try {
      if (!Object.hasOwn(targets, name))
        throw new Error(`expected one of ${Object.keys(targets).join(', ')}, got ${JSON.stringify(name)}`);
      console.log(buildFirmware(application, name));
    } catch (problem) {
      failed++;
      console.error(problem.message);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) main(process.argv.slice(2));
