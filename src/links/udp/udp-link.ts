/**
 * Datagrams to and from one peer, on a socket that several hosts share. Whoever listens hears every datagram of the peer, with
 * the simulated time at which it arrived; datagrams of anybody else are dropped.
 */
import { isIPv6 } from 'node:net';
import type { Link } from '../../core/link.ts';
import { defineLink } from '../../core/link.ts';
import { udpKind } from './kind.ts';

export interface UdpLink extends Link {
  /** Where it listens. */
  readonly port: number;
  send(datagram: Uint8Array): void;
  /** `arrivalNs` is in simulated time. The returned function ends it. */
  listen(listener: (datagram: Uint8Array, arrivalNs: number) => void): () => void;
}

export const udpLink = defineLink({
  ...udpKind,
  async open({ address, port, peerAddress, peerPort }, { name, nowNs, log }): Promise<UdpLink> {
    const { createSocket } = await import('node:dgram');
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const listeners = new Set<(datagram: Uint8Array, arrivalNs: number) => void>();
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (error: NodeJS.ErrnoException) => reject(new Error(bindProblem(error, address, port))));
      socket.bind(port, address, resolve);
    });
    // a peer that is not there yet answers with an error that is none of ours
    socket.removeAllListeners('error').on('error', (error) => log(`links.${name}: ${error.message}`));
    socket.on('message', (datagram, sender) => {
      if (sender.port !== peerPort || sender.address !== peerAddress) return;
      for (const listener of listeners) listener(datagram, nowNs());
    });
    return {
      port: socket.address().port,
      send: (datagram) => socket.send(datagram, peerPort, peerAddress),
      listen(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      close: () => new Promise((resolve) => void socket.close(() => resolve())),
    };
  },
});

const bindProblem = ({ code, message }: NodeJS.ErrnoException, address: string, port: number): string =>
  code === 'EADDRINUSE' ? `port ${port} of ${address} is in use` : `cannot listen on ${address}:${port}: ${message}`;
