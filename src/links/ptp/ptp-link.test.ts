/** Against linuxptp's ptp4l, on computers of this machine's own making; all have its clock, so that the true offset is 0. */
import { buildSync } from 'esbuild';
import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { addressOf, FIRST, MASTER, NetworkOfMasters, SECOND, whyNot } from './fixtures/network-of-masters.ts';
import { ptpKind } from './kind.ts';
import { ptpLink } from './ptp-link.ts';
import type { PtpStatus } from './ptp-slave.ts';

const missing = whyNot();
if (missing !== undefined) console.log(`skipped: a PTP slave beside ptp4l (${missing})`);

/** The link in a process of its own on the first computer; what it printed last, and all that it ever said. */
function follow(network: NetworkOfMasters): { statuses: PtpStatus[]; stop(): void } {
  const outfile = join(network.folder, 'follow-master.mjs');
  const entryPoints = [join(import.meta.dirname, 'fixtures/follow-master.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  const child = network.start(FIRST, process.execPath, outfile, addressOf(FIRST));
  const statuses: PtpStatus[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => statuses.push(JSON.parse(line)));
  return { statuses, stop: () => child.stdin!.end() };
}

const isFollowing = ({ state, delays, syncs }: PtpStatus): boolean =>
  state === 'following' && delays >= 10 && syncs >= 20;

/** Sends nonsense to both ports from the master's side. */
const NONSENSE = `
  const socket = require('node:dgram').createSocket('udp4');
  let left = 200;
  const send = () => {
    const bytes = Buffer.from(Array.from({ length: left * 7 }, (_, i) => (i * left) & 255));
    if (left % 2) { bytes[1] = 2; bytes[0] &= 11; bytes.writeUInt16BE(0xffff, 2); }
    socket.send(bytes, 319 + (left % 2), '${addressOf(FIRST)}', () => (--left > 0 ? send() : socket.close()));
  };
  send();`;

describe.skipIf(missing !== undefined)('a PTP slave beside ptp4l', () => {
  it('knows the master’s time within the bound that it states, through nonsense, until the master is gone', async () => {
    const network = new NetworkOfMasters();
    onTestFinished(() => network.close());
    const master = network.startPtp4l(MASTER, 10);
    network.startPtp4l(SECOND, 200);
    const { statuses } = follow(network);
    const last = () => statuses.at(-1);
    // a machine that is busy enough may lose its master for a moment
    const lastFollowing = () => statuses.filter(isFollowing).at(-1)!;
    await until(() => last() !== undefined && isFollowing(last()!));

    // the master that it follows is the one that ptp4l says it is
    const { clockIdentity } = network.ask(MASTER, 'DEFAULT_DATA_SET');
    expect(lastFollowing().master).toBe(clockIdentity.replaceAll('.', ''));

    // the truth is 0, and linuxptp's own follower says about the same
    await until(() => Number(network.ask(SECOND, 'CURRENT_DATA_SET').meanPathDelay) > 0);
    const theirs = network.ask(SECOND, 'CURRENT_DATA_SET');
    const ours = lastFollowing();
    expect(Math.abs(ours.offset)).toBeLessThanOrEqual(ours.bound);
    expect(ours.pathDelay).toBeLessThanOrEqual(ours.bound);
    const generous = ours.bound + 0.01;
    expect(Math.abs(ours.offset - Number(theirs.offsetFromMaster) / 1e9)).toBeLessThan(generous);
    console.log(
      `PTP: offset ${us(ours.offset)}, path ${us(ours.pathDelay)}, bound ${us(ours.bound)}; ptp4l: ${Number(theirs.offsetFromMaster) / 1e3} µs, path ${Number(theirs.meanPathDelay) / 1e3} µs`,
    );

    network.start(MASTER, process.execPath, '-e', NONSENSE);
    await until(() => last()!.ignored >= 100);
    const { syncs } = last()!;
    await until(() => last()!.syncs > syncs + 10);
    for (const { state, offset, bound } of statuses.filter(isFollowing)) {
      expect(state).toBe('following');
      expect(Math.abs(offset)).toBeLessThanOrEqual(bound);
    }

    master.kill('SIGKILL');
    await until(() => last()!.state === 'listening');
    expect(last()).toMatchObject({ offset: null, bound: null });
  }, 600_000);
});

const us = (seconds: number): string => `${(seconds * 1e6).toFixed(1)} µs`;

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

describe('a link of kind ptp', () => {
  const params = { address: '127.0.0.1', domain: 0, delayInterval: 1, eventPort: 319, generalPort: 320 };
  const context = { name: 'time', nowNs: () => 0, log() {} };

  it('says when its address is on none of our networks', async () => {
    const [eventPort, generalPort] = [await freePort(), await freePort()];
    const elsewhere = { ...params, address: '203.0.113.7', eventPort, generalPort };
    await expect(ptpLink.open(elsewhere, context)).rejects.toThrow('no network with the own address 203.0.113.7');
  });

  it('wants an identity as PTP writes it', () => {
    expect(ptpKind.check({ ...params, master: 'AA' })).toEqual([
      'master',
      'expected sixteen hexadecimal digits in lower case, got "AA"',
    ]);
    expect(ptpKind.check({ ...params, master: 'aa9a1cfffe74cbf1' })).toBeUndefined();
  });
});
