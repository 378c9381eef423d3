/** A network that a parameter names, with the layers that are asked for. */
import type { Assets } from '../../core/block.ts';
import { InputError } from '../../core/input-error.ts';
import type { Network } from '../../inference/index.ts';
import { readNetwork } from '../../inference/index.ts';
import { VIEW_SIZE } from './view-ground.ts';

/** The network in this file, which must have a layer of this name with so many outputs. */
export function networkWith(file: string, assets: Assets, layer: string, outputs: number): Network {
  const network = readNetwork(assets.bytes(file), file);
  const found = network.layers.find(({ name }) => name === layer);
  if (found?.outputs !== outputs)
    throw new InputError(file, `expected a network with a layer ${layer} of ${outputs} outputs`);
  if (network.width !== VIEW_SIZE || network.height !== VIEW_SIZE)
    throw new InputError(
      file,
      `expected a network for ${VIEW_SIZE} × ${VIEW_SIZE} pixels, got one for ${network.width} × ${network.height}`,
    );
  return network;
}
