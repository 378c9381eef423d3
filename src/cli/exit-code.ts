/** What the exit code of every command means. */
import { HostError } from '../core/host.ts';
import { LinkError } from '../core/link.ts';
import { InputError } from '../core/input-error.ts';
import { oneLine } from '../core/one-line.ts';
import { shortPath } from '../node/files.ts';
import { UntrustedRunError } from '../node/untrusted-run-error.ts';

export const ExitCode = {
  success: 0,
  /** An expectation failed, or two runs differ. */
  failed: 1,
  /** Also a file that cannot be read or written: no such file, a full disk, no permission, no file handle left. */
  badInput: 2,
  hostFailed: 3,
  /** A run that was made elsewhere would execute what it carries, and nobody said that it may. */
  untrusted: 4,
  /** Stopped by SIGINT, SIGTERM or SIGHUP; what was recorded is readable. */
  interrupted: 130,
} as const;

/** Where in a user's block it happened, as far as the engine tells. */
function placeOf(cause: unknown): string {
  const frame =
    cause instanceof Error
      ? /([^/\\\s(]+\.(?:ts|mts|js|mjs):\d+:\d+)/.exec(
          cause.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '',
        )
      : null;
  return frame === null ? '' : ` (${frame[1]})`;
}

/** One sentence and an exit code for anything thrown. Only a defect of ours shows a stack. */
export function explain(error: unknown): { message: string; code: number } {
  if (error instanceof InputError) return { message: error.withFileAs(shortPath), code: ExitCode.badInput };
  if (error instanceof UntrustedRunError) return { message: error.message, code: ExitCode.untrusted };
  if (error instanceof LinkError) return { message: error.message, code: ExitCode.hostFailed };
  if (error instanceof HostError)
    return { message: `${error.message}${placeOf(error.cause)}`, code: ExitCode.hostFailed };
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) {
    return { message: oneLine(error.message, 1000), code: ExitCode.badInput };
  }
  return {
    message: `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    code: 70,
  };
}
