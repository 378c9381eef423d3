/**
 * Firmware on an emulated microcontroller. Its serial line is the standard input and output of QEMU, and QEMU's monitor, on a pipe of
 * its own, is its reset line and its supply.
 */
import { existsSync } from 'node:fs';
import type { CanLink, EcuPower } from '../../bus/can/can-link.ts';
import type { LinkContext } from '../../core/link.ts';
import { builtFirmware } from '../program/built-firmware.ts';
import { SlcanProgram } from '../program/slcan-program.ts';
import { MachineMonitor } from './machine-monitor.ts';

const EMULATOR = 'qemu-system-arm';

export interface EmulatedEcuParams {
  readonly firmware: string;
  readonly machine: string;
  readonly timeLimit: number;
}

export async function openEmulatedEcu(params: EmulatedEcuParams, context: LinkContext): Promise<CanLink> {
  const { firmware } = params;
  const elf = /^[a-z][a-z0-9-]*$/.test(firmware) ? await builtFirmware(firmware, 'mps2') : firmware;
  if (!existsSync(elf)) throw new Error(`there is no firmware ${JSON.stringify(elf)}`);
  const ecu = await startEmulator(elf, params, context);
  const monitor = new MachineMonitor(ecu.program.channel);
  try {
    await monitor.execute('qmp_capabilities');
  } catch (error) {
    await ecu.kill();
    throw error;
  }
  return {
    send: (frame) => ecu.send(frame),
    listen: (listener) => ecu.listen(listener),
    onFailure: (listener) => ecu.onFailure(listener),
    power: powerOf(ecu, monitor),
    close: () => ecu.kill(),
  };
}

async function startEmulator(
  elf: string,
  { machine, timeLimit }: EmulatedEcuParams,
  context: LinkContext,
): Promise<SlcanProgram> {
  const words = [EMULATOR, '-M', machine, '-kernel', elf, '-display', 'none', '-no-user-config'];
  words.push('-chardev', 'stdio,id=uart,signal=off', '-serial', 'chardev:uart');
  words.push('-chardev', 'socket,id=monitor,fd=3', '-mon', 'chardev=monitor,mode=control');
  try {
    return await SlcanProgram.start({ words, timeLimit, hasChannel: true }, context);
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes('there is no such program')) throw error;
    throw new Error(`${EMULATOR} is not installed: apt-get install qemu-system-arm`);
  }
}

const powerOf = (ecu: SlcanProgram, monitor: MachineMonitor): EcuPower => ({
  async reset() {
    const wasReset = monitor.event('RESET');
    await monitor.execute('system_reset');
    await monitor.execute('cont');
    await wasReset;
    await ecu.openChannel();
  },
  stall: () => monitor.execute('stop'),
  resume: () => monitor.execute('cont'),
});
