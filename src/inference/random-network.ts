/** Networks of random numbers, for trials of what reads and runs them. */
import type { RandomStream } from '../math/random.ts';
import { createStream, integerBelow, uniformBetween } from '../math/random.ts';
import type { Layer, Network } from './network.ts';

type Shape = Pick<Layer, 'name' | 'from' | 'kernel' | 'stride' | 'outputs' | 'relu'>;

export function randomNetwork(seed: number, width: number, height: number, shapes: readonly Shape[]): Network {
  const stream = createStream(seed, 'network');
  const channels = new Map([['input', 3]]);
  const layers = shapes.map((shape) => {
    channels.set(shape.name, shape.outputs);
    return randomLayer(stream, shape, channels.get(shape.from)!);
  });
  return { width, height, layers, about: `random numbers of the seed ${seed}` };
}

function randomLayer(stream: RandomStream, shape: Shape, inputs: number): Layer {
  const count = shape.outputs * shape.kernel * shape.kernel * inputs;
  const gain = shape.from === 'input' ? 1 : 1 / 64;
  return {
    ...shape,
    inputs,
    unit: 1 / 1024,
    weights: Int8Array.from({ length: count }, () => integerBelow(stream, 255) - 127),
    scales: Float32Array.from({ length: shape.outputs }, () => gain * uniformBetween(stream, 0.1, 1)),
    biases: Int32Array.from({ length: shape.outputs }, () => integerBelow(stream, 20_001) - 10_000),
  };
}
