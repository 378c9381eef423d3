/** Networks in the loop: quantised convolutions, the same bits in every engine, synchronous. */
export type { Network } from './network.ts';
export { readNetwork, writeNetwork } from './network-file.ts';
export type { LayerOutput } from './network-runner.ts';
export { NetworkRunner } from './network-runner.ts';
