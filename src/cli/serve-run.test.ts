/** `skidpad run --serve`: its options, and a run that is served from its first tick to its last. */
import { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { run } from '../run/run.ts';
import { loadFromArguments } from './load-scenario.ts';
import { separateScenario, serveSettings } from './serve-options.ts';
import { paceForViewers, serveRun } from './serve-run.ts';

describe('the options', () => {
  it('have defaults that let nobody else in', () => {
    expect(serveSettings({})).toBeUndefined();
    expect(serveSettings({ serve: true, serveOrigin: [] })).toEqual({
      port: 8765,
      host: '127.0.0.1',
      origins: [],
      wait: false,
    });
    expect(
      serveSettings({
        serve: '0',
        serveHost: '0.0.0.0',
        serveOrigin: ['https://lab.example.org/studio/', 'null'],
        serveWait: true,
      }),
    ).toEqual({ port: 0, host: '0.0.0.0', origins: ['https://lab.example.org', 'null'], wait: true });
  });

  it('take a scenario behind --serve for a scenario', () => {
    expect(separateScenario(undefined, { serve: 'a.yaml' })).toEqual({ file: 'a.yaml', options: { serve: true } });
    expect(separateScenario('a.yaml', { serve: '99' })).toEqual({ file: 'a.yaml', options: { serve: '99' } });
    expect(separateScenario(undefined, { serve: '99' })).toEqual({ file: undefined, options: { serve: '99' } });
  });

  it.each([
    [{ serve: 'b.yaml' }, '--serve: expected a port from 0 to 65535, got "b.yaml"'],
    [{ serve: '65536' }, '--serve: expected a port from 0 to 65535, got "65536"'],
    [
      { serve: true as const, serveOrigin: ['example.org'] },
      '--serve-origin: expected an origin such as https://example.org, got "example.org"',
    ],
    [{ serveWait: true }, '--serve-wait: has no meaning without --serve'],
    [{ serveHost: '0.0.0.0' }, '--serve-host: has no meaning without --serve'],
  ])('say what is wrong with %j', (options, sentence) => {
    expect(() => serveSettings(options)).toThrow(sentence);
  });
});

describe('a run that is served', () => {
  const settings = { port: 0, host: '127.0.0.1', origins: [], wait: true };
  const load = () => loadFromArguments('scenarios/dynamics/bicycle.yaml', { duration: '0.5' });

  it('waits for the first subscriber, follows the wall clock, and has the hash of any other', async () => {
    const free = await load();
    const alone = await run({ scenario: free });
    const scenario = paceForViewers(free, undefined);
    const lines: string[] = [];
    const served = await serveRun(scenario, settings, (line) => lines.push(line));
    const [, url] =
      /^serving (ws:\/\/127\.0\.0\.1:\d+) \(Foxglove WebSocket\): open it in the studio or Foxglove; clock paced × 1, starts with the first subscriber$/.exec(
        lines[0],
      )!;
    const socket = new WebSocket(url, 'foxglove.websocket.v1');
    const times: number[] = [];
    let timesBefore: number | undefined;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return void (data[0] === 2 && times.push(Number(data.readBigUInt64LE(1)) / 1e9));
      const message = JSON.parse(String(data));
      if (message.op !== 'advertise' || message.channels.length === 0) return;
      setTimeout(() => {
        timesBefore = times.length;
        socket.send(
          JSON.stringify({ op: 'subscribe', subscriptions: [{ id: 1, channelId: message.channels.at(-1).id }] }),
        );
      }, 100);
    });
    const gone = new Promise<number>((resolve) => socket.on('close', resolve));
    const outcome = await run({ scenario }, served);
    await served.close();
    expect(await gone).toBe(1000);
    expect(timesBefore).toBe(0);
    expect(outcome.hash).toBe(alone.hash);
    expect(outcome.clock).toBe('paced × 1');
    expect(outcome.wall).toBeGreaterThan(0.45);
    expect(times.at(-1)).toBe(0.5);
  });

  it('can be told to stop while it waits', async () => {
    const scenario = await load();
    const served = await serveRun(scenario, settings, () => {});
    const stop = new AbortController();
    served.stopWaitingOn(stop.signal);
    const ready = served.ready();
    stop.abort();
    await ready;
    await served.close();
  });

  it('keeps the clock that was chosen', async () => {
    const scenario = await load();
    expect(paceForViewers(scenario, 'free').document.clock.kind).toBe('free');
    expect(
      paceForViewers(await loadFromArguments('scenarios/dynamics/bicycle.yaml', { speed: '3' }), undefined).document
        .clock,
    ).toEqual({ kind: 'paced', speed: 3 });
  });
});
