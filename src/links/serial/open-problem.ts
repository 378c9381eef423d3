/** Why a serial line cannot be opened, as a sentence for whoever wrote its path. */
import { readdirSync } from 'node:fs';
import type { SerialPackage } from './installed-serialport.ts';

const PORT = /^(tty(ACM|USB|AMA|THS|mxc|XRUSB)\d+|cu\..+)$/;

export async function openProblem(path: string, { message }: Error, serialport: SerialPackage): Promise<string> {
  if (/no such file|file not found/i.test(message)) {
    const ports = await portsHere(serialport);
    return `${path}: there is no such device; ports here: ${ports.length === 0 ? 'none' : ports.join(', ')}`;
  }
  if (/permission denied|access denied/i.test(message)) {
    return `${path}: may not be opened by this user; under Linux members of the group dialout may`;
  }
  if (/cannot lock|resource busy|in use/i.test(message)) return `${path}: is in use by another program`;
  if (/inappropriate ioctl|not a tty|is a directory/i.test(message)) return `${path}: is no serial device`;
  return `${path}: cannot be opened: ${message}`;
}

async function portsHere({ SerialPort }: SerialPackage): Promise<string[]> {
  try {
    if (process.platform === 'win32') return (await SerialPort.list()).map(({ path }) => path);
    return readdirSync('/dev')
      .filter((name) => PORT.test(name))
      .map((name) => `/dev/${name}`);
  } catch {
    return [];
  }
}
