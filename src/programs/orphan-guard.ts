/**
 * Makes sure that no program outlives us, however we end: by exit, by signal or by kill -9.
 *
 * A tiny shell process holds the other end of a pipe and a list of process groups. When the pipe closes, and the
 * operating system closes it whatever happens to us, it kills the groups that are still on the list, and whatever carries
 * our mark (program-mark.ts). There is one guard per process, started with the first group. Windows has no process groups and goes without.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { processMark } from './program-mark.ts';

const SCRIPT = `
groups=
while read -r op group; do
  if [ "$op" = + ]; then groups="$groups $group"; continue; fi
  kept=
  for g in $groups; do [ "$g" = "$group" ] || kept="$kept $g"; done
  groups=$kept
done
for g in $groups; do kill -s KILL -- "-$g"; done
[ -n "$groups" ] || exit 0
round=0 found=yes
while [ -n "$found" ] && [ $round -lt 100 ]; do
  found= round=$((round + 1))
  for file in $(grep -l -s -a -F "$1" /proc/[0-9]*/environ); do
    found=yes pid=\${file#/proc/}
    kill -s KILL "\${pid%/environ}"
  done
done
`;

let guard: ChildProcess | undefined;

function tellGuard(text: string): void {
  if (guard === undefined) {
    // in a group of its own, so that an interrupt from the keyboard does not end it before its work
    guard = spawn('/bin/sh', ['-c', SCRIPT, 'guard', processMark()], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.on('error', () => {});
    guard.stdin!.on('error', () => {});
    guard.unref();
    (guard.stdin as Socket).unref();
  }
  guard.stdin!.write(text);
}

/** From now on the group dies when we do. */
export function guardGroup(group: number): void {
  if (process.platform !== 'win32') tellGuard(`+ ${group}\n`);
}

/** The group has ended; its number may be used again. */
export function releaseGroup(group: number): void {
  if (process.platform !== 'win32') tellGuard(`- ${group}\n`);
}
