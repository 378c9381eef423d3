import { describe, expect, it } from 'vitest';
import { answerUds, createUdsServer, keyOf, noteFault, restartUds, stepUds } from './uds-services.ts';

const hex = (data: Iterable<number>) =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');

function talk(server = createUdsServer()) {
  const ask = (text: string, isFunctional = false) => {
    const request = Uint8Array.from(text.split(' '), (byte) => parseInt(byte, 16));
    return hex(answerUds(server, request, request.length, isFunctional));
  };
  const unlock = () => {
    const seed = parseInt(ask('27 01').slice(6).replaceAll(' ', ''), 16);
    const key = keyOf(seed).toString(16).padStart(8, '0');
    return ask(`27 02 ${key.match(/../g)!.join(' ')}`);
  };
  return { server, ask, unlock };
}

describe('a diagnostic server', () => {
  it('changes its session, and falls back after five seconds without a request', () => {
    const { server, ask } = talk();
    expect(ask('10 03')).toBe('50 03 00 32 01 F4');
    expect(ask('22 F1 86')).toBe('62 F1 86 03');
    stepUds(server, 4_000_000);
    expect(ask('3E 00')).toBe('7E 00');
    stepUds(server, 4_000_000);
    expect(ask('22 F1 86')).toBe('62 F1 86 03');
    stepUds(server, 5_000_001);
    expect(ask('22 F1 86')).toBe('62 F1 86 01');
    expect(ask('10 04')).toBe('7F 10 12');
    expect(ask('10')).toBe('7F 10 13');
  });

  it('is not programmed while the car drives', () => {
    const { server, ask } = talk();
    server.speed = 1;
    expect(ask('10 02')).toBe('7F 10 22');
    server.speed = 0;
    expect(ask('10 02')).toBe('50 02 00 32 01 F4');
  });

  it('tells data by identifier, several at once', () => {
    const { server, ask } = talk();
    server.speed = -2;
    stepUds(server, 1_234_567);
    expect(ask('22 01 00 F1 95 01 01')).toBe('62 01 00 FF FE F1 95 31 2E 30 2E 30 01 01 00 00 04 D2');
    expect(ask('22 F1 90')).toBe(`62 F1 90 ${hex(Buffer.from('SKIDPAD0000000001'))}`);
    expect(ask('22 12 34')).toBe('7F 22 31');
    expect(ask('22 F1')).toBe('7F 22 13');
  });

  it('lets nobody write who has not unlocked it', () => {
    const { ask, unlock } = talk();
    expect(ask('2E 02 00 07 D0')).toBe('7F 2E 7F');
    expect(ask('27 01')).toBe('7F 27 7F');
    ask('10 03');
    expect(ask('2E 02 00 07 D0')).toBe('7F 2E 33');
    expect(ask('27 02 00 00 00 00')).toBe('7F 27 24');
    expect(unlock()).toBe('67 02');
    expect(ask('27 01')).toBe('67 01 00 00 00 00');
    expect(ask('2E 02 00 07 D0')).toBe('6E 02 00');
    expect(ask('22 02 00')).toBe('62 02 00 07 D0');
    expect(ask('2E 02 00 00 10')).toBe('7F 2E 31');
  });

  it('locks itself for ten seconds after three wrong keys', () => {
    const { server, ask, unlock } = talk();
    ask('10 03');
    const tries = [0, 1, 2].map(() => [ask('27 01').slice(0, 5), ask('27 02 12 34 56 78')]);
    expect(tries.map(([, answer]) => answer)).toEqual(['7F 27 35', '7F 27 35', '7F 27 36']);
    expect(ask('27 01')).toBe('7F 27 37');
    for (let n = 0; n < 4; n++) {
      stepUds(server, 2_500_000);
      ask('3E 80');
    }
    expect(unlock()).toBe('67 02');
  });

  it('remembers its faults until they are cleared', () => {
    const { server, ask } = talk();
    expect(ask('19 02 FF')).toBe('59 02 09');
    noteFault(server, 0, true);
    expect(ask('19 01 08')).toBe('59 01 09 01 00 01');
    noteFault(server, 0, false);
    expect(ask('19 02 01')).toBe('59 02 09');
    expect(ask('19 02 08')).toBe('59 02 09 C1 22 00 08');
    expect(ask('19 0A')).toBe('59 0A 09 C1 22 00 08 C4 15 68 00');
    restartUds(server);
    expect(ask('19 02 08')).toBe('59 02 09 C1 22 00 08');
    expect(ask('14 12 34 56')).toBe('7F 14 31');
    expect(ask('14 FF FF FF')).toBe('54');
    expect(ask('19 02 FF')).toBe('59 02 09');
  });

  it('tests itself in half a second', () => {
    const { server, ask } = talk();
    expect(ask('31 03 02 03')).toBe('7F 31 24');
    expect(ask('31 01 02 03')).toBe('71 01 02 03');
    expect(ask('31 03 02 03')).toBe('71 03 02 03 01');
    stepUds(server, 500_000);
    expect(ask('31 03 02 03')).toBe('71 03 02 03 02');
    ask('31 01 02 03');
    noteFault(server, 1, true);
    stepUds(server, 500_000);
    expect(ask('31 03 02 03')).toBe('71 03 02 03 03');
  });

  it('answers nothing where it is asked not to, or was asked among others', () => {
    const { ask } = talk();
    expect(ask('3E 80')).toBe('');
    expect(ask('10 83')).toBe('');
    expect(ask('22 F1 86')).toBe('62 F1 86 03');
    expect(ask('AA')).toBe('7F AA 11');
    expect(ask('AA', true)).toBe('');
    expect(ask('3E 00 00', true)).toBe('7F 3E 13');
  });
});
