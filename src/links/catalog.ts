/** The kinds of links under Node. */
import type { AnyLinkKind } from '../core/link.ts';
import { ptpLink } from './ptp/ptp-link.ts';
import { udpLink } from './udp/udp-link.ts';

export const linkKinds: readonly AnyLinkKind[] = [ptpLink, udpLink];
