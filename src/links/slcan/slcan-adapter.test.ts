import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { spelled } from '../../../test/support/random-frames.ts';
import { until } from '../../../test/support/until.ts';
import type { ByteLink } from '../../bus/serial/byte-link.ts';
import { CanFrame } from '../../msgs/index.ts';
import { Audience } from '../audience.ts';
import { Breakage } from '../breakage.ts';
import type { SlcanSettings } from './slcan-adapter.ts';
import { SlcanAdapter } from './slcan-adapter.ts';
import { slcanKind } from './kind.ts';

/** The far end of a line: an adapter of which the test says what it does with each line that it is told. */
class PlayedAdapter implements ByteLink {
  readonly lines: string[] = [];
  isClosed = false;
  waiting = 0;
  private rest = '';
  private readonly audience = new Audience<Uint8Array>();
  private readonly breakage = new Breakage();
  readonly listen = this.audience.listen;
  readonly onFailure = this.breakage.onFailure;

  constructor(private readonly answer: (line: string) => string) {}

  write(bytes: Uint8Array): void {
    const lines = (this.rest + Buffer.from(bytes).toString('latin1')).split('\r');
    this.rest = lines.pop()!;
    for (const line of lines) {
      this.lines.push(line);
      const answer = this.answer(line);
      if (answer !== '') queueMicrotask(() => this.say(answer));
    }
  }

  say(text: string): void {
    this.audience.tell(Buffer.from(text, 'latin1'), 0);
  }

  unplug(): void {
    this.breakage.report('the device has gone');
  }

  close(): void {
    this.isClosed = true;
  }
}

const CLASSIC: SlcanSettings = { bitRate: 500_000, answers: 'always' };
const logs: string[] = [];
let nowNs = 0;
const context = { name: 'adapter', nowNs: () => nowNs, log: (line: string) => void logs.push(line) };

async function opened(line: PlayedAdapter, settings = CLASSIC) {
  const link = await SlcanAdapter.open(line, settings, context);
  onTestFinished(() => link.close());
  const frames: string[] = [];
  const problems: string[] = [];
  link.listen((frame) => frames.push(spelled(frame)));
  link.onFailure((problem) => problems.push(problem));
  return { link, frames, problems };
}

function frameOf(id: number, data: readonly number[] = [], more: Partial<CanFrame> = {}): CanFrame {
  const frame = CanFrame.create();
  Object.assign(frame, { id, length: data.length, ...more });
  frame.data.set(data);
  return frame;
}

const obeys = () => '\r';

describe('opening an adapter', () => {
  it('closes what was open, sets the bit rate and opens, each after the answer to the one before', async () => {
    const line = new PlayedAdapter(obeys);
    await opened(line);
    expect(line.lines).toEqual(['C', 'S6', 'O']);
    const fd = new PlayedAdapter(obeys);
    await opened(fd, { bitRate: 1_000_000, dataBitRate: 5_000_000, answers: 'always' });
    expect(fd.lines).toEqual(['C', 'S8', 'Y5', 'O']);
  });

  it('takes a refused C for a channel that was closed, or for the end of somebody’s line', async () => {
    const line = new PlayedAdapter((text) => (text === 'C' ? '\x07' : '\r'));
    await opened(line);
    expect(line.lines).toEqual(['C', 'C', 'S6', 'O']);
  });

  it.each([
    ['S6', 'the adapter refuses the bit rate (S6)'],
    ['O', 'the adapter refuses to open its channel (O)'],
  ])('fails in a sentence when %s is refused, and closes the line', async (refused, problem) => {
    const line = new PlayedAdapter((text) => (text === refused ? '\x07' : '\r'));
    await expect(opened(line)).rejects.toThrow(problem);
    expect(line.isClosed).toBe(true);
  });

  it('fails in a sentence when it is unplugged meanwhile', async () => {
    const line: PlayedAdapter = new PlayedAdapter((text) => {
      if (text === 'S6') line.unplug();
      return '\r';
    });
    await expect(opened(line)).rejects.toThrow('the device has gone');
  });

  it('goes on without answers where there are none, unless there must be some', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const line = new PlayedAdapter(() => '');
    const [silent, mute] = [opened(line, { ...CLASSIC, answers: 'auto' }), opened(new PlayedAdapter(() => ''))];
    const refused = expect(mute).rejects.toThrow('the adapter does not answer');
    await vi.advanceTimersByTimeAsync(20_000);
    (await silent).link.send(frameOf(1));
    expect(line.lines).toEqual(['C', 'S6', 'O', 't0010']);
    await refused;
  });

  it.each([
    [{ bitRate: 300_000 }, ['bitRate', 'expected 10, 20, 50, 100, 125, 250, 500, 800 or 1000 kbit/s, got 300']],
    [{ bitRate: 500_000, dataBitRate: 8e6 }, ['dataBitRate', 'expected 1, 2, 3, 4 or 5 Mbit/s, got 8']],
    [{ bitRate: 500_000, dataBitRate: 2e6 }, undefined],
  ])('is for bit rates that it can have: %o', (given, problem) => {
    expect(slcanKind.check({ path: '/dev/x', serialBaud: 1, answers: 'auto', ...given })).toEqual(problem);
  });
});

describe('an adapter', () => {
  it('sends and receives frames of every kind', async () => {
    const line = new PlayedAdapter((text) => (/^[tr]/.test(text) ? 'z\r' : /^[TR]/.test(text) ? 'Z\r' : '\r'));
    const { link, frames } = await opened(line);
    link.send(frameOf(0x123, [1, 0xab]));
    link.send(frameOf(0x123, [], { is_extended: true, is_remote: true, length: 3 }));
    link.send(frameOf(0, [], { is_error: true }));
    expect(line.lines.slice(3)).toEqual(['t123201AB', 'R000001233']);
    line.say('t7FF0\rT1FFF');
    line.say('FFFF20aFb\rr0018\r');
    expect(frames).toEqual(['7ff ', 'x1fffffff 0afb', '1 r 8']);
  });

  it('keeps no more than 32 frames on their way, and the others in order until there is room', async () => {
    let isAnswering = true;
    const line = new PlayedAdapter(() => (isAnswering ? '\r' : ''));
    const { link } = await opened(line);
    isAnswering = false;
    for (let id = 0; id < 100; id++) link.send(frameOf(id));
    expect(line.lines.length - 3).toBe(32);
    line.say('z\r\x07');
    expect(line.lines.length - 3).toBe(34);
    isAnswering = true;
    line.say('\r'.repeat(32));
    await until(() => line.lines.length === 103);
    expect(line.lines.slice(3)).toEqual(
      Array.from({ length: 100 }, (_, id) => `t${id.toString(16).toUpperCase().padStart(3, '0')}0`),
    );
    expect(link.counts).toMatchObject({ sent: 100, refused: 1, unanswered: 0 });
  });

  it('gives up answers that do not come for a second, and goes on', async () => {
    const line = new PlayedAdapter((text) => (text.startsWith('t') ? '' : '\r'));
    const { link } = await opened(line);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (let id = 0; id < 40; id++) link.send(frameOf(id));
    await vi.advanceTimersByTimeAsync(1000);
    expect(line.lines.length - 3).toBe(40);
    expect(link.counts.unanswered).toBe(32);
    vi.useRealTimers();
    await link.close();
    expect(logs.at(-1)).toMatch(/the adapter refused 0 frames, did not answer to 32; 0 lines were garbage/);
  });

  it('has failed when 4096 frames wait', async () => {
    const line = new PlayedAdapter((text) => (text.startsWith('t') ? '' : '\r'));
    const { link, problems } = await opened(line);
    for (let i = 0; i < 32 + 4096; i++) link.send(frameOf(1));
    expect(problems).toEqual([]);
    link.send(frameOf(1));
    expect(problems).toEqual(['4096 frames wait to be sent: the adapter or its bus cannot keep up']);
  });

  it('has failed when as much waits on the line of one that does not answer', async () => {
    const line = new PlayedAdapter(() => '');
    const { link, problems } = await opened(line, { ...CLASSIC, answers: 'never' });
    link.send(frameOf(1));
    line.waiting = 4096 * 139;
    link.send(frameOf(1));
    expect(problems).toEqual(['4096 frames wait to be sent: the adapter or its bus cannot keep up']);
  });

  it('counts garbage and begins anew at the next CR', async () => {
    const line = new PlayedAdapter(obeys);
    const { link, frames } = await opened(line);
    line.say('t12\xff\x80junk\rt1231AB\rt9990\rT123\r???\rt0010\r');
    expect(frames).toEqual(['123 ab', '1 ']);
    expect(link.counts).toMatchObject({ garbage: 4, received: 2 });
  });

  it('has failed when nothing but garbage comes, with ends of lines or without', async () => {
    for (const garbage of ['?'.repeat(4096), '?!\r'.repeat(1366)]) {
      const line = new PlayedAdapter(obeys);
      const { problems } = await opened(line);
      for (let i = 0; i < 20; i++) line.say(garbage);
      expect(problems).toEqual(['65536 bytes came in without a frame: expected an adapter that speaks slcan']);
    }
  });

  it('has failed when a flood comes at one instant, and not when time goes on', async () => {
    const flood = 't0010\r'.repeat(1000);
    const line = new PlayedAdapter(obeys);
    const { link, problems } = await opened(line);
    for (let i = 0; i < 100; i++) {
      nowNs += 1e6;
      line.say(flood);
    }
    expect([problems, link.counts.received]).toEqual([[], 100_000]);
    for (let i = 0; i < 100; i++) line.say(flood);
    expect(problems).toEqual(['more than 65536 frames came in at one instant of simulated time']);
  });

  it('says that a classic adapter has no CAN FD, and sends it where there is', async () => {
    const frame = frameOf(1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { is_fd: true, is_bit_rate_switch: true });
    const classic = await opened(new PlayedAdapter(obeys));
    classic.link.send(frame);
    expect(classic.problems).toEqual(['a classic adapter cannot send a CAN FD frame: give it a dataBitRate if it can']);
    const line = new PlayedAdapter(obeys);
    const fd = await opened(line, { ...CLASSIC, dataBitRate: 2_000_000 });
    fd.link.send(frame);
    expect(line.lines.at(-1)).toBe('b00190102030405060708090A0B0C');
    expect(fd.problems).toEqual([]);
  });

  it('closes its channel, once', async () => {
    const line = new PlayedAdapter(obeys);
    const { link } = await opened(line);
    await Promise.all([link.close(), link.close()]);
    link.send(frameOf(1));
    expect(line.lines).toEqual(['C', 'S6', 'O', 'C']);
    expect(line.isClosed).toBe(true);
  });
});
