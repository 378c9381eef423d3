/** A program that speaks slcan on its standard input and output. */
import type { LinkKind } from '../../core/link.ts';
import { optional, param, text } from '../../core/schema.ts';

const params = {
  command: optional(text(undefined, 'the program and its arguments')),
  firmware: optional(
    text(undefined, 'instead of a command: an application of the firmware folder, compiled for this machine'),
  ),
  timeLimit: param(20, 's', 'wall time within which it must answer when its channel is opened', { above: 0, max: 1e6 }),
};

export const programKind = {
  kind: 'program',
  carries: 'can',
  doc: 'CAN frames to and from a program that speaks slcan on its standard input and output',
  params,
  check: ({ command, firmware }: { readonly command?: string; readonly firmware?: string }) =>
    (command === undefined) === (firmware === undefined)
      ? (['command', 'expected either a command or firmware'] as const)
      : undefined,
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
