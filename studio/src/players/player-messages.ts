/** Sentences about sources of data, for the status of their players. */

/** `ws://robot:8765`, without the token, which is nobody's business on a screen. */
export const hostOf = (url: string): string =>
  URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : url;

/** Topics that are listed but cannot be shown. */
export function unreadRemark(topics: Iterable<{ readonly problem: string | undefined }>): string[] {
  const problems = Array.from(topics, ({ problem }) => problem).filter((problem) => problem !== undefined);
  if (problems.length === 0) return [];
  return [`${problems.length === 1 ? 'one topic' : `${problems.length} topics`} cannot be read: ${problems[0]}`];
}

/** Why an address cannot even be tried. */
export const addressProblem = (url: string, error: unknown): string =>
  (error as Error).name === 'SecurityError'
    ? `a secure page may not open ${hostOf(url)} without encryption; open the studio from http://localhost, or use wss://`
    : `${url} is not the address of a WebSocket, such as ws://127.0.0.1:8765`;

/** Seconds of a run, or a date of a robot. */
export const timeText = (time: number): string =>
  time > 1e8 ? new Date(time * 1000).toISOString() : `${Number(time.toPrecision(6))} s`;
