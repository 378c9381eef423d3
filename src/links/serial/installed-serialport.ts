/** The package that knows serial lines, where it is installed: it has a part that is compiled for each system. */
import { createRequire } from 'node:module';

export type SerialPackage = typeof import('serialport');

export function installedSerialport(): SerialPackage {
  try {
    return createRequire(import.meta.url)('serialport') as SerialPackage;
  } catch {
    throw new Error('a serial line needs a package that is not installed: npm install serialport@13');
  }
}
