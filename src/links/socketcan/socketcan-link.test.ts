/** A CAN interface that a stand-in of the package makes, and that fails at random instants: the run ends in one sentence, and the channel is stopped. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogWith } from '../../../test/support/small-blocks.ts';
import { busBlocks } from '../../bus/index.ts';
import { buildLoop } from '../../core/build.ts';
import type { Loop } from '../../core/loop.ts';
import { createStream, integerBelow } from '../../math/random.ts';
import { checkScenario } from '../../scenario/check.ts';
import type { SocketcanMessage } from './installed-socketcan.ts';
import { socketcanLink } from './socketcan-link.ts';

class FakeChannel {
  readonly listeners = new Map<string, (message?: SocketcanMessage) => void>();
  readonly sent: SocketcanMessage[] = [];
  isFull = false;
  stops = 0;
  addListener(event: string, listener: (message?: SocketcanMessage) => void): void {
    this.listeners.set(event, listener);
  }
  start(): void {}
  stop(): void {
    this.stops++;
    this.goDown();
  }
  send(message: SocketcanMessage): number {
    if (this.isFull) return -1;
    this.sent.push(message);
    return 1;
  }
  sendFD = this.send;
  goDown(): void {
    this.listeners.get('onStopped')!();
  }
  tell(message: Partial<SocketcanMessage>): void {
    this.listeners.get('onMessage')!({ id: 0x123, ext: false, rtr: false, data: Buffer.alloc(8), ...message });
  }
}

let channel: FakeChannel;
vi.mock('./interface-problem.ts', () => ({ interfaceProblem: () => undefined }));
vi.mock('./installed-socketcan.ts', () => ({
  installedSocketcan: () => ({ createRawChannelWithOptions: () => channel }),
}));
beforeEach(() => void (channel = new FakeChannel()));

const random = createStream(20_261_118, 'socketcan');
const TICKS = 1000;

/** A bus with a chatting node and a gateway to the interface, of which something happens at a random tick. */
async function drive(mischief: (tick: number) => void, more: object = {}): Promise<{ loop: Loop; problem: string }> {
  const blocks = {
    chatter: { type: 'bus/uds-tester', params: {}, inputs: { frames: 'body.frames' } },
    outside: {
      type: 'bus/gateway',
      inputs: { frames: 'body.frames' },
      host: { kind: 'can', link: 'door', timing: 'free', ...more },
    },
    body: {
      type: 'bus/can',
      params: { nodes: ['chatter', 'outside'] },
      inputs: { nodes: ['chatter.frames', 'outside.frames'] },
    },
  };
  const document = { name: 'door', duration: 10, links: { door: 'socketcan' }, blocks };
  const catalog = catalogWith({ blocks: busBlocks, links: [socketcanLink] });
  const loop = await buildLoop(checkScenario(document, catalog));
  const instant = 10 + integerBelow(random, TICKS / 2);
  let problem = '';
  try {
    for (let tick = 1; tick <= TICKS; tick++) {
      await loop.run(tick);
      if (tick >= instant) mischief(tick);
    }
  } catch (error) {
    problem = (error as Error).message;
  }
  await loop.close();
  return { loop, problem };
}

describe('a CAN interface', () => {
  it('that goes away ends the run in one sentence', async () => {
    let isUp = true;
    const { problem } = await drive(() => {
      if (isUp) channel.goDown();
      isUp = false;
    });
    expect(problem).toBe('blocks.outside: links.door: can0: the interface has gone down, or away');
  });

  it('that raves ends the run once it has sent more than a step may hold', async () => {
    const { problem } = await drive(() => {
      for (let i = 0; i < 5000; i++) channel.tell({ id: integerBelow(random, 2048) });
    });
    expect(problem).toBe('blocks.outside: its ECU sent more than 4096 frames in one step');
    expect(channel.stops).toBe(1);
  });

  it('that falls silent is lost, and the run ends or goes on as declared', async () => {
    let heard = 0;
    const speak = (tick: number) => void (tick % 10 === 0 && heard++ < 5 && channel.tell({}));
    expect((await drive(speak, { maxAge: 0.1, lost: 'end' })).problem).toMatch(/^blocks\.outside: /);
    heard = 0;
    channel = new FakeChannel();
    const { loop, problem } = await drive(speak, { maxAge: 0.1, lost: 'zero' });
    expect([problem, loop.tick]).toEqual(['', TICKS]);
    expect(channel.stops).toBe(1);
  });

  it('whose queue is full keeps frames in order, and sends them when there is room', async () => {
    channel.isFull = true;
    const link = await socketcanLink.open({ interface: 'can0' }, { name: 'door', nowNs: () => 0, log() {} });
    const problems: string[] = [];
    link.onFailure((problem) => problems.push(problem));
    const { CanFrame } = await import('../../msgs/index.ts');
    for (let i = 0; i < 4096; i++) link.send({ ...CanFrame.create(), id: i & 2047 });
    channel.isFull = false;
    await vi.waitFor(() => expect(channel.sent).toHaveLength(4096));
    expect(channel.sent.map(({ id }) => id)).toEqual(Array.from({ length: 4096 }, (_, i) => i & 2047));
    expect(problems).toEqual([]);
    channel.isFull = true;
    for (let i = 0; i < 5000; i++) link.send({ ...CanFrame.create(), id: 1 });
    expect(problems).toEqual(['can0: 4096 frames wait to be sent: the bus cannot keep up, or is off']);
    await link.close();
    await link.close();
    expect(channel.stops).toBe(1);
  });
});
