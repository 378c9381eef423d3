/** Networks in the loop: quantised convolutions, the same bits in every engine, synchronous. */
export type { Layer, Network } from './network.ts';
export { LARGEST, multiplications } from './network.ts';
export { readNetwork, writeNetwork } from './network-file.ts';
export type { LayerOutput } from './network-runner.ts';
export { NetworkRunner } from './network-runner.ts';
