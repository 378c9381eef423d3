/**
 * What goes wrong in a run, in one list of the scenario, is handed to whom it befalls:
 *
 *   faults: [{ at: 5, for: 2, block: body, kind: corrupt, probability: 0.1 }]     →   body: { params: { faults: [{ kind: corrupt, … }] } }
 *   faults: [{ at: 8, for: 0.5, link: ecu, kind: stall }]                         →   controller: { faults: [{ kind: stall, … }] }
 *   faults: [{ at: 9, for: 1, link: ecu, kind: drop, probability: 0.2 }]          →   links: { ecu: { faults: [{ kind: drop, … }] } }
 *
 * A controller may stall, be reset or brown out, whatever block it is and wherever it runs; `link` means the block behind that link. What passes
 * a link may be lost, late, doubled, damaged or out of order. Every other kind belongs to a block that has a parameter `faults`.
 */
import { doorFaultKinds } from '../core/door-faults.ts';
import { hostFaultKinds } from '../core/faulty-host.ts';
import { InputError, quote, suggestion } from '../core/input-error.ts';
import { keepPlaces } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';

export function handOutFaults(document: Tree): Tree {
  const { faults, ...rest } = document;
  if (faults === undefined || faults === null) return document;
  if (!Array.isArray(faults)) throw new InputError('faults', `expected a list of faults, got ${quote(faults)}`);
  const blocks: Tree = isTree(document.blocks) ? keepPlaces(document.blocks, { ...document.blocks }) : {};
  const links: Tree = isTree(document.links) ? keepPlaces(document.links, { ...document.links }) : {};
  faults.forEach((fault: unknown, i) => {
    const path = `faults[${i}]`;
    if (!isTree(fault)) throw new InputError(path, `expected a fault with at, kind and block, got ${quote(fault)}`);
    const { block, link, ...own } = fault;
    if (link !== undefined && block === undefined && includes(doorFaultKinds, fault.kind)) {
      const entry = linkEntry(links, link, `${path}.link`);
      links[link as string] = withFault(entry, keepPlaces(fault, own));
      return;
    }
    const name = whom(fault, blocks, path);
    const isOfHost = includes(hostFaultKinds, fault.kind);
    const entry = blocks[name] as Tree;
    blocks[name] = isOfHost
      ? withFault(entry, keepPlaces(fault, own))
      : keepPlaces(entry, { ...entry, params: withFault(paramsOf(entry), keepPlaces(fault, own)) });
  });
  return keepPlaces(document, { ...rest, ...(document.links !== undefined && { links }), blocks });
}

const includes = (kinds: readonly unknown[], kind: unknown): boolean => kinds.includes(kind);

function linkEntry(links: Tree, name: unknown, path: string): Tree {
  const entry = typeof name === 'string' ? links[name] : undefined;
  if (typeof entry === 'string') return { kind: entry };
  if (isTree(entry)) return entry;
  const near = typeof name === 'string' ? suggestion(name, Object.keys(links)) : '';
  throw new InputError(path, `there is no link ${quote(name)}${near}`);
}

/** The block that a fault befalls. */
function whom({ block, link }: Tree, blocks: Tree, path: string): string {
  if ((block === undefined) === (link === undefined))
    throw new InputError(path, 'expected either a block or a link that it befalls');
  if (block !== undefined) {
    if (typeof block === 'string' && isTree(blocks[block])) return block;
    const near = typeof block === 'string' ? suggestion(block, Object.keys(blocks)) : '';
    throw new InputError(`${path}.block`, `there is no block ${quote(block)}${near}`);
  }
  const behind = Object.keys(blocks).filter((name) => {
    const entry = blocks[name];
    return isTree(entry) && isTree(entry.host) && entry.host.link === link;
  });
  if (behind.length === 1) return behind[0];
  const found = behind.length === 0 ? 'none is' : `${behind.join(' and ')} are`;
  throw new InputError(`${path}.link`, `expected the link of one block, but ${found} behind ${quote(link)}`);
}

const paramsOf = ({ params }: Tree): Tree => (isTree(params) ? params : {});

const withFault = (holder: Tree, fault: Tree): Tree =>
  keepPlaces(holder, { ...holder, faults: [...(Array.isArray(holder.faults) ? holder.faults : []), fault] });
