/**
 * An open serial line. Unplugging it at any moment is a failure with a sentence; bytes that the device does not take wait up to a bound,
 * beyond which the line has failed too. Closing always ends, whatever the device does.
 */
import type { ByteLink } from '../../bus/serial/byte-link.ts';
import { Audience } from '../audience.ts';
import { Breakage } from '../breakage.ts';
import type { SerialPackage } from './installed-serialport.ts';
import { installedSerialport } from './installed-serialport.ts';
import { openProblem } from './open-problem.ts';

export interface SerialLine extends ByteLink {
  /** Bytes that the device has not taken yet. */
  readonly waiting: number;
}

/** Bytes that may wait for a device: 6 s at 1.5 Mbit/s. */
const MOST_WAITING = 1 << 20;
/** From one look at the device to the next [ms of wall time]. */
const LOOK_MS = 200;
/** Beyond this a device that does not close is left to the system [ms of wall time]. */
const CLOSING_MS = 2000;

const GONE = 'the device has gone, or the other side has closed it';
/** EIO, ENXIO and ENODEV in words. */
const HUNG_UP = /input\/output error|no such device/i;

type Port = InstanceType<SerialPackage['SerialPort']>;

export async function openSerialLine(path: string, baud: number, nowNs: () => number): Promise<SerialLine> {
  const serialport = installedSerialport();
  const port = new serialport.SerialPort({ path, baudRate: baud, autoOpen: false });
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(error) : resolve()));
  }).catch(async (error: Error) => {
    throw new Error(await openProblem(path, error, serialport), { cause: error });
  });
  return serialLine(port, path, nowNs);
}

function serialLine(port: Port, path: string, nowNs: () => number): SerialLine {
  const audience = new Audience<Uint8Array>();
  const breakage = new Breakage();
  let closing: Promise<void> | undefined;
  const broke = (why: string) => {
    if (closing === undefined) breakage.report(`${path}: ${why}`);
  };
  const look = watch(port, () => {
    broke(GONE);
    if (port.isOpen) port.close(() => {});
  });
  port.on('data', (bytes: Buffer) => audience.tell(bytes, nowNs()));
  port.on('close', () => broke(GONE));
  port.on('end', () => broke('the other side has closed it'));
  port.on('error', ({ message }) => broke(`has failed: ${message}`));
  return {
    listen: audience.listen,
    onFailure: breakage.onFailure,
    get waiting() {
      return port.writableLength;
    },
    write(bytes) {
      if (closing !== undefined || breakage.problem !== undefined) return;
      if (port.writableLength + bytes.length > MOST_WAITING) {
        return broke(`${port.writableLength} bytes wait to be sent: the device does not take them`);
      }
      port.write(Buffer.from(bytes));
    },
    close() {
      clearInterval(look);
      return (closing ??= closed(port));
    },
  };
}

/**
 * Looks after a device that went away while nobody read from it: reading from a terminal that was hung up ends at once with nothing, which
 * the package takes for a pause and tries again without end. Asking for its lines then fails, otherwise than where it has none.
 */
function watch(port: Port, gone: () => void): NodeJS.Timeout {
  const look = setInterval(() => {
    if (!port.isOpen) return clearInterval(look);
    port.get((error) => {
      if (error === null || !HUNG_UP.test(error.message)) return;
      clearInterval(look);
      gone();
    });
  }, LOOK_MS);
  return look;
}

function closed(port: Port): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(resolve, CLOSING_MS);
    const done = () => {
      clearTimeout(giveUp);
      resolve();
    };
    port.once('close', done);
    if (port.isOpen) port.close(done);
    else if (!port.closing) done();
  });
}
