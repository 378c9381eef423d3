/** To a program or a device that gets pictures and answers for each set of them: it stands in for bus/video-injection. */
import type { HostKind } from '../../core/host.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, optional, text } from '../../core/schema.ts';

const params = {
  command: optional(
    text(undefined, 'the receiver and its arguments, to be started; it finds the socket in SKIDPAD_VIDEO'),
  ),
  address: optional(
    text(undefined, 'where a receiver listens already: unix:/run/receiver.sock, or tcp:127.0.0.1:5600'),
  ),
  transport: choice('socket', ['socket', 'shared-memory'], 'how the bytes of pictures get there'),
  hostClock: choice('simulated', ['simulated', 'wall'], 'what host times and latencies are read from'),
};

export type VideoParams = FieldValues<typeof params>;

/** `unix:PATH` or `tcp:HOST:PORT`, in parts. */
export function addressOf(text: string): { path: string } | { host: string; port: number } | undefined {
  const [, path] = /^unix:(.+)$/.exec(text) ?? [];
  if (path !== undefined) return { path };
  const [, host, port] = /^tcp:(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65535) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

function check({ command, address, transport }: VideoParams): readonly [path: string, problem: string] | undefined {
  if ((command === undefined) === (address === undefined))
    return ['command', 'expected either a command that starts the receiver, or the address where it listens'];
  if (address === undefined) return undefined;
  const parts = addressOf(address);
  if (parts === undefined) return ['address', `expected unix:PATH or tcp:HOST:PORT, got ${JSON.stringify(address)}`];
  if (transport === 'shared-memory' && 'host' in parts && !/^(127\.|localhost$|::1$)/.test(parts.host))
    return ['transport', `memory is shared on one machine only, and ${parts.host} may be another`];
  return undefined;
}

export const videoKind = {
  kind: 'video',
  doc: 'in a program or device that gets the pictures of bus/video-injection over a socket or shared memory and answers for every set',
  params,
  shorthand: 'command',
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true },
  check,
  label: ({ command, address }: VideoParams) => `video (${command ?? address})`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
