/** The kinds of links under Node. */
import type { AnyLinkKind } from '../core/link.ts';
import { programLink } from './program/program-link.ts';
import { qemuLink } from './qemu/qemu-link.ts';
import { udpLink } from './udp/udp-link.ts';

export const linkKinds: readonly AnyLinkKind[] = [udpLink, programLink, qemuLink];
