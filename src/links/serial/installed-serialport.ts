/** The package that knows serial lines, where it is installed: it has a part that is compiled for each system. */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

export type SerialPackage = typeof import('serialport');

export function installedSerialport(): SerialPackage {
  // it listens on the event loop of the process, and would take the process with it
  if (!isMainThread) throw new Error('a serial line can only be opened by the main thread of a process');
  try {
    return createRequire(import.meta.url)('serialport') as SerialPackage;
  } catch {
    throw new Error('a serial line needs a package that is not installed: npm install serialport@13');
  }
}
