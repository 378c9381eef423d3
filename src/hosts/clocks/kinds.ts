/** Clocks that follow the wall, or somebody else: what they are called and what they are told. */
import type { ClockKind } from '../../core/clock.ts';
import { flag, param } from '../../core/schema.ts';

const paced = { speed: param(1, '', 'simulated seconds per second of wall time', { above: 0 }) };

export const pacedClockKind = {
  kind: 'paced',
  doc: 'by the wall clock',
  params: paced,
  label: ({ speed }: { readonly speed: number }) => `paced × ${speed}`,
} as const satisfies Omit<ClockKind<typeof paced>, 'open'>;

const external = {
  realTime: flag(
    false,
    'whether whoever grants the time keeps pace with the wall clock, as a robot does: an answer that is late is then late for it, and the late policies act',
  ),
};

export const externalClockKind = {
  kind: 'external',
  doc: 'as lines on standard input say',
  params: external,
  label: ({ realTime }: { readonly realTime: boolean }) => (realTime ? 'external, in real time' : 'external'),
} as const satisfies Omit<ClockKind<typeof external>, 'open'>;
