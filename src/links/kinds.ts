/**
 * The kinds of links as they can be known anywhere, a browser included: what they are called and what they are told. Where they cannot be
 * opened, opening says so; `catalog.ts` has them as Node opens them.
 */
import type { AnyLinkKind } from '../core/link.ts';
import { ptpKind } from './ptp/kind.ts';
import { udpKind } from './udp/kind.ts';

const elsewhere = (kind: Omit<AnyLinkKind, 'open'>): AnyLinkKind => ({
  ...kind,
  open: () => Promise.reject(new Error(`a link of kind ${kind.kind} needs the command line: npx skidpad run`)),
});

export const linkKindsAnywhere: readonly AnyLinkKind[] = [elsewhere(ptpKind), elsewhere(udpKind)];
