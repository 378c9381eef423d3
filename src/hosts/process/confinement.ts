/**
 * Taking rights away from a program that is not trusted, with what the machine has:
 *
 *   bubblewrap   no network, files read-only but for temporary ones of its own, no sight of other processes, dies with us
 *   unshare      no network and no sight of other processes
 *
 * Both use Linux namespaces and need no privileges where users may make them. What is in force is said, never assumed.
 */
import { spawnSync } from 'node:child_process';

export interface Confinement {
  /** Put before a program and its arguments. */
  readonly words: readonly string[];
  /** What is taken away, as a part of a sentence. */
  readonly inForce: readonly string[];
}

const BUBBLEWRAP: Confinement = {
  words: [
    ...['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--setenv', 'TMPDIR', '/dev/shm'],
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--'],
  ],
  inForce: ['no network', 'read-only files', 'no sight of other processes'],
};

const UNSHARE: Confinement = {
  words: ['unshare', '--user', '--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', '--'],
  inForce: ['no network', 'no sight of other processes'],
};

const NOTHING: Confinement = { words: [], inForce: [] };

let found: Confinement | undefined;

/** The strongest that works here; looked for once. */
export function confinement(): Confinement {
  found ??= process.platform === 'linux' ? ([BUBBLEWRAP, UNSHARE].find(works) ?? NOTHING) : NOTHING;
  return found;
}

const works = ({ words: [program, ...args] }: Confinement): boolean =>
  spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;

/** `confined: own process, no network, read-only files`, or that nothing is. */
export const confinementLine = (also: readonly string[] = []): string => {
  const parts = [...also, ...confinement().inForce];
  return parts.length === 0 ? 'nothing confines it on this machine' : parts.join(', ');
};
