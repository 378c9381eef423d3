/**
 * Networks as files.
 *
 *   "SKIDNET1"   8 bytes
 *   header size, size of the rest, CRC-32 of header and rest     3 × 32 bits, least significant byte first
 *   header       JSON, UTF-8: { width, height, about, layers: [{ name, from, kernel, stride, inputs, outputs, relu, unit }] }
 *   rest         per layer its weights (8 bits), scales (singles) and biases (32 bits), nothing between them
 *
 * Whatever the bytes are, reading ends with a network whose sums stay within 32 bits, or with one sentence.
 */
import { InputError } from '../core/input-error.ts';
import { crc32 } from '../math/crc32.ts';
import type { Layer, Network } from './network.ts';
import { LARGEST, layerSizes } from './network.ts';

const MAGIC = 'SKIDNET1';
const PREFIX = MAGIC.length + 12;
const MOST_LAYERS = 64;
const MOST_CHANNELS = 1024;
const MOST_PIXELS = 1 << 20;
const MOST_NUMBERS = 1 << 24;

export function writeNetwork({ layers, ...rest }: Network): Uint8Array {
  const facts = layers.map(({ name, from, kernel, stride, inputs, outputs, relu, unit }): Facts => {
    return { name, from, kernel, stride, inputs, outputs, relu, unit };
  });
  const header = new TextEncoder().encode(JSON.stringify({ ...rest, layers: facts }));
  const size = layers.reduce((sum, { weights, outputs }) => sum + weights.length + 8 * outputs, 0);
  const bytes = new Uint8Array(PREFIX + header.length + size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, header.length, true);
  view.setUint32(12, size, true);
  bytes.set(header, PREFIX);
  let at = PREFIX + header.length;
  for (const { weights, scales, biases } of layers) {
    bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), at);
    at += weights.length;
    for (const scale of scales) at = (view.setFloat32(at, scale, true), at + 4);
    for (const bias of biases) at = (view.setInt32(at, bias, true), at + 4);
  }
  view.setUint32(16, crc32(bytes.subarray(PREFIX)), true);
  return bytes;
}

/** The network in these bytes; throws InputError with `file` as its place. */
export function readNetwork(bytes: Uint8Array, file: string): Network {
  const fail = (problem: string): never => {
    throw new InputError(file, problem);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PREFIX || ascii(bytes.subarray(0, MAGIC.length)) !== MAGIC)
    fail(`expected a network, which begins with ${MAGIC}`);
  const [headerSize, size, check] = [8, 12, 16].map((at) => view.getUint32(at, true));
  if (bytes.length !== PREFIX + headerSize + size)
    fail(`expected ${PREFIX + headerSize + size} bytes as the file says, got ${bytes.length}`);
  if (crc32(bytes.subarray(PREFIX)) !== check) fail('the contents do not fit their checksum');
  const header = headerOf(bytes.subarray(PREFIX, PREFIX + headerSize), fail);
  const facts = header.layers;
  const needed = facts.reduce((sum, layer) => sum + numbersOf(layer) + 8 * layer.outputs, 0);
  if (needed !== size) fail(`expected ${needed} bytes of weights for its layers, got ${size}`);

  let at = PREFIX + headerSize;
  const layers = facts.map((layer): Layer => {
    const weights = Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + at, numbersOf(layer)));
    at += weights.length;
    const scales = Float32Array.from({ length: layer.outputs }, (_, i) => view.getFloat32(at + 4 * i, true));
    at += 4 * layer.outputs;
    const biases = Int32Array.from({ length: layer.outputs }, (_, i) => view.getInt32(at + 4 * i, true));
    at += 4 * layer.outputs;
    return { ...layer, weights, scales, biases };
  });
  layers.forEach((layer) => checkNumbers(layer, fail));
  return { ...header, layers };
}

type Facts = Omit<Layer, 'weights' | 'scales' | 'biases'>;
type Fail = (problem: string) => never;

const numbersOf = ({ inputs, outputs, kernel }: Facts): number => inputs * outputs * kernel * kernel;

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function headerOf(bytes: Uint8Array, fail: Fail): Omit<Network, 'layers'> & { layers: Facts[] } {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    fail('its header is not JSON');
  }
  const { width, height, about, layers } = recordOf(document, 'its header', fail);
  const size = [width, height].map((value, i) => wholeOf(value, i === 0 ? 'width' : 'height', [4, 8192], fail));
  if (size[0] * size[1] > MOST_PIXELS) fail(`expected at most ${MOST_PIXELS} pixels, got ${size[0]} × ${size[1]}`);
  if (typeof about !== 'string') fail('expected text in about');
  if (!Array.isArray(layers) || layers.length < 1 || layers.length > MOST_LAYERS)
    fail(`expected 1 to ${MOST_LAYERS} layers`);
  const channels = new Map([['input', 3]]);
  const facts = (layers as unknown[]).map((layer, i) => {
    const made = layerOf(layer, `layers[${i}]`, channels, fail);
    channels.set(made.name, made.outputs);
    return made;
  });
  const header = { width: size[0], height: size[1], about: about as string, layers: facts };
  if (facts.reduce((sum, layer) => sum + numbersOf(layer), 0) > MOST_NUMBERS)
    fail(`expected at most ${MOST_NUMBERS} weights`);
  for (const [name, { width: columns, height: rows }] of layerSizes({ ...header, layers: facts as Layer[] }))
    if (columns % 4 !== 0 || rows < 1) fail(`expected a width that is a multiple of 4 at ${name}, got ${columns}`);
  return header;
}

function layerOf(value: unknown, path: string, channels: ReadonlyMap<string, number>, fail: Fail): Facts {
  const layer = recordOf(value, path, fail);
  const { name, from, kernel, stride, relu, unit } = layer;
  if (typeof name !== 'string' || name === '' || channels.has(name)) fail(`expected a name of its own in ${path}`);
  const inputs = channels.get(from as string) ?? fail(`expected an earlier layer in ${path}.from`);
  if (layer.inputs !== inputs) fail(`expected ${inputs} inputs in ${path}, as many as ${String(from)} has outputs`);
  if (kernel !== 1 && kernel !== 3) fail(`expected 1 or 3 in ${path}.kernel`);
  if (stride !== 1 && stride !== 2) fail(`expected 1 or 2 in ${path}.stride`);
  if (kernel === 1 && stride === 2) fail(`expected the stride 1 with the kernel 1 in ${path}`);
  if (typeof relu !== 'boolean') fail(`expected true or false in ${path}.relu`);
  if (typeof unit !== 'number' || !(unit > 0 && unit < 1e9)) fail(`expected a number above 0 in ${path}.unit`);
  const outputs = wholeOf(layer.outputs, `${path}.outputs`, [1, MOST_CHANNELS], fail);
  return { name, from, kernel, stride, inputs, outputs, relu, unit } as Facts;
}

const recordOf = (value: unknown, path: string, fail: Fail): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail(`expected a mapping in ${path}`);

const wholeOf = (value: unknown, path: string, [least, most]: readonly [number, number], fail: Fail): number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    ? (value as number)
    : fail(`expected a whole number from ${least} to ${most} in ${path}`);

/** No sum may leave 32 bits, whatever the picture. */
function checkNumbers({ name, from, outputs, weights, scales, biases }: Layer, fail: Fail): void {
  const each = weights.length / outputs;
  const largest = from === 'input' ? 255 : LARGEST;
  for (let o = 0; o < outputs; o++) {
    let sum = Math.abs(biases[o]);
    for (let i = o * each; i < (o + 1) * each; i++) sum += largest * Math.abs(weights[i]);
    if (sum > 0x7fffffff) fail(`the sums of output ${o} of ${name} can leave 32 bits`);
    if (!(scales[o] >= 0 && scales[o] < 1e9)) fail(`expected a scale from 0 on for output ${o} of ${name}`);
  }
}
