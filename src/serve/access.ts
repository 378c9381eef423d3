/**
 * Who may connect. A page of any site could try to open a socket to this machine, so a browser's Origin must be one we know;
 * and a server that other machines can reach asks for a token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { SUBPROTOCOLS } from './protocol-constants.ts';

/** Where the viewers of others live. */
const KNOWN_ORIGINS: readonly string[] = ['https://app.foxglove.dev', 'https://lichtblick-suite.github.io'];

export interface AccessRules {
  /** Further origins that may connect. */
  readonly origins: readonly string[];
  /** Absent: none is needed. */
  readonly token?: string;
  /** Names of the protocol, one of which a client has to offer; absent: those of Foxglove; none: any will do. */
  readonly subprotocols?: readonly string[];
  /** The option that lets further origins in. */
  readonly originOption?: string;
}

/** An HTTP status and one sentence. */
export interface Rejection {
  readonly status: 400 | 401 | 403 | 503;
  readonly because: string;
}

export const createToken = (): string => randomBytes(18).toString('base64url');

/** Whether only programs on this machine reach a server that is bound to this host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Why a handshake is refused; undefined when it is not. */
export function rejectionOf(request: IncomingMessage, rules: AccessRules): Rejection | undefined {
  const { origin } = request.headers;
  if (!isKnownOrigin(origin, rules.origins))
    return {
      status: 403,
      because: `pages of ${origin} may not connect; ${rules.originOption ?? '--serve-origin'} lets them in`,
    };
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (rules.token !== undefined && !presents(rules.token, request.url ?? '', offered))
    return { status: 401, because: 'the token in the URL that the run printed is missing or wrong' };
  const { subprotocols = SUBPROTOCOLS } = rules;
  if (subprotocols.length > 0 && chooseSubprotocol(offered, subprotocols) === false)
    return { status: 400, because: `expected one of the subprotocols ${subprotocols.join(', ')}` };
  return undefined;
}

/** The first one offered that is ours; a token among the names is never sent back. */
export const chooseSubprotocol = (offered: Iterable<string>, ours: readonly string[] = SUBPROTOCOLS): string | false =>
  [...offered].find((name) => ours.includes(name)) ?? false;

/** Programs send no origin. */
export function isKnownOrigin(origin: string | undefined, further: readonly string[]): boolean {
  if (origin === undefined || KNOWN_ORIGINS.includes(origin) || further.includes(origin)) return true;
  return (
    URL.canParse(origin) &&
    /^https?:$/.test(new URL(origin).protocol) &&
    isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'))
  );
}

function presents(token: string, path: string, offered: readonly string[]): boolean {
  const given = new URLSearchParams(path.split('?')[1] ?? '').getAll('token');
  return [...given, ...offered].some((candidate) => isEqual(candidate, token));
}

/** Takes the same time however much of it is right. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
