/**
 * The kinds of hosts and clocks as they can be known anywhere, a browser included: what they are called, what they are told and
 * what they are like. Where they cannot be opened, opening says so; `catalog.ts` has them as Node opens them.
 */
import type { AnyClockKind } from '../core/clock.ts';
import { freeClock } from '../core/clock.ts';
import type { AnyHostKind } from '../core/host.ts';
import { HostError } from '../core/host.ts';
import { InputError } from '../core/input-error.ts';
import { localHost } from '../core/local-host.ts';
import { canKind } from './can/kind.ts';
import { computerKind } from './computer/kind.ts';
import { externalClockKind, pacedClockKind } from './clocks/kinds.ts';
import { rosbridgeHostKind } from './rosbridge/kind.ts';
import { serialHostKind } from './serial/kind.ts';
import { processKind } from './process/kind.ts';
import { videoKind } from './video/kind.ts';
import { workerKind } from './worker/kind.ts';

const elsewhere = (kind: Omit<AnyHostKind, 'open'>): AnyHostKind => ({
  ...kind,
  open(block) {
    throw new HostError(block.name, `a ${kind.kind} host needs the command line: npx skidpad run`);
  },
});

const clockElsewhere = (kind: Omit<AnyClockKind, 'open'>): AnyClockKind => ({
  ...kind,
  open() {
    throw new InputError('clock', `a clock of kind ${kind.kind} needs the command line: npx skidpad run`);
  },
});

export const hostKindsAnywhere: readonly AnyHostKind[] = [
  localHost,
  elsewhere(workerKind),
  elsewhere(processKind),
  elsewhere(computerKind),
  elsewhere(canKind),
  elsewhere(serialHostKind),
  elsewhere(videoKind),
  elsewhere(rosbridgeHostKind),
];
export const clockKindsAnywhere: readonly AnyClockKind[] = [
  freeClock,
  clockElsewhere(pacedClockKind),
  clockElsewhere(externalClockKind),
];
