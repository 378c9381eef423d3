/** The kinds of links under Node. */
import type { AnyLinkKind } from '../core/link.ts';
import { ptpLink } from './ptp/ptp-link.ts';
import { programLink } from './program/program-link.ts';
import { qemuLink } from './qemu/qemu-link.ts';
import { rosbridgeLink } from './rosbridge/rosbridge-link.ts';
import { serialLink } from './serial/serial-link.ts';
import { slcanLink } from './slcan/slcan-link.ts';
import { socketcanLink } from './socketcan/socketcan-link.ts';
import { socketcandLink } from './socketcand/socketcand-link.ts';
import { udpLink } from './udp/udp-link.ts';

export const linkKinds: readonly AnyLinkKind[] = [
  udpLink,
  ptpLink,
  serialLink,
  slcanLink,
  socketcanLink,
  socketcandLink,
  programLink,
  qemuLink,
  rosbridgeLink,
];
