import { expect, it } from 'vitest';
import { addressProblem, withRecent } from './connect-dialog.tsx';

it('takes addresses of web sockets only', () => {
  expect(['ws://localhost:8765', ' wss://robot.example/feed '].map(addressProblem)).toEqual([undefined, undefined]);
  for (const text of ['', 'localhost:8765', 'http://localhost', 'ws://'])
    expect(addressProblem(text), text).toMatch(/ws:\/\//);
});

it('remembers the last five, each once and the newest first', () => {
  let recent: string[] = [];
  for (const address of ['a', 'b', 'c', 'b', 'd', 'e', 'f']) recent = withRecent(recent, address);
  expect(recent).toEqual(['f', 'e', 'd', 'b', 'c']);
});
