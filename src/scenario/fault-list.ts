/** Everything that a scenario lets go wrong, in order of time, wherever it is declared: at blocks, at what steps them, and at links. */
import { isTree } from '../core/tree.ts';
import type { Scenario } from './scenario.ts';

export interface ListedFault {
  /** [s] */
  readonly at: number;
  /** [s]; undefined where it lasts to the end, or takes no time. */
  readonly for?: number;
  /** `controller`, `links.ecu` */
  readonly whom: string;
  readonly kind: string;
  /** What else is said of it, such as `probability 0.1`. */
  readonly details: string;
}

export function faultList({ blocks, links }: Pick<Scenario, 'blocks' | 'links'>): ListedFault[] {
  const found = [
    ...blocks.flatMap(({ name, params, faults = [] }) => [
      ...listed(params.faults, name),
      ...faults.map(({ kind, fromNs, toNs }) => ({
        ...{ at: fromNs / 1e9, whom: name, kind, details: '' },
        ...(toNs !== Infinity && { for: (toNs - fromNs) / 1e9 }),
      })),
    ]),
    ...links.flatMap(({ name, faults }) => listed(faults, `links.${name}`)),
  ];
  return found.sort((a, b) => a.at - b.at);
}

/** Of a parameter `faults` of whatever block. */
function listed(faults: unknown, whom: string): ListedFault[] {
  if (!Array.isArray(faults)) return [];
  return faults.filter(isTree).map(({ kind, at, for: duration, ...rest }) => ({
    at: typeof at === 'number' ? at : 0,
    ...(typeof duration === 'number' && { for: duration }),
    whom,
    kind: String(kind),
    details: Object.entries(rest)
      .filter(([, value]) => ['string', 'number'].includes(typeof value) || value === true || Array.isArray(value))
      .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
      .join(' · '),
  }));
}
