/**
 * What the studio's page and its workers may load and reach (Content Security Policy, level 3).
 *
 * The page is ours; what users write runs in its workers, and a worker's policy is that of its own script's response: scripts of this
 * site and modules made in the page, and no network at all. Image kernels are WebAssembly; Monaco writes style elements.
 */

/** Runs on this machine may be watched. */
const LOOPBACK = ['ws://127.0.0.1:*', 'ws://localhost:*'];

const PAGE = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** `connect` are addresses of runs elsewhere that the page may watch besides. */
const pagePolicy = (connect: readonly string[] = []): string =>
  [...PAGE, ["connect-src 'self'", ...LOOPBACK, ...connect].join(' '), "frame-ancestors 'none'"].join('; ');

/** In the page itself, for web servers that send no policy: frames cannot be spoken of there, and which runs may be watched is up to the server. */
export const pagePolicyInMarkup: string = [...PAGE, "connect-src 'self' ws: wss:"].join('; ');

const WORKER = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'";

/** Pages that others generate, such as those of the API, have scripts in their markup. */
const OTHERS = [
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

const isWorker = (file: string): boolean => /\.worker-[\w-]+\.js$/.test(file);

export interface PolicyOptions {
  /** Whether the file belongs to the site itself and not to another folder that is served with it. */
  readonly own: boolean;
  readonly connect?: readonly string[];
}

/** The headers by which a browser confines what is in a file. */
export const confiningHeaders = (file: string, { own, connect }: PolicyOptions): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': !own ? OTHERS : isWorker(file) ? WORKER : pagePolicy(connect),
  // together they let the page and its workers share memory (cross-origin isolation): all that it loads is its own
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});
