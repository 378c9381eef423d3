/** Debian's Python, with whatever of its packages a check needs. */
import { spawnSync } from 'node:child_process';

export const python = '/usr/bin/python3';

/** Whether these modules are there. */
export const pythonHas = (...modules: readonly string[]): boolean =>
  spawnSync(python, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' }).status === 0;

/** Whether a program is on this machine. */
export const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
