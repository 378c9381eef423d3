/**
 * `node scripts/compare-dbc.mjs --cantools DIR FILE_OR_FOLDER …`: our DBC reader and codec beside cantools (MIT), which is independent of it.
 * For every .dbc file: what messages and signals are; random frames of every message, decoded and encoded by both, signal by signal; and
 * our own round trip through the writer. Exits with 1 where something differs.
 *
 *   --cantools DIR   folder from which Python imports cantools, or one of its dependencies bitstruct and textparser (repeatable)
 *   --frames 20      random frames of each message      --seed 1   which ones      --verbose   files that either side refuses, and why
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cantools: { type: 'string', multiple: true, default: [] },
    frames: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  console.error('compare-dbc: expected .dbc files or folders of them');
  process.exit(2);
}
const { busMessages, cycleTime, createStream, integerBelow, MessageCodec, nextUint32, readDbc, writeDbc } =
  await ourCodec();
const files = positionals.flatMap((path) => dbcFiles(resolve(path)));
const peer = cantoolsPeer();
const totals = { files: 0, messages: 0, signals: 0, frames: 0, values: 0, encoded: 0 };
const differences = [];
const refused = { both: [], here: [], cantools: [] };
const skipped = new Map();

for (const file of files) await compareFile(file);
peer.end();
report();

async function compareFile(file) {
  const bytes = readFileSync(file);
  const encoding = isUtf8(bytes) ? 'utf-8' : 'cp1252';
  const ours = attempt(() => readDbc(bytes, file).database);
  if (ours.value !== undefined) roundTrip(file, ours.value);
  const theirs = await peer.ask({ file, encoding });
  if (ours.error !== undefined || theirs.error !== undefined) {
    const who = ours.error === undefined ? 'cantools' : theirs.error === undefined ? 'here' : 'both';
    refused[who].push(
      `${file}\n    here: ${ours.error ?? 'read'}\n    cantools: ${(theirs.error ?? 'read').split('\n')[0]}`,
    );
    return;
  }
  totals.files++;
  useLongNames(ours.value);
  compareDescriptions(file, ours.value, theirs.messages);
  await compareFrames(file, ours.value, encoding);
}

/** Names of more than 32 characters are attributes, which cantools puts in the place of the names. */
function useLongNames({ nodes, messages }) {
  const rename = (thing, kind) => {
    const long = thing.attributes.get(`System${kind}LongSymbol`);
    const short = thing.name;
    if (long !== undefined) thing.name = long;
    return [short, thing.name];
  };
  const nodeNames = new Map(nodes.map((node) => rename(node, 'Node')));
  const longNode = (name) => nodeNames.get(name) ?? name;
  for (const message of messages) {
    rename(message, 'Message');
    if (message.sender !== undefined) message.sender = longNode(message.sender);
    message.otherSenders = message.otherSenders.map(longNode);
    const signalNames = new Map(message.signals.map((signal) => rename(signal, 'Signal')));
    for (const signal of message.signals) {
      signal.receivers = signal.receivers.map(longNode);
      if (signal.selection) signal.selection.multiplexor = signalNames.get(signal.selection.multiplexor);
    }
  }
}

function roundTrip(file, database) {
  const text = writeDbc(database);
  const again = readDbc(text, file).database;
  if (!isDeepStrictEqual(again, database)) differ(file, 'is another database after it was written and read again');
  if (writeDbc(again) !== text) differ(file, 'is written in another way the second time');
}

function compareDescriptions(file, database, theirs) {
  const messages = busMessages(database);
  const key = ({ id, isExtended }) => `${id}${isExtended}`;
  const byKey = new Map(theirs.toReversed().map((message) => [key(message), message]));
  for (const message of messages) {
    const other = byKey.get(key(message));
    const where = `${file} ${message.name}`;
    if (other === undefined) {
      differ(where, 'is not there in cantools');
      continue;
    }
    totals.messages++;
    const senders = [...new Set([...(message.sender === undefined ? [] : [message.sender]), ...message.otherSenders])];
    same(where, 'name', message.name, other.name);
    same(where, 'length', message.length, other.length);
    same(where, 'senders', senders.toSorted(), other.senders.toSorted());
    same(where, 'cycle time', cycleTime(database, message) ?? 0, (other.cycleTime ?? 0) / 1000);
    same(where, 'comment', message.comment ?? null, other.comment);
    same(where, 'signals', message.signals.map(({ name }) => name).toSorted(), Object.keys(other.signals).toSorted());
    for (const signal of message.signals) compareSignal(`${where}.${signal.name}`, signal, other.signals[signal.name]);
  }
  same(file, 'number of messages', messages.length, byKey.size);
}

function compareSignal(where, signal, other) {
  if (other === undefined) return;
  totals.signals++;
  for (const name of ['start', 'length', 'byteOrder', 'factor', 'offset']) same(where, name, signal[name], other[name]);
  const isFloat = signal.encoding !== 'integer';
  same(where, 'isFloat', isFloat, other.isFloat);
  if (!isFloat) same(where, 'isSigned', signal.isSigned, other.isSigned);
  const hasLimits = signal.minimum !== 0 || signal.maximum !== 0;
  same(where, 'minimum', hasLimits ? signal.minimum : null, other.minimum);
  same(where, 'maximum', hasLimits ? signal.maximum : null, other.maximum);
  same(where, 'unit', signal.unit === '' ? null : signal.unit, other.unit);
  same(where, 'receivers', [...new Set(signal.receivers)].toSorted(), [...new Set(other.receivers)].toSorted());
  same(where, 'comment', signal.comment ?? null, other.comment);
  const values = signal.values.length === 0 ? null : Object.fromEntries(signal.values);
  same(where, 'values', values, other.values);
  same(where, 'multiplexor', signal.selection?.multiplexor ?? null, other.multiplexor);
}

async function compareFrames(file, database, encoding) {
  const stream = createStream(Number(options.seed), file.split('/').at(-1));
  const sent = [];
  for (const message of busMessages(database)) {
    const { value: codec, error } = attempt(() => new MessageCodec(message));
    if (error !== undefined) {
      count(skipped, `${file}: ${error}`, Number(options.frames));
      continue;
    }
    for (let i = 0; i < Number(options.frames); i++) sent.push({ message, codec, data: randomData(codec, stream, i) });
  }
  const request = sent.map(({ message, data }) => [
    message.id,
    message.isExtended ? 1 : 0,
    Buffer.from(data).toString('hex'),
  ]);
  const { frames } = await peer.ask({ file, encoding, frames: request });
  sent.forEach((frame, i) => compareFrame(file, frame, frames[i]));
}

/** Random bytes; all zeros and all ones first. Multiplexors have values that select something, if there are any. */
function randomData(codec, stream, i) {
  const data = Uint8Array.from({ length: codec.message.length }, () =>
    i === 0 ? 0 : i === 1 ? 255 : nextUint32(stream) & 255,
  );
  for (const place of codec.order) {
    const { signal } = codec.signals[place];
    const ranges = codec.message.signals.flatMap(({ selection }) =>
      selection?.multiplexor === signal.name ? selection.ranges : [],
    );
    if (ranges.length === 0 || !codec.isPresent(place, data)) continue;
    const [from, to] = ranges[integerBelow(stream, ranges.length)];
    codec.signals[place].setRaw(data, from + integerBelow(stream, Math.min(to - from + 1, 1000)));
  }
  return data;
}

function compareFrame(file, { message, codec, data }, theirs) {
  const where = `${file} ${message.name} ${Buffer.from(data).toString('hex')}`;
  if (theirs.error !== undefined) return void count(skipped, `${file} ${message.name}: ${theirs.error.slice(0, 90)}`);
  totals.frames++;
  const values = new Float64Array(codec.signals.length);
  codec.decode(data, values);
  const present = message.signals.filter((_, i) => codec.isPresent(i, data));
  same(where, 'signals', present.map(({ name }) => name).toSorted(), Object.keys(theirs.physical).toSorted());
  for (const [i, { signal }] of codec.signals.entries()) {
    if (!codec.isPresent(i, data) || theirs.physical[signal.name] === undefined) continue;
    totals.values++;
    same(
      where,
      `${signal.name} raw`,
      rawText(codec.signals[i], data, theirs.raw[signal.name]),
      theirs.raw[signal.name],
    );
    same(where, signal.name, values[i], Number(theirs.physical[signal.name].replace('inf', 'Infinity')));
  }
  compareEncoded(where, codec, values, theirs);
}

function rawText(codec, data, theirs) {
  const { encoding, isSigned, length } = codec.signal;
  // a float as long as it is the same number
  if (encoding !== 'integer') {
    const raw = codec.raw(data);
    return Object.is(raw, Number(theirs.replace('inf', 'Infinity'))) || Number.isNaN(raw) ? theirs : String(raw);
  }
  const bits = codec.rawBits(data);
  return String(isSigned ? BigInt.asIntN(length, bits) : bits);
}

/** What both make of the same physical values; signals that overlap, or are not numbers, have no one answer. */
function compareEncoded(where, codec, values, theirs) {
  if (theirs.encoded === undefined) return void count(skipped, `encode ${theirs.encodeError.slice(0, 60)}`);
  if (values.some((value, i) => !Number.isFinite(value) && codec.signals[i].signal.encoding !== 'integer')) return;
  if (hasOverlap(codec, values)) return void count(skipped, 'encode: signals overlap');
  // a double is not as exact as cantools' own integers
  if (values.some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)) return;
  const data = new Uint8Array(codec.message.length);
  for (const i of codec.order) if (codec.isPresent(i, data)) codec.signals[i].encodeUnlimited(data, values[i]);
  totals.encoded++;
  same(where, 'encoded', Buffer.from(data).toString('hex'), theirs.encoded);
}

function hasOverlap(codec, values) {
  const seen = new Uint8Array(codec.message.length);
  return codec.signals.some((signal, i) => {
    if (Number.isNaN(values[i])) return false;
    const own = new Uint8Array(seen.length);
    signal.setRawBits(own, 2n ** 64n - 1n);
    const meets = own.some((byte, k) => byte & seen[k]);
    own.forEach((byte, k) => (seen[k] |= byte));
    return meets;
  });
}

function same(where, what, ours, theirs) {
  if (!isDeepStrictEqual(ours, theirs) && !(Number.isNaN(ours) && Number.isNaN(theirs)))
    differ(where, `${what}: here ${JSON.stringify(ours)}, cantools ${JSON.stringify(theirs)}`);
}
function differ(where, what) {
  differences.push(`${where}: ${what}`);
}
function count(counts, what, more = 1) {
  counts.set(what, (counts.get(what) ?? 0) + more);
}
function attempt(work) {
  try {
    return { value: work() };
  } catch (error) {
    return { error: error.message };
  }
}

function report() {
  console.log(
    Object.entries(totals)
      .map(([what, n]) => `${n} ${what}`)
      .join(', '),
  );
  for (const [who, list] of Object.entries(refused)) {
    console.log(
      `refused ${who === 'both' ? 'by both' : who === 'here' ? 'here only' : 'by cantools only'}: ${list.length}`,
    );
    if (options.verbose) for (const line of list) console.log(`  ${line}`);
  }
  for (const [what, n] of skipped) console.log(`not compared, ${n} frames: ${what}`);
  console.log(`${differences.length} differences`);
  for (const line of differences.slice(0, 40)) console.log(`  ${line.slice(0, 400)}`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

function isUtf8(bytes) {
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).error === undefined;
}

function dbcFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.dbc$/i.test(name))
    .map((name) => join(path, name))
    .toSorted();
}

async function ourCodec() {
  const folder = mkdtempSync(join(tmpdir(), 'compare-dbc-'));
  const outfile = join(folder, 'dbc.mjs');
  const contents = [
    `export { busMessages } from './src/bus/dbc/database.ts';`,
    `export { cycleTime } from './src/bus/dbc/attributes.ts';`,
    `export { readDbc } from './src/bus/dbc/read-dbc.ts';`,
    `export { writeDbc } from './src/bus/dbc/write-dbc.ts';`,
    `export { MessageCodec } from './src/bus/dbc/message-codec.ts';`,
    `export { createStream, integerBelow, nextUint32 } from './src/math/random.ts';`,
  ].join('\n');
  await build({ stdin: { contents, resolveDir: root }, bundle: true, platform: 'node', format: 'esm', outfile });
  const loaded = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return loaded;
}

function cantoolsPeer() {
  const script = join(root, 'scripts/compare-dbc/cantools_peer.py');
  const python = spawn('python3', [script, ...options.cantools.map((path) => resolve(path))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = [];
  createInterface({ input: python.stdout }).on('line', (line) => waiting.shift()(JSON.parse(line)));
  python.on('exit', (code) => {
    if (waiting.length === 0) return;
    console.error(`compare-dbc: Python ended with ${code}`);
    process.exit(3);
  });
  return {
    ask: (request) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        python.stdin.write(`${JSON.stringify(request)}\n`);
      }),
    end: () => python.stdin.end(),
  };
}
