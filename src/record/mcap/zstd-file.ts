/** Zstandard as it is installed with Skidpad, loaded when it is first needed (Node). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Zstd } from './zstd.ts';

let loaded: Zstd | undefined;

export function installedZstd(): Zstd {
  loaded ??= new Zstd(new WebAssembly.Module(readFileSync(wasmFile())));
  return loaded;
}

const wasmFile = (): string => createRequire(import.meta.url).resolve('@foxglove/wasm-zstd/dist/wasm-zstd.wasm');
