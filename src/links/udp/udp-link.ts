/**
 * Datagrams to and from one peer, on a socket that several hosts share. Whoever listens hears every datagram of the peer, with
 * the simulated time at which it arrived; datagrams of anybody else are dropped.
 */
import { isIPv6 } from 'node:net';
import type { Link } from '../../core/link.ts';
import { defineLink } from '../../core/link.ts';
import { integer, text } from '../../core/schema.ts';

export interface UdpLink extends Link {
  /** Where it listens. */
  readonly port: number;
  send(datagram: Uint8Array): void;
  /** `arrivalNs` is in simulated time. The returned function ends it. */
  listen(listener: (datagram: Uint8Array, arrivalNs: number) => void): () => void;
}

export const udpLink = defineLink({
  kind: 'udp',
  doc: 'datagrams to and from one peer',
  params: {
    address: text('127.0.0.1', 'own address; 127.0.0.1 is reached from this machine only'),
    port: integer(0, '', 'own port; 0 takes any that is free', { min: 0, max: 65535 }),
    peerAddress: text('127.0.0.1', 'address of the peer'),
    peerPort: integer(undefined, '', 'port of the peer', { min: 1, max: 65535 }),
  },
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
