/**
 * Decompresses Zstandard with the module of @foxglove/wasm-zstd. Its own JavaScript needs Node's Buffer and a bundler that
 * resolves `require` of a .wasm file, so the module is started here; it asks for two functions and exports the rest.
 */
interface ZstdExports {
  /** Memory, constructors, malloc, free, compressBound, compress, decompress: minified, as version 1.0.1 names them. */
  readonly c: WebAssembly.Memory;
  readonly d: () => void;
  readonly f: (size: number) => number;
  readonly g: (pointer: number) => void;
  readonly j: (target: number, targetSize: number, source: number, sourceSize: number) => number;
}

const PAGE = 65536;
/** Chunks are a few megabytes; whoever announces more than this is lying. */
const LARGEST = 1 << 29;

export type DecompressZstd = (bytes: Uint8Array, size: number) => Uint8Array;

/** Fetches the module, 0.4 MB, which only compressed recordings need. */
export async function loadZstd(): Promise<DecompressZstd> {
  const { default: url } = await import('@foxglove/wasm-zstd/dist/wasm-zstd.wasm?url');
  const response = await fetch(url);
  if (!response.ok) throw new Error('the Zstandard module could not be loaded');
  return startZstd(await response.arrayBuffer());
}

export async function startZstd(module: BufferSource): Promise<DecompressZstd> {
  const imports = {
    // emscripten_resize_heap and emscripten_memcpy_big
    a: (size: number) => grow(zstd.c, size >>> 0),
    b: (target: number, source: number, count: number) =>
      void new Uint8Array(zstd.c.buffer).copyWithin(target, source, source + count),
  };
  const { instance } = (await WebAssembly.instantiate(module, {
    a: imports,
  })) as unknown as WebAssembly.WebAssemblyInstantiatedSource;
  const zstd = instance.exports as unknown as ZstdExports;
  zstd.d();
  return (bytes, size) => decompress(zstd, bytes, size);
}

function decompress(
  { c: memory, f: allocate, g: free, j: run }: ZstdExports,
  bytes: Uint8Array,
  size: number,
): Uint8Array {
  if (size > LARGEST) throw new RangeError(`a chunk of ${size} bytes`);
  const source = allocate(bytes.length);
  const target = allocate(Math.max(size, 1));
  try {
    if (source === 0 || target === 0) throw new RangeError('there is not enough memory');
    new Uint8Array(memory.buffer, source, bytes.length).set(bytes);
    const length = run(target, size, source, bytes.length);
    if (length !== size) throw new RangeError('these are not Zstandard data');
    return new Uint8Array(memory.buffer, target, size).slice();
  } finally {
    free(source);
    free(target);
  }
}

function grow(memory: WebAssembly.Memory, size: number): number {
  try {
    memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE));
    return 1;
  } catch {
    return 0;
  }
}
