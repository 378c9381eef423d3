/** Clocks of computers, and how they agree. */
import type { AnyBlock } from '../../core/block.ts';
import { clockDifference } from './clock-difference.ts';
import { clock } from './clock.ts';
import { gptpNode } from './gptp-node.ts';
import { restamp } from './restamp.ts';
import { stampAge } from './stamp-age.ts';

export const clockBlocks: readonly AnyBlock[] = [clock, clockDifference, gptpNode, restamp, stampAge];
