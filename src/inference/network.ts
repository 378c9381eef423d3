/**
 * A quantised network: convolutions of 1 × 1 or 3 × 3 with stride 1 or 2 on a picture of three bytes per pixel.
 *
 *   q = min(high, max(low, nearest(f32(bias + Σ a w) · scale)))        a, q: whole numbers up to ±LARGEST, w: −127 … 127
 *
 * What q stands for is q · unit of its layer; the pixels of the input are whole numbers 0 … 255. low is 0 with ReLU, −LARGEST without. Outside
 * of a layer there are zeros.
 */

/** Activations stay within ±this, so that no sum leaves 32 bits (checked when a network is read). */
export const LARGEST = 16_383;

export interface Layer {
  readonly name: string;
  /** Name of the layer before, or `input`. */
  readonly from: string;
  readonly kernel: 1 | 3;
  readonly stride: 1 | 2;
  readonly inputs: number;
  readonly outputs: number;
  readonly relu: boolean;
  /** What 1 of its outputs stands for. */
  readonly unit: number;
  /** outputs × kernel × kernel × inputs, the last index fastest. */
  readonly weights: Int8Array;
  /** Per output. */
  readonly scales: Float32Array;
  readonly biases: Int32Array;
}

export interface Network {
  /** Size of the picture [px]; multiples of 4 at every layer. */
  readonly width: number;
  readonly height: number;
  /** In an order in which each layer comes after the one it reads. */
  readonly layers: readonly Layer[];
  /** What it was made from, for people. */
  readonly about: string;
}

export interface LayerSize {
  readonly width: number;
  readonly height: number;
}

/** Sizes of `input` and of every layer, by name. */
export function layerSizes({
  width,
  height,
  layers,
}: Pick<Network, 'width' | 'height' | 'layers'>): Map<string, LayerSize> {
  const sizes = new Map<string, LayerSize>([['input', { width, height }]]);
  for (const { name, from, stride } of layers) {
    const before = sizes.get(from)!;
    sizes.set(name, { width: Math.ceil(before.width / stride), height: Math.ceil(before.height / stride) });
  }
  return sizes;
}

/** The layers that these outputs need, in order. */
export function layersFor({ layers }: Network, outputs: readonly string[]): Layer[] {
  const wanted = new Set(outputs);
  for (let i = layers.length - 1; i >= 0; i--) if (wanted.has(layers[i].name)) wanted.add(layers[i].from);
  return layers.filter(({ name }) => wanted.has(name));
}

/** Multiplications for one picture. */
export function multiplications(network: Network, outputs: readonly string[]): number {
  const sizes = layerSizes(network);
  return layersFor(network, outputs).reduce((sum, { name, weights }) => {
    const { width, height } = sizes.get(name)!;
    return sum + width * height * weights.length;
  }, 0);
}
