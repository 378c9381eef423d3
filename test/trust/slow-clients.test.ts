/**
 * Clients that subscribe to everything and never read, against the real limits: 16 MiB for one, 64 MiB for all. The run publishes some
 * 400 MB of pictures and 100 000 small messages, in a process of its own, whose peak of memory is compared with that of a run without them.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { frame } from '../fuzz/support/raw-frames.ts';
import { start, temporaryFolder } from '../support/command-line.ts';
import { until } from '../support/until.ts';

const BLOCK = `
import { defineBlock, Image } from 'skidpad';
export default defineBlock({
  type: 'pictures', doc: 'Publishes pictures of 1 MiB.', params: {}, inputs: {}, outputs: { image: Image },
  init: () => ({ count: 0 }),
  step(_params, state, _inputs, { image }) {
    Object.assign(image.value, { width: 1024, height: 1024, step: 1024, encoding: 'mono8' });
    if (image.value.data.length === 0) image.value.data = new Uint8Array(1 << 20);
    image.value.data.fill(++state.count & 255);
  },
});`;
const PICTURES = 400;
const SCENARIO = `
name: pictures
duration: ${PICTURES / 20}
blocks:
  pictures: { type: ./pictures.ts, rateHz: 20 }
  driver: { type: control/twist-schedule, rateHz: 50, params: { segments: [{ until: 20, vx: 1, yawRate: 0.1 }] } }
  car: { type: vehicle/bicycle, period: 0.001, params: { wheelBase: 1.6 }, inputs: { twist: driver.twist } }
`;
/**
 * By how much the peaks of two runs may differ, since garbage is collected when it pleases [MiB]. What waits to be sent is counted to the
 * byte in src/serve/idle-clients.test.ts; here a client that is not held to its limit would cost the 400 MiB that are published.
 */
const NOISE = 160;
const isLinux = process.platform === 'linux';

/** The most memory that a process has held so far [MiB]; undefined once it is gone. */
function peakOf(pid: number): number | undefined {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? undefined : Number(line[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Shakes hands, reads until it knows the channels, subscribes to all, and reads no more. */
class IdleClient {
  private readonly socket: Socket;
  private heard = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void this.socket.destroy());
    this.socket.on('data', (chunk) => (this.heard += chunk.toString('latin1')));
    this.socket.write(
      `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Protocol: foxglove.websocket.v1\r\n\r\n`,
    );
  }

  get knowsChannels(): boolean {
    return this.heard.includes('/pictures/image');
  }

  subscribe(count: number): void {
    this.socket.pause();
    const subscriptions = Array.from({ length: count }, (_, i) => ({ id: i + 1, channelId: i + 1 }));
    const request = Buffer.from(JSON.stringify({ op: 'subscribe', subscriptions }));
    this.socket.write(frame(1, request, randomBytes(4)));
  }
}

/** The peak of a run that one client watches as it should, and so many others that never read [MiB]. */
async function peakWith(idleCount: number): Promise<{ peak: number; shown: number }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pictures.ts'), BLOCK);
  writeFileSync(join(folder, 'scenario.yaml'), SCENARIO);
  const options = ['--no-record', '--serve', '0', '--serve-wait', '--clock', 'free'];
  const { child, finished } = start(['run', join(folder, 'scenario.yaml'), ...options]);
  let said = '';
  child.stdout!.on('data', (chunk) => (said += chunk));
  child.stderr!.on('data', (chunk) => (said += chunk));
  const port = () => Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1] ?? 0);
  await until(() => port() > 0);
  const idle = Array.from({ length: idleCount }, () => new IdleClient(port()));
  const socket = new WebSocket(`ws://127.0.0.1:${port()}`, ['foxglove.websocket.v1']);
  onTestFinished(() => socket.terminate());
  let channels: { id: number; topic: string }[] = [];
  let [peak, shown] = [0, 0];
  socket.on('error', () => {});
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) {
      const message = JSON.parse(String(data)) as { op: string; channels: typeof channels };
      if (message.op === 'advertise' && message.channels.length > 0) channels = message.channels;
      if (message.op !== 'unadvertise') return;
    } else if (data[0] === 1) shown++;
    peak = Math.max(peak, peakOf(child.pid!) ?? 0);
  });
  await until(() => channels.length > 0 && idle.every(({ knowsChannels }) => knowsChannels));
  for (const client of idle) client.subscribe(channels.length);
  const picture = channels.find(({ topic }) => topic === '/pictures/image')!;
  socket.send(JSON.stringify({ op: 'subscribe', subscriptions: [{ id: 1, channelId: picture.id }] }));
  expect((await finished).code).toBe(0);
  return { peak, shown };
}

describe.skipIf(!isLinux)(
  'clients that never read, while 400 MB of pictures and 100 000 small messages are published',
  () => {
    it('cost a run at most what is promised: 16 MiB for one, 64 MiB for eight', async () => {
      const alone = await peakWith(0);
      const withOne = await peakWith(1);
      const withEight = await peakWith(8);
      expect(alone.shown).toBeGreaterThan(10);
      expect(withOne.peak - alone.peak).toBeLessThan(16 + NOISE);
      expect(withEight.peak - alone.peak).toBeLessThan(64 + NOISE);
    });
  },
);
