/** The slcan adapter of a scenario, as Node opens it. */
import type { CanLink } from '../../bus/can/can-link.ts';
import { defineLink } from '../../core/link.ts';
import { openSerialLine } from '../serial/serial-line.ts';
import { slcanKind } from './kind.ts';
import { SlcanAdapter } from './slcan-adapter.ts';

export const slcanLink = defineLink({
  ...slcanKind,
  async open({ path, serialBaud, ...settings }, context): Promise<CanLink> {
    const line = await openSerialLine(path, serialBaud, context.nowNs);
    try {
      return await SlcanAdapter.open(line, settings, context);
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
    }
  },
});
