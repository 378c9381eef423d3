/** Starts the emulator; it ends with the link. */
import { defineLink } from '../../core/link.ts';
import { qemuKind } from './kind.ts';

export const qemuLink = defineLink({
  ...qemuKind,
  open: async (params, context) => (await import('./emulated-ecu.ts')).openEmulatedEcu(params, context),
});
