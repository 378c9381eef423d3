/** What these tests need of the machine. */
import { spawnSync } from 'node:child_process';

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

export const hasCompiler = has('cc');
export const hasEmulator = has('qemu-system-arm') && has('arm-none-eabi-gcc');
