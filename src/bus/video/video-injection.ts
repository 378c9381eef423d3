/**
 * Video injection: the pictures of several cameras, taken together, handed to a receiver with both time stamps in their first eight
 * pixels, and what came back from it.
 *
 *   age      = host time − oldest sensor time            of the set, as read back from the pictures
 *   skew     = newest sensor time − oldest sensor time
 *   latency  = time of the answer − host time            by the host's clock
 *
 * The step here is an ideal receiver: it reads stamps and checksums back at once, and the host's clock is simulated time, so its latency
 * is nothing. With `host: { kind: video, … }` a program or a device stands in for it (docs/injection.md); one that gets every byte gives
 * the same acknowledgements, bit for bit.
 *
 * Reference: the parking bench of DMPR-PS, with four 1920 × 1080 cameras as YUV 4:2:2 over GMSL and two 64-bit times in the first 16 bytes.
 * Differs: the order of bytes in them is said. Checked against: receivers in C and Python.
 */
import { defineBlock, occasionalOutput, portList } from '../../core/block.ts';
import { choice, fixed, flag, integer } from '../../core/schema.ts';
import { crc32 } from '../../math/crc32.ts';
import { Image, InjectionAck, timeToNs } from '../../msgs/index.ts';
import type { PictureReceipt } from './picture-set.ts';
import { acknowledge, createReceipts, takeSet } from './picture-set.ts';
import { hostTimeOf, microseconds, sensorTimeOf, STAMP_BYTES, STAMP_PIXELS, stampPicture } from './picture-stamps.ts';

const params = {
  cameras: fixed(integer(4, '', 'how many there are', { min: 1, max: 16 })),
  width: fixed(
    integer(1920, 'px', 'width of every picture; even, since two pixels share their colour', {
      min: STAMP_PIXELS,
      max: 4096,
    }),
  ),
  height: fixed(integer(1080, 'px', 'height of every picture', { min: 1, max: 4096 })),
  encoding: fixed(
    choice('yuv422', ['yuv422', 'yuv422_yuy2'], 'order of the bytes of two pixels: U Y V Y (UYVY), or Y U Y V (YUYV)'),
  ),
  checksum: fixed(flag(true, 'whether the receiver says the CRC-32 of every picture, so that each byte is checked')),
};

interface State {
  /** By camera: sequence of the last picture that was handed over. */
  heard: number[];
  /** The beginning of a picture as it is handed over. */
  stamps: Uint8Array;
  receipts: PictureReceipt[];
  sets: number;
}

export const videoInjection = defineBlock({
  type: 'bus/video-injection',
  doc: 'Hands pictures of several cameras to a receiver in synchronised sets, stamped in their first pixels, and says what came back.',
  params,
  defaultPeriod: 0.1,
  inputs: { images: portList(Image, ({ cameras }) => cameras) },
  outputs: { ack: occasionalOutput(InjectionAck) },
  check: ({ width }) =>
    width % 2 === 1
      ? ['width', `expected an even number, since two pixels share their colour, got ${width}`]
      : undefined,
  init: ({ cameras }): State => ({
    heard: Array.from({ length: cameras }, () => 0),
    stamps: new Uint8Array(STAMP_BYTES),
    receipts: createReceipts(cameras),
    sets: 0,
  }),

  step(params, state, { images }, { ack }, { nowNs }) {
    ack.publish = takeSet(images, state.heard, params);
    if (!ack.publish) return;
    const hostTime = microseconds(nowNs);
    for (let i = 0; i < images.length; i++) {
      const { header, data } = images[i].value;
      stampPicture(state.stamps, microseconds(timeToNs(header.stamp)), hostTime);
      receive(state.stamps, data, params.checksum, state.receipts[i]);
    }
    acknowledge(ack.value, state.receipts, { sets: ++state.sets, nowNs, answerTime: hostTime });
  },
});

/** As the ideal receiver: from the bytes alone, of which the stamps are the first. The camera's own picture is left as it is. */
function receive(stamps: Uint8Array, data: Uint8Array, checksum: boolean, to: PictureReceipt): void {
  to.sensorTime = sensorTimeOf(stamps);
  to.hostTime = hostTimeOf(stamps);
  to.checksum = checksum ? crc32(data, crc32(stamps), STAMP_BYTES) : 0;
}
