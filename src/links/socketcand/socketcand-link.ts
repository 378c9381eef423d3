/**
 * A server that speaks the protocol of socketcand, so that programs of others join a bus: python-can, Kayak, candump through a socketcand client.
 * All clients are one node of the bus, as programs on one interface are: each hears every frame that is sent through the link, and at once
 * what the others send, but not itself. Remote frames, CAN FD and error frames, for which the protocol has no words, are left out.
 */
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { CanLink } from '../../bus/can/can-link.ts';
import { defineLink } from '../../core/link.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { Audience } from '../audience.ts';
import { Breakage } from '../breakage.ts';
import { SocketcandClient } from './client.ts';
import { canBeSaid, frameElement } from './element.ts';
import { socketcandKind } from './kind.ts';

export interface SocketcandLink extends CanLink {
  /** Where it listens. */
  readonly port: number;
}

const MOST_CLIENTS = 32;

export const socketcandLink = defineLink({
  ...socketcandKind,
  async open({ port, address, bus }, { name, nowNs, log }): Promise<SocketcandLink> {
    const audience = new Audience<CanFrame>();
    const breakage = new Breakage();
    const clients = new Set<SocketcandClient>();
    let unsaid = 0;
    const tellOthers = (frame: CanFrame, from?: SocketcandClient) => {
      const element = frameElement(frame);
      for (const client of clients) if (client !== from) client.tell(element);
    };
    const context = {
      bus,
      nowNs,
      receive(frame: CanFrame, from: SocketcandClient) {
        audience.tell(frame, nowNs());
        if (clients.size > 1) tellOthers(frame, from);
      },
      log: (line: string) => log(`links.${name}: ${line}`),
    };
    const accept = (socket: Socket): void => {
      // a connection that breaks is closed, which is all there is to know
      socket.on('error', () => {});
      if (clients.size >= MOST_CLIENTS) return void socket.end('< error there are too many clients >');
      const client = new SocketcandClient(socket, context);
      clients.add(client);
      socket.on('close', () => clients.delete(client));
    };
    const server = createServer(accept);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenProblem(error, address, port))));
      server.listen(port, address, resolve);
    });
    server
      .removeAllListeners('error')
      .on('error', ({ message }) => breakage.report(`the server has failed: ${message}`));
    const own = (server.address() as AddressInfo).port;
    context.log(`socketcand clients can open ${bus} on ${address}:${own}`);
    return {
      port: own,
      listen: audience.listen,
      onFailure: breakage.onFailure,
      send(frame) {
        if (!canBeSaid(frame)) {
          if (unsaid++ === 0) context.log('clients of socketcand do not hear remote, error and CAN FD frames');
          return;
        }
        if (clients.size > 0) tellOthers(frame);
      },
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          for (const client of clients) client.end();
        }),
    };
  },
});

const listenProblem = ({ code, message }: NodeJS.ErrnoException, address: string, port: number): string =>
  code === 'EADDRINUSE' ? `port ${port} of ${address} is in use` : `cannot listen on ${address}:${port}: ${message}`;
