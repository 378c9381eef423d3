/**
 * In the guest: frames through our socketcan link on vcan0, heard by candump, and frames of canplayer, heard by our link. Prints one line of
 * JSON that begins with RESULT.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { CanFrame } from '/app/dist/msgs.js';
import { nodeCatalog } from '/app/dist/node.js';

const COUNT = 2000;
const { open } = nodeCatalog.links.get('socketcan');
const context = { name: 'vcan', nowNs: () => 0, log() {} };
const refusal = (name) =>
  open({ interface: name }, context).then(
    () => 'opened',
    ({ message }) => message,
  );

/** `123#0A0B` as candump spells it. */
const spelled = ({ id, is_extended: x, is_remote: r, length, data }) =>
  `${id
    .toString(16)
    .toUpperCase()
    .padStart(
      x ? 8 : 3,
      '0',
    )}#${r ? `R${length || ''}` : Buffer.from(data.subarray(0, length)).toString('hex').toUpperCase()}`;
const frames = Array.from({ length: COUNT }, (_, i) => {
  const frame = CanFrame.create();
  frame.is_extended = i % 2 === 1;
  frame.is_remote = i % 7 === 0;
  frame.id = (i * 2654435761) & (frame.is_extended ? 0x1fffffff : 0x7ff);
  frame.length = i % 9;
  if (!frame.is_remote) for (let k = 0; k < frame.length; k++) frame.data[k] = (i * 31 + k * 7) & 255;
  return frame;
});
const expected = frames.map(spelled);
const missing = [await refusal('can9'), await refusal('lo')];
const link = await open({ interface: 'vcan0' }, context);
const heard = [];
link.listen((frame) => heard.push(spelled(frame)));
const problems = [];
link.onFailure((problem) => problems.push(problem));

// ours to candump
const candump = spawn('/bin/candump', ['-L', '-n', String(COUNT), '-T', '60000', 'vcan0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let log = '';
candump.stdout.on('data', (text) => (log += text));
await new Promise((resolve) => setTimeout(resolve, 3000));
const beginMs = performance.now();
for (let i = 0; i < COUNT; i++) {
  link.send(frames[i]);
  if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
await new Promise((resolve) => candump.on('close', resolve));
const theirs = log
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[2]);
const sendMs = performance.now() - beginMs;
const own = heard.length;

// canplayer to ours
writeFileSync('/log', expected.map((text, i) => `(${(i * 0.0005).toFixed(6)}) vcan0 ${text}\n`).join(''));
await new Promise((resolve) => spawn('/bin/canplayer', ['-I', '/log'], { stdio: 'inherit' }).on('close', resolve));
for (let i = 0; i < 600 && heard.length < own + COUNT; i++) await new Promise((resolve) => setTimeout(resolve, 50));
const played = heard.slice(own);

// an interface that goes down, and closing
await new Promise((resolve) => spawn('/bin/busybox', ['ip', 'link', 'set', 'vcan0', 'down']).on('close', resolve));
for (let i = 0; i < 200 && problems.length === 0; i++) await new Promise((resolve) => setTimeout(resolve, 50));
const down = await refusal('vcan0');
await link.close();
const same = (a) => a.length === COUNT && a.every((text, i) => text === expected[i]);
const kernel = readFileSync('/proc/version', 'utf8').split(' ')[2];
console.log(
  `RESULT ${JSON.stringify({ kernel, frames: COUNT, candumpHeardAll: same(theirs), heardByCandump: theirs.length, sendMs: Math.round(sendMs), ownEchoes: own, linkHeardAll: same(played), heardByLink: played.length, missing, problems, down })}`,
);
