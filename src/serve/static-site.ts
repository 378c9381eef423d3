/**
 * Serves the files of one folder over HTTP, for reading only. Nothing outside the folder can be reached; texts are sent
 * compressed; names with a hash in them may be kept for ever. What a page may load and reach is said with it (`content-policy.ts`).
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { confiningHeaders } from './content-policy.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.yaml': 'application/yaml; charset=utf-8',
};

const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.wasm', '.yaml', '.ttf']);

/** Compressed files by name and way of compression, with the time of the file they are of. */
type Cache = Map<string, { readonly modifiedMs: number; readonly bytes: Buffer }>;

/** Folders by the path they are served at; the first that fits counts. */
type Folders = Readonly<Record<string, string>>;

export interface SiteOptions {
  readonly folder: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Other folders by the path they are served at, such as /api/. */
  readonly others?: Folders;
  /** Where the page may connect to besides this machine, such as ws://robot:8765. */
  readonly connect?: readonly string[];
}

/** Starts to serve; rejects when the port is taken. */
export function serveSite(options: SiteOptions): Promise<{ server: Server; port: number }> {
  const { host, port } = options;
  const cache: Cache = new Map();
  const server = createServer((request, response) => {
    try {
      answer(request, response, options, cache);
    } catch {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve({ server, port: (server.address() as { port: number }).port }));
  });
}

function answer(request: IncomingMessage, response: ServerResponse, options: SiteOptions, cache: Cache): void {
  const folders: Folders = { ...options.others, '/': options.folder };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'only GET');
  const url = request.url ?? '/';
  const place = Object.keys(folders).find((path) => url.startsWith(path));
  const file = place === undefined ? undefined : fileFor(url.slice(place.length - 1), folders[place]);
  if (file === undefined) return refuse(response, 404, 'there is no such file');
  const extension = extname(file);
  response.setHeader('Content-Type', TYPES[extension] ?? 'application/octet-stream');
  const confining = confiningHeaders(file, { own: place === '/', connect: options.connect });
  for (const [name, value] of Object.entries(confining)) response.setHeader(name, value);
  response.setHeader(
    'Cache-Control',
    /-[\w-]{8,}\.\w+$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  response.setHeader('Vary', 'Accept-Encoding');
  const encoding = COMPRESSED.has(extension) ? encodingFor(request) : undefined;
  if (encoding === undefined) {
    response.setHeader('Content-Length', statSync(file).size);
    if (request.method === 'HEAD') return void response.end();
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
    return;
  }
  const bytes = compressed(file, encoding, cache);
  response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(`${sentence}\n`);
}

/** The file that a URL means; undefined when it is none in the folder. */
export function fileFor(url: string, folder: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(url.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(normalize(folder + sep))) return undefined;
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

function encodingFor({ headers }: IncomingMessage): 'br' | 'gzip' | undefined {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

function compressed(file: string, encoding: 'br' | 'gzip', cache: Cache): Buffer {
  const { mtimeMs } = statSync(file);
  const key = `${encoding} ${file}`;
  const known = cache.get(key);
  if (known?.modifiedMs === mtimeMs) return known.bytes;
  const text = readFileSync(file);
  const bytes =
    encoding === 'gzip'
      ? gzipSync(text)
      : brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  cache.set(key, { modifiedMs: mtimeMs, bytes });
  return bytes;
}
