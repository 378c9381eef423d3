/** Parameters as people look for them: blocks in the order in which one turns their knobs, nested paths as groups, found by words. */
import type { BlockView, ParameterView } from '../../players/player.ts';

export interface ParameterGroup {
  /** Last part of the path; empty at the top. */
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly ParameterView[];
  readonly groups: readonly ParameterGroup[];
}

export const SECTIONS = ['Controllers', 'Sensors and perception', 'Vehicles', 'World'] as const;
export type Section = (typeof SECTIONS)[number];

const SECTION_OF_DOMAIN: Readonly<Record<string, Section>> = {
  sensors: 'Sensors and perception',
  vision: 'Sensors and perception',
  vehicle: 'Vehicles',
  world: 'World',
};

/** A block of one's own is a controller. */
export const sectionOf = (block: BlockView): Section => SECTION_OF_DOMAIN[block.type.split('/')[0]] ?? 'Controllers';

export function groupParameters(parameters: readonly ParameterView[], path = ''): ParameterGroup {
  const depth = path === '' ? 0 : path.split('.').length;
  const own: ParameterView[] = [];
  const below = new Map<string, ParameterView[]>();
  for (const parameter of parameters) {
    const parts = parameter.path.split('.');
    if (parts.length <= depth + 1) own.push(parameter);
    else below.set(parts[depth], [...(below.get(parts[depth]) ?? []), parameter]);
  }
  return {
    name: path.split('.').at(-1)!,
    path,
    parameters: own,
    groups: [...below].map(([name, members]) => groupParameters(members, path === '' ? name : `${path}.${name}`)),
  };
}

/** Whether every word of the query is somewhere in the names, the doc or the unit. */
export function matches(query: string, block: BlockView, { path, doc, unit }: ParameterView): boolean {
  const text = `${block.name} ${block.type} ${path} ${doc} ${unit}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

export const isChanged = ({ value, initial }: ParameterView): boolean => !sameValue(value, initial);

/** `34.4°` beside an angle in radians; undefined for other units. */
export function degreesHint(value: unknown, unit: string): string | undefined {
  const suffix = { rad: '°', 'rad/s': '°/s', 'rad/s²': '°/s²' }[unit];
  if (suffix === undefined || typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return `${String(Number(((value * 180) / Math.PI).toPrecision(3))).replace('-', '−')}${suffix}`;
}

/** `from 0 to 1`, `above 0`; empty without bounds. */
export function boundsText({ min, max, above, kind }: Pick<ParameterView, 'min' | 'max' | 'above' | 'kind'>): string {
  const whole = kind === 'integer' ? 'whole number' : '';
  const lower =
    above !== undefined
      ? `above ${above}`
      : min !== undefined
        ? max !== undefined
          ? `from ${min}`
          : `at least ${min}`
        : '';
  const upper =
    max === undefined
      ? ''
      : lower.startsWith('from')
        ? `to ${max}`
        : lower === ''
          ? `at most ${max}`
          : `and at most ${max}`;
  return [whole, lower, upper]
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll('-', '−');
}

/** Why a parameter cannot be turned; empty for one that can. */
export const fixedText = ({ fixed }: Pick<ParameterView, 'fixed'>): string =>
  fixed ? 'fixed: a run begins with it and keeps it; change it in the scenario and run that' : '';
