/**
 * Compiles AssemblyScript (`assembly/*.as` of each folder below) to WebAssembly and writes the bytes, as base64, to
 * `generated/kernels.ts` beside it. Run from the project's root: `node scripts/generate-kernels.mjs`.
 *
 * The sources end in `.as`, not `.ts`, so that no TypeScript tool takes them for TypeScript. The modules import a shared memory;
 * where that import says so is written beside the bytes, for engines that share none (src/math/wasm-module.ts).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is compiled, and what it becomes. */
export const modules = [
  'src/math/kernels',
  'src/pixels/kernels',
  'src/sensors/render/kernels',
  'src/inference/kernels',
].map((folder) => ({
  folder,
  output: `${folder}/generated/kernels.ts`,
}));

const options = [
  'index.ts',
  '--outFile',
  'kernels.wasm',
  '--runtime',
  'stub',
  '--optimizeLevel',
  '3',
  '--shrinkLevel',
  '0',
  '--noAssert',
  '--enable',
  'simd',
  '--enable',
  'threads',
  '--disable',
  'mutable-globals',
  '--importMemory',
  '--noExportMemory',
  '--sharedMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
];

/** The WebAssembly module of a folder. */
async function compileKernels(folder) {
  const { default: asc } = await import('assemblyscript/asc');
  const written = new Map();
  const { error, stderr } = await asc.main(options, {
    readFile: (name) => {
      const path = join(folder, 'assembly', name.replace(/\.ts$/, '.as'));
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return written.get('kernels.wasm');
}

/** Where the limits of the imported memory begin: behind the names `env` and `memory` and the kind of import. */
function flagAddress(bytes) {
  const names = Buffer.from('\x03env\x06memory\x02');
  const at = Buffer.from(bytes).indexOf(names) + names.length;
  if (at < names.length || bytes[at] !== 3) throw new Error('Expected an import of a shared memory with a maximum.');
  return at;
}

/** The text of the generated file. */
export async function generateKernels({ folder }) {
  const bytes = await compileKernels(folder);
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,120}/g)
    .map((line) => `    '${line}'`);
  return `/** Made by scripts/generate-kernels.mjs from ${folder}/assembly. Do not edit. */
export const code = {
  memoryFlagAt: ${flagAddress(bytes)},
  base64:
${lines.join(' +\n')},
};
`;
}

export async function writeKernels() {
  for (const module of modules) {
    mkdirSync(dirname(module.output), { recursive: true });
    writeFileSync(module.output, await generateKernels(module));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await writeKernels();
