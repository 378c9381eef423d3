/** Starts the program; it ends with the link, and with everything it has started. */
import { commandWords } from '../../programs/command-words.ts';
import type { CanLink } from '../../bus/can/can-link.ts';
import { defineLink } from '../../core/link.ts';
import { programKind } from './kind.ts';

export const programLink = defineLink({
  ...programKind,
  async open({ command, firmware, timeLimit }, context): Promise<CanLink> {
    const { SlcanProgram } = await import('./slcan-program.ts');
    const { builtFirmware } = await import('./built-firmware.ts');
    const words = command === undefined ? [await builtFirmware(firmware!, 'slcan')] : commandWords(command);
    return SlcanProgram.start({ words, timeLimit }, context);
  },
});
