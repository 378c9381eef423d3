/** In a program of its own, in any language, that stands in for the block. */
import type { HostKind } from '../../core/host.ts';
import { choice, flag, text } from '../../core/schema.ts';

const params = {
  command: text(undefined, 'the program and its arguments'),
  format: choice('json', ['json', 'cdr'], 'how messages are written: lines of JSON, or binary frames'),
  confined: flag(
    false,
    'whether it goes without network, writable files and sight of other processes, as far as the machine can',
  ),
};

export const processKind = {
  kind: 'process',
  doc: 'in a program of its own that speaks the process protocol on its standard input and output',
  params,
  shorthand: 'command',
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true, ownStamps: true },
  label: ({ command }: { readonly command: string }) => `process (${command})`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
