/** On another computer, or in a program that stands for one: the blocks' own steps, with the same bits. */
import type { HostKind } from '../../core/host.ts';
import { optional, text } from '../../core/schema.ts';

const params = {
  name: text(undefined, 'name of the computer; blocks with the same name share it'),
  command: optional(
    text(undefined, 'what starts it, such as "ssh box npx skidpad computer"; a program on this machine when absent'),
  ),
};

export const computerKind = {
  kind: 'computer',
  doc: 'on another computer, or in a program that stands for one, together with all blocks of the same name',
  params,
  shorthand: 'name',
  traits: { deterministic: true, savable: false, takesChanges: true },
  label: ({ name }: { readonly name: string }) => `computer ${name}`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
