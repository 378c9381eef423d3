/** The definition of a network, number by number: what the kernels are held to. Slow. */
import type { Layer, Network } from './network.ts';
import { LARGEST, layerSizes } from './network.ts';

export interface Activations {
  readonly columns: number;
  readonly rows: number;
  readonly channels: number;
  readonly values: ArrayLike<number>;
}

/** Every layer's activations, by name. */
export function runNaively(network: Network, rgb: Uint8Array): Map<string, Activations> {
  const sizes = layerSizes(network);
  const made = new Map<string, Activations>([
    ['input', { columns: network.width, rows: network.height, channels: 3, values: rgb }],
  ]);
  for (const layer of network.layers) {
    const { width, height } = sizes.get(layer.name)!;
    made.set(layer.name, convolveNaively(layer, made.get(layer.from)!, width, height));
  }
  return made;
}

function convolveNaively(layer: Layer, before: Activations, columns: number, rows: number): Activations {
  const { kernel, stride, inputs, outputs, weights, scales, biases, relu } = layer;
  const values = new Int16Array(columns * rows * outputs);
  const reach = (kernel - 1) / 2;
  for (let y = 0, to = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let o = 0; o < outputs; o++) {
        let sum = biases[o];
        for (let row = 0; row < kernel; row++)
          for (let column = 0; column < kernel; column++) {
            const [v, u] = [y * stride + row - reach, x * stride + column - reach];
            if (v < 0 || u < 0 || v >= before.rows || u >= before.columns) continue;
            for (let i = 0; i < inputs; i++)
              sum +=
                before.values[(v * before.columns + u) * inputs + i] *
                weights[((o * kernel + row) * kernel + column) * inputs + i];
          }
        const value = roundHalfEven(Math.fround(Math.fround(sum) * scales[o]));
        values[to++] = Math.min(LARGEST, Math.max(relu ? 0 : -LARGEST, value));
      }
  return { columns, rows, channels: outputs, values };
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1;
}
