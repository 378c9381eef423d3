/** On an ECU behind a CAN link, that stands in for the block. */
import { CAN_LINK } from '../../bus/can/can-link.ts';
import type { HostKind } from '../../core/host.ts';
import { choice, text } from '../../core/schema.ts';

const params = {
  link: text(undefined, 'the link behind which the ECU is'),
  timing: choice(
    'answered',
    ['answered', 'free'],
    'answered: the ECU steps when it is released, and the loop waits for it; free: it steps by its own clock, and what has arrived is its answer',
  ),
};

export const canKind = {
  kind: 'can',
  doc: 'on an ECU behind a link that carries CAN frames; the block has one queued input and one queued output of them',
  params,
  shorthand: 'link',
  links: { link: CAN_LINK },
  traits: { deterministic: false, savable: false, takesChanges: true, standsIn: true, ownStamps: true },
  label: ({ link, timing }: { readonly link: string; readonly timing: string }) =>
    timing === 'free' ? `can (${link}, free)` : `can (${link})`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
