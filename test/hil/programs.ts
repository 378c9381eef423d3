/** What these tests need of the machine. */
import { spawnSync } from 'node:child_process';
import type { CanLink } from '../../src/bus/can/can-link.ts';
import type { LinkContext } from '../../src/core/link.ts';
import { programLink } from '../../src/links/program/program-link.ts';
import { qemuLink } from '../../src/links/qemu/qemu-link.ts';

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

export const hasCompiler = has('cc');
export const hasEmulator = has('qemu-system-arm') && has('arm-none-eabi-gcc');

/** The firmware compiled for this machine, and on the emulated one. */
export const openProgram = (firmware = 'cruise'): Promise<CanLink> =>
  programLink.open({ firmware, timeLimit: 20 }, linkContext());
export const openEmulator = (firmware = 'cruise'): Promise<CanLink> =>
  qemuLink.open({ firmware, machine: 'mps2-an386', timeLimit: 20 }, linkContext());

export const linkContext = (): LinkContext => ({ name: 'ecu', nowNs: () => 0, log() {} });
