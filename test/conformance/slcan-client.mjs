/** Sends so many random frames through an slcan link and expects each of them back: `slcan-client.mjs PATH COUNT`. */
import { createHash } from 'node:crypto';
import { createStream, integerBelow, nextUint32 } from '../../dist/math.js';
import { CanFrame } from '../../dist/msgs.js';
import { nodeCatalog } from '../../dist/node.js';

/** Frames on their way at most. */
const WINDOW = 200;
const [path, count] = [process.argv[2], Number(process.argv[3])];
const draws = createStream(7, 'slcan');
const digest = createHash('sha256');
const result = { sent: 0, came: 0, changed: 0, problems: [] };
const underWay = [];
const frame = CanFrame.create();

function next() {
  frame.is_extended = integerBelow(draws, 2) === 0;
  frame.is_remote = integerBelow(draws, 10) === 0;
  frame.id = nextUint32(draws) & (frame.is_extended ? 0x1fffffff : 0x7ff);
  frame.length = integerBelow(draws, 9);
  frame.data.fill(0);
  if (!frame.is_remote) for (let i = 0; i < frame.length; i++) frame.data[i] = nextUint32(draws) & 255;
}

/** As Python packs it: `<IBBB` and the data. */
function packed({ id, is_extended: isExtended, is_remote: isRemote, length, data }) {
  const bytes = Buffer.alloc(7 + (isRemote ? 0 : length));
  bytes.writeUInt32LE(id);
  bytes.set([isExtended ? 1 : 0, isRemote ? 1 : 0, length], 4);
  if (!isRemote) bytes.set(data.subarray(0, length), 7);
  return bytes;
}

let nowNs = 0;
const link = await nodeCatalog.links
  .get('slcan')
  .open(
    { path, bitRate: 500_000, serialBaud: 115_200, answers: 'never' },
    { name: 'adapter', nowNs: () => nowNs++, log() {} },
  );

async function finish() {
  await link.close();
  console.log(JSON.stringify({ ...result, digest: digest.digest('hex') }));
}

function fill() {
  for (; result.sent < count && underWay.length < WINDOW; result.sent++) {
    next();
    const bytes = packed(frame);
    digest.update(bytes);
    underWay.push(bytes);
    link.send(frame);
  }
}

link.onFailure((problem) => {
  result.problems.push(problem);
  void finish();
});
link.listen((back) => {
  result.came++;
  if (!underWay.shift()?.equals(packed(back))) result.changed++;
  fill();
  if (result.came === count) void finish();
});
fill();
