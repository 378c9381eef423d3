/** A run that was not made here would execute what it carries. The command line turns it into an exit code of its own. */
export class UntrustedRunError extends Error {
  override readonly name = 'UntrustedRunError';
}
