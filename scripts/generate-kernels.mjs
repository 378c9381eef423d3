/**
 * Compiles src/vision/kernels/assembly/*.as (AssemblyScript) to WebAssembly and writes the bytes, as base64, to
 * src/vision/kernels/generated/kernels.ts. Run from the project's root: `node scripts/generate-kernels.mjs`.
 *
 * The sources end in `.as`, not `.ts`, so that no TypeScript tool takes them for TypeScript.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = 'src/vision/kernels';
export const output = `${folder}/generated/kernels.ts`;

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
  '--disable',
  'mutable-globals',
  '--importMemory',
  '--noExportMemory',
];

/** The WebAssembly module. */
export async function compileKernels() {
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

/** The text of the generated file. */
export async function generateKernels() {
  const base64 = Buffer.from(await compileKernels()).toString('base64');
  const lines = base64.match(/.{1,120}/g).map((line) => `  '${line}'`);
  return `/** Made by scripts/generate-kernels.mjs from src/vision/kernels/assembly. Do not edit. */\nexport const kernelsBase64 =\n${lines.join(' +\n')};\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, await generateKernels());
}
