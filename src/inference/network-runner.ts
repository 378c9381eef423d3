/**
 * A network at work in one memory: every layer has its room, made once; a run allocates nothing.
 *
 * Channels are kept in eights, the three of a picture in four; what is beyond is zero, and so is a border of one pixel around each layer.
 * Weights lie as the kernel reads them: for eight outputs, rows of the kernel, pairs of inputs, then output by output the two weights of the pair.
 * Checked against: the plain sums of naive-network.ts, every number equal.
 */
import type { FrameMemory } from '../math/frame-memory.ts';
import { bringIn, layOut } from '../pixels/layout.ts';
import type { Layout } from '../pixels/layout.ts';
import type { InferenceKernels } from './kernels/kernels.ts';
import { inferenceKernelsIn } from './kernels/kernels.ts';
import type { Layer, Network } from './network.ts';
import { LARGEST, layersFor, layerSizes } from './network.ts';

const JOB_WORDS = 16;

/** Where the activations of a layer lie: its first pixel, and bytes from one to the next and from row to row. */
interface Room {
  readonly size: number;
  readonly first: number;
  readonly pixel: number;
  readonly row: number;
}

/** What a layer says: `values[(row · columns + column) · outputs + channel]`, each times `unit`. */
export interface LayerOutput {
  readonly columns: number;
  readonly rows: number;
  readonly outputs: number;
  readonly unit: number;
  readonly values: Int16Array;
}

export class NetworkRunner {
  private readonly layout: Layout<string>;
  private readonly kernels: InferenceKernels;
  private readonly layers: readonly Layer[];
  private readonly input: Room;
  private readonly results: readonly {
    readonly room: Room;
    readonly source: Int16Array;
    readonly output: LayerOutput;
  }[];

  constructor(
    private readonly network: Network,
    outputs: readonly string[],
    frames?: FrameMemory,
  ) {
    this.layers = layersFor(network, outputs);
    const sizes = layerSizes(network);
    const rooms = new Map<string, Room>([['input', roomOf(sizes.get('input')!, 4)]]);
    for (const { name, outputs: channels } of this.layers)
      rooms.set(name, roomOf(sizes.get(name)!, (channels + 7) & ~7));
    const places: Record<string, number> = { 'input:room': rooms.get('input')!.size };
    for (const { name, kernel, inputs, outputs: channels } of this.layers) {
      places[`${name}:room`] = rooms.get(name)!.size;
      places[`${name}:weights`] = 2 * kernel * kernel * storedChannels(inputs) * ((channels + 7) & ~7);
      places[`${name}:table`] = 8 * ((channels + 7) & ~7);
      places[`${name}:job`] = 4 * JOB_WORDS;
    }
    this.layout = layOut(frames, places, 3 * network.width * network.height + 16);
    this.kernels = inferenceKernelsIn(this.layout.memory);
    this.input = rooms.get('input')!;
    for (const layer of this.layers) this.settle(layer, rooms, sizes.get(layer.name)!);
    this.results = outputs.map((name) => {
      const { outputs: channels, unit } = this.layers.find((layer) => layer.name === name)!;
      const { width, height } = sizes.get(name)!;
      const room = rooms.get(name)!;
      const source = new Int16Array(this.layout.buffer, this.layout.at[`${name}:room`], room.size / 2);
      return {
        room,
        source,
        output: {
          columns: width,
          rows: height,
          outputs: channels,
          unit,
          values: new Int16Array(width * height * channels),
        },
      };
    });
  }

  /** What the network says of a picture, rgb8, whose rows are `step` bytes apart; one answer per output, good until the next run. */
  run(data: Uint8Array, step: number): readonly LayerOutput[] {
    const { layout, network, kernels, input } = this;
    const { width, height } = network;
    const src = bringIn(layout, data, step, { rowSize: 3 * width, firstRow: 0, rows: height });
    kernels.unpack(src, layout.at['input:room'] + input.first, input.row, width, height);
    for (let i = 0; i < this.layers.length; i++) kernels.convolve(layout.at[`${this.layers[i].name}:job`]);
    for (const result of this.results) copyOut(result.room, result.source, result.output);
    return this.answers;
  }

  private get answers(): readonly LayerOutput[] {
    return (this.collected ??= this.results.map(({ output }) => output));
  }
  private collected: readonly LayerOutput[] | undefined;

  /** Writes weights, table and job of a layer. */
  private settle(layer: Layer, rooms: ReadonlyMap<string, Room>, size: { width: number; height: number }): void {
    const { at, buffer } = this.layout;
    const { name, from, kernel, stride, inputs, outputs, relu } = layer;
    const [source, own] = [rooms.get(from)!, rooms.get(name)!];
    const stored = storedChannels(inputs);
    const groups = (outputs + 7) >> 3;
    packWeights(layer, new Int16Array(buffer, at[`${name}:weights`], kernel * kernel * stored * groups * 8));
    for (let group = 0; group < groups; group++) {
      const scales = new Float32Array(buffer, at[`${name}:table`] + 64 * group, 8);
      const biases = new Int32Array(buffer, at[`${name}:table`] + 64 * group + 32, 8);
      for (let k = 0; k < 8 && 8 * group + k < outputs; k++) {
        scales[k] = layer.scales[8 * group + k];
        biases[k] = layer.biases[8 * group + k];
      }
    }
    // a kernel of 3 begins one row and one pixel before
    const first = at[`${from}:room`] + source.first - (kernel === 3 ? source.row + source.pixel : 0);
    const job = [first, at[`${name}:room`] + own.first, at[`${name}:weights`], at[`${name}:table`]];
    job.push(source.row, stride * source.pixel, stride * source.row, size.height, size.width / 4, groups);
    job.push(kernel, (kernel * stored) / 2, relu ? 0 : -LARGEST, LARGEST, own.row, own.pixel);
    new Int32Array(buffer, at[`${name}:job`], JOB_WORDS).set(job);
  }
}

/** Inputs come as three channels in four; layers in eights. */
const storedChannels = (inputs: number): number => (inputs === 3 ? 4 : (inputs + 7) & ~7);

function roomOf({ width, height }: { width: number; height: number }, channels: number): Room {
  const pixel = 2 * channels;
  // one pixel more at the end of a row: strides of 2 may look there
  const row = pixel * (width + 2);
  return { size: row * (height + 2), first: row + pixel, pixel, row };
}

function packWeights({ kernel, inputs, outputs, weights }: Layer, packed: Int16Array): void {
  const stored = storedChannels(inputs);
  const run = kernel * stored;
  for (let o = 0; o < outputs; o++) {
    const [group, lane] = [o >> 3, o & 7];
    for (let row = 0; row < kernel; row++)
      for (let column = 0; column < kernel; column++)
        for (let i = 0; i < inputs; i++) {
          const place = column * stored + i;
          const at = (((group * kernel + row) * run) / 2 + (place >> 1)) * 16 + 2 * lane + (place & 1);
          packed[at] = weights[((o * kernel + row) * kernel + column) * inputs + i];
        }
  }
}

function copyOut(room: Room, source: Int16Array, { columns, rows, outputs, values }: LayerOutput): void {
  for (let y = 0, to = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const from = (room.first + y * room.row + x * room.pixel) / 2;
      for (let k = 0; k < outputs; k++) values[to++] = source[from + k];
    }
}
