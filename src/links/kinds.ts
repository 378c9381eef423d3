/**
 * The kinds of links as they can be known anywhere, a browser included: what they are called and what they are told. Where they cannot be
 * opened, opening says so; `catalog.ts` has them as Node opens them.
 */
import type { AnyLinkKind } from '../core/link.ts';
import { ptpKind } from './ptp/kind.ts';
import { rosbridgeKind } from './rosbridge/kind.ts';
import { rosbridgeServerKind } from './rosbridge-server/kind.ts';
import { serialKind } from './serial/kind.ts';
import { slcanKind } from './slcan/kind.ts';
import { socketcanKind } from './socketcan/kind.ts';
import { socketcandKind } from './socketcand/kind.ts';
import { programKind } from './program/kind.ts';
import { qemuKind } from './qemu/kind.ts';
import { udpKind } from './udp/kind.ts';

const elsewhere = (kind: Omit<AnyLinkKind, 'open'>): AnyLinkKind => ({
  ...kind,
  open: () => Promise.reject(new Error(`a link of kind ${kind.kind} needs the command line: npx skidpad run`)),
});

export const linkKindsAnywhere: readonly AnyLinkKind[] = [
  elsewhere(udpKind),
  elsewhere(ptpKind),
  elsewhere(serialKind),
  elsewhere(slcanKind),
  elsewhere(socketcanKind),
  elsewhere(socketcandKind),
  elsewhere(programKind),
  elsewhere(qemuKind),
  elsewhere(rosbridgeKind),
  elsewhere(rosbridgeServerKind),
];
