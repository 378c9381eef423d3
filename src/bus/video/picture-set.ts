/**
 * A set of pictures, one of each camera, that are handed over together, and what is said of it when it has come back.
 *
 * A set is whole when every camera has sent a picture since the set before: cameras of one period and one offset give sets whose sensor
 * times are equal, and where they are not, the skew of the set says so.
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { Input } from '../../core/signal.ts';
import type { Image, InjectionAck } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';

/** What all pictures of all sets are. */
export interface PictureFormat {
  readonly cameras: number;
  readonly width: number;
  readonly height: number;
  readonly encoding: string;
}

/** 4:2:2 has two bytes a pixel. */
export const pictureBytes = ({ width, height }: PictureFormat): number => 2 * width * height;

type Pictures = readonly Input<Image>[];

/** Whether each camera has sent a picture since `heard`, the sequence of the last that was handed over; `heard` is then moved on. */
export function takeSet(pictures: Pictures, heard: number[], format: PictureFormat): boolean {
  for (let i = 0; i < pictures.length; i++) if (pictures[i].sequence === heard[i]) return false;
  for (let i = 0; i < pictures.length; i++) {
    checkPicture(pictures[i].value, i, format);
    heard[i] = pictures[i].sequence;
  }
  return true;
}

function checkPicture({ width, height, step, encoding, data }: Image, camera: number, format: PictureFormat): void {
  const path = `images[${camera}]`;
  if (encoding !== format.encoding)
    throw new InputError(`${path}.encoding`, `expected ${format.encoding}, got ${quote(encoding)}`);
  if (width !== format.width || height !== format.height)
    throw new InputError(path, `expected ${format.width} × ${format.height} pixels, got ${width} × ${height}`);
  if (step !== 2 * width || data.length !== pictureBytes(format))
    throw new InputError(path, `expected rows of ${2 * width} bytes without gaps, ${pictureBytes(format)} in all`);
}

/** What one camera's part of a set came back with. */
export interface PictureReceipt {
  sensorTime: number;
  hostTime: number;
  checksum: number;
}

export const createReceipts = (cameras: number): PictureReceipt[] =>
  Array.from({ length: cameras }, () => ({ sensorTime: 0, hostTime: 0, checksum: 0 }));

/** Writes what came back with the set that is number `sets`; times of the host's clock in µs. */
export function acknowledge(
  ack: InjectionAck,
  receipts: readonly PictureReceipt[],
  set: { readonly sets: number; readonly nowNs: number; readonly answerTime: number },
): void {
  const cameras = receipts.length;
  if (ack.sensor_times.length !== cameras) {
    ack.sensor_times = new Float64Array(cameras);
    ack.host_times = new Float64Array(cameras);
    ack.checksums = new Uint32Array(cameras);
  }
  let [oldest, newest] = [Infinity, -Infinity];
  receipts.forEach(({ sensorTime, hostTime, checksum }, i) => {
    oldest = Math.min(oldest, sensorTime);
    newest = Math.max(newest, sensorTime);
    ack.sensor_times[i] = sensorTime;
    ack.host_times[i] = hostTime;
    ack.checksums[i] = checksum;
  });
  const { hostTime } = receipts[0];
  setTime(ack.stamp, set.nowNs);
  ack.sets = set.sets;
  ack.age = (hostTime - oldest) / 1e6;
  ack.skew = (newest - oldest) / 1e6;
  ack.latency = (set.answerTime - hostTime) / 1e6;
}
