/** An emulated microcontroller: QEMU, with slcan on the first serial line of its machine. */
import type { LinkKind } from '../../core/link.ts';
import { param, text } from '../../core/schema.ts';

const params = {
  firmware: text(undefined, 'an application of the firmware folder, such as cruise, or the path of an ELF file'),
  machine: text(
    'mps2-an386',
    "QEMU's name of the machine; its first serial line must be where the firmware speaks slcan",
  ),
  timeLimit: param(20, 's', 'wall time within which it must answer when its channel is opened', { above: 0, max: 1e6 }),
};

export const qemuKind = {
  kind: 'qemu',
  carries: 'can',
  doc: 'CAN frames to and from firmware on an emulated microcontroller, slcan on its serial line',
  params,
  check: ({ machine }: { readonly machine: string }) =>
    /^[\w.-]+$/.test(machine)
      ? undefined
      : (['machine', `expected the name of a machine, got ${JSON.stringify(machine)}`] as const),
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
