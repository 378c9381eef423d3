import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spelled } from '../../../test/support/random-frames.ts';
import { until } from '../../../test/support/until.ts';
import { CanFrame } from '../../msgs/index.ts';
import { frameElement } from './element.ts';
import { socketcandLink } from './socketcand-link.ts';

const logs: string[] = [];
let nowNs = 0;
const context = { name: 'tap', nowNs: () => nowNs, log: (line: string) => void logs.push(line) };

async function served() {
  logs.length = 0;
  const link = await socketcandLink.open({ port: 0, address: '127.0.0.1', bus: 'can0' }, context);
  onTestFinished(() => link.close());
  const frames: string[] = [];
  link.listen((frame) => frames.push(spelled(frame)));
  return { link, frames };
}

interface Client {
  readonly socket: Socket;
  heard: string;
  isClosed: boolean;
}

function client(port: number): Client {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const all: Client = { socket, heard: '', isClosed: false };
  socket.on('data', (text) => (all.heard += text as unknown as string));
  socket.on('error', () => {}).on('close', () => (all.isClosed = true));
  onTestFinished(() => void socket.destroy());
  return all;
}

/** Past its greetings. */
async function joined(port: number): Promise<Client> {
  const all = client(port);
  await until(() => all.heard === '< hi >');
  all.socket.write('< open can0 >< rawmode >');
  await until(() => all.heard === '< hi >< ok >< ok >');
  all.heard = '';
  return all;
}

function frameOf(id: number, data: readonly number[], more: Partial<CanFrame> = {}): CanFrame {
  const frame = CanFrame.create();
  Object.assign(frame, { id, length: data.length, ...more });
  frame.data.set(data);
  frame.stamp.sec = 23;
  frame.stamp.nanosec = 424_242_000;
  return frame;
}

describe('a server for clients of socketcand', () => {
  it('greets, opens the bus, and tells every frame to every client in raw mode', async () => {
    const { link } = await served();
    expect(logs).toEqual([`links.tap: socketcand clients can open can0 on 127.0.0.1:${link.port}`]);
    const [a, b, idle] = [await joined(link.port), await joined(link.port), client(link.port)];
    link.send(frameOf(0x123, [0x11, 0x22]));
    link.send(frameOf(0x123, [], { is_extended: true }));
    const told = '\n< frame 123 23.424242 1122 >\n< frame 00000123 23.424242  >';
    await until(() => a.heard === told && b.heard === told);
    expect(idle.heard).toBe('< hi >');
  });

  it('takes frames, in pieces, with 29 bits where they are written or needed', async () => {
    const { link, frames } = await served();
    const { socket } = await joined(link.port);
    socket.write('< send 123 2 1 f');
    socket.write('F >\n< send 00000123 0 >rubbish< send 12345 1 A ><send 1FFFFFFF 8 1 2 3 4 5 6 7 8>');
    await until(() => frames.length === 4);
    expect(frames).toEqual(['123 01ff', 'x123 ', 'x12345 0a', 'x1fffffff 0102030405060708']);
  });

  it('tells what one client sends to the others, and not to itself', async () => {
    const { link, frames } = await served();
    const [a, b] = [await joined(link.port), await joined(link.port)];
    nowNs = 1_500_000_000;
    a.socket.write('< send 7 1 AB >< echo >');
    await until(() => b.heard === '\n< frame 007 1.500000 AB >' && a.heard === '< echo >');
    expect(frames).toEqual(['7 ab']);
  });

  it('answers echo, and refuses in sentences what it does not serve', async () => {
    const { link, frames } = await served();
    const { socket } = client(link.port);
    const heard: string[] = [];
    socket.on('data', (text) => heard.push(text as unknown as string));
    const say = async (text: string) => {
      const before = heard.length;
      socket.write(text);
      await until(() => heard.length > before);
      return heard.at(-1);
    };
    await until(() => heard.length === 1);
    const unserved = '< error only open, rawmode, send and echo are served here >';
    expect(await say('< echo >')).toBe('< echo >');
    expect(await say('< send 1 0 >')).toBe('< error no bus is open >');
    expect(await say('< rawmode >')).toBe('< error no bus is open >');
    expect(await say('< open vcan9 >')).toBe('< error could not open bus: there is can0 >');
    expect(await say('< open can0 >')).toBe('< ok >');
    expect(await say('< open can0 >')).toBe('< error the bus is open already >');
    for (const mode of ['bcmmode', 'isotpmode', 'controlmode', 'statistics 100', 'subscribe 0 0 123', ''])
      expect(await say(`< ${mode} >`)).toBe(unserved);
    for (const bad of [
      '',
      '800000000 0',
      '20000000 0',
      '123 9',
      '123 2 1',
      '123 1 1 2',
      '123 1 XY',
      '123 1 123',
      'xyz 0',
    ])
      expect(await say(`< send ${bad} >`)).toBe('< error expected send, an identifier, 0 to 8, and as many bytes >');
    expect(frames).toEqual([]);
  });

  it('leaves out what the protocol has no words for, and says so once', async () => {
    const { link } = await served();
    const all = await joined(link.port);
    link.send(frameOf(1, [], { is_remote: true }));
    link.send(frameOf(1, [], { is_fd: true }));
    link.send(frameOf(1, [], { is_error: true }));
    link.send(frameOf(2, []));
    await until(() => all.heard !== '');
    expect(all.heard).toBe('\n< frame 002 23.424242  >');
    expect(logs.filter((line) => line.includes('do not hear'))).toHaveLength(1);
  });

  it('lets go a client that talks without end, and goes on with the others', async () => {
    const { link } = await served();
    const [bad, good] = [await joined(link.port), await joined(link.port)];
    bad.socket.write(`< ${'x'.repeat(100_000)}`);
    await until(() => bad.isClosed);
    link.send(frameOf(2, []));
    await until(() => good.heard !== '');
    expect(logs.at(-1)).toBe('links.tap: a client says something without end: let go');
  });

  it('lets go a client that does not read', async () => {
    const { link } = await served();
    const deaf = await joined(link.port);
    const good = await joined(link.port);
    deaf.socket.pause();
    const frame = frameOf(2, [1, 2, 3, 4, 5, 6, 7, 8]);
    let sent = 0;
    while (!logs.some((line) => line.includes('does not read'))) {
      for (let i = 0; i < 1000; i++, sent++) link.send(frame);
      // the other reads as fast as it is told
      await until(() => good.heard.length >= sent * frameElement(frame).length);
    }
    expect(logs.at(-1)).toBe('links.tap: a client does not read what it is told: let go');
    expect(good.isClosed).toBe(false);
  });

  it('holds up a client that floods an instant, and loses nothing of it', async () => {
    const { link, frames } = await served();
    const flood = await joined(link.port);
    const count = 20_000;
    flood.socket.write('< send 1 0 >'.repeat(count));
    await until(() => frames.length > 0);
    // what had arrived already is taken, and no more until time goes on
    const atOnce = frames.length;
    expect(atOnce).toBe(64);
    await until(() => {
      nowNs += 1e6;
      return frames.length === count;
    });
  });

  it('has room for 32 clients', async () => {
    const { link } = await served();
    const all = await Promise.all(Array.from({ length: 32 }, () => joined(link.port)));
    const late = client(link.port);
    await until(() => late.isClosed);
    expect(late.heard).toBe('< error there are too many clients >');
    all[0].socket.destroy();
    await until(() => all[0].isClosed);
  });

  it('says when its port is taken', async () => {
    const { link } = await served();
    await expect(socketcandLink.open({ port: link.port, address: '127.0.0.1', bus: 'can0' }, context)).rejects.toThrow(
      `port ${link.port} of 127.0.0.1 is in use`,
    );
  });
});
