/**
 * The time of a PTP master, in software: it joins the multicast groups of IEEE 1588 annex C, listens on ports 319 and 320 and follows. Stamps are taken in this
 * process, tens of microseconds late; the bound that it states holds nevertheless (ptp-slave.ts), and says what it costs.
 */
import type { Socket } from 'node:dgram';
import type { TimeLink } from '../../core/master-time.ts';
import { defineLink } from '../../core/link.ts';
import { ptpKind } from './kind.ts';
import type { PtpStatus } from './ptp-slave.ts';
import { PtpSlave } from './ptp-slave.ts';
import { openSystemClock } from './system-clock.ts';

export interface PtpLink extends TimeLink {
  /** What is known now. */
  status(): PtpStatus;
}

const GROUP = '224.0.1.129';
const LONGEST = 1500;

export const ptpLink = defineLink({
  ...ptpKind,
  async open(
    { address, domain, master, delayInterval, eventPort, generalPort },
    { name, nowNs, log },
  ): Promise<PtpLink> {
    const { createSocket } = await import('node:dgram');
    const clock = openSystemClock();
    const sockets: Socket[] = [];
    const slave = new PtpSlave({
      identity: identityOf(address),
      domain,
      master,
      delayInterval,
      epoch: clock.epoch,
      send(packet) {
        const departureNs = clock.nowNs();
        // the packet is used again
        sockets[0].send(packet.slice(), eventPort, GROUP);
        return departureNs;
      },
    });
    const close = async (): Promise<void> => {
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => void socket.close(() => resolve()))));
    };
    try {
      for (const port of [eventPort, generalPort]) {
        const socket = createSocket({ type: 'udp4', reuseAddr: true });
        sockets.push(socket);
        await joinGroup(socket, address, port);
        socket.on('error', (error) => log(`links.${name}: ${error.message}`));
        socket.on('message', (packet) => {
          const arrivalNs = clock.nowNs();
          if (packet.length <= LONGEST) slave.receive(packet, arrivalNs);
        });
      }
    } catch (error) {
      await close();
      throw error;
    }
    const status = (): PtpStatus => {
      const known = slave.status(clock.nowNs());
      return { ...known, bound: known.bound + clock.errorNs / 1e9 };
    };
    // simulated time never runs ahead of the wall's, and is behind where a tick was late: the least difference is the one of the pace
    let paceNs = Infinity;
    return {
      status,
      simulated({ sec, nanosec }) {
        const localNs = clock.nowNs();
        paceNs = Math.min(paceNs, localNs - nowNs());
        const { offset, bound } = status();
        const localStampNs = (sec - clock.epoch) * 1e9 + nanosec + offset * 1e9;
        return { ns: localStampNs - paceNs, boundNs: bound * 1e9 };
      },
      async known(timeLimit) {
        const untilNs = clock.nowNs() + timeLimit * 1e9;
        while (status().state !== 'following') {
          if (clock.nowNs() > untilNs) throw new Error(`no PTP master was heard within ${timeLimit} s`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
      close,
    };
  },
});

async function joinGroup(socket: Socket, address: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => reject(new Error(bindProblem(error, port))));
    socket.bind(port, () => resolve());
  });
  socket.removeAllListeners('error');
  try {
    socket.addMembership(GROUP, address);
    socket.setMulticastInterface(address);
    socket.setMulticastTTL(1);
  } catch (error) {
    throw new Error(`no network with the own address ${address}: ${(error as Error).message}`, { cause: error });
  }
}

const bindProblem = ({ code, message }: NodeJS.ErrnoException, port: number): string =>
  code === 'EADDRINUSE'
    ? `port ${port} is in use, by ptp4l for instance`
    : code === 'EACCES'
      ? `port ${port} takes privileges: run as root, or with CAP_NET_BIND_SERVICE`
      : `cannot listen on port ${port}: ${message}`;

/** An identity of our own: locally administered, made of the address and the process. */
const identityOf = (address: string): string => {
  const octets = address.split('.').map((octet) => (Number(octet) & 255).toString(16).padStart(2, '0'));
  return `02${(process.pid & 0xffff).toString(16).padStart(4, '0')}fffe${octets.slice(1).join('').padStart(6, '0')}`;
};
