/** A message as a tree for reading: scalars with units, long arrays and texts shortened, stamps as seconds. */
import type { Topic } from '../../players/player.ts';
import { NOTHING, formatSignificant, formatUnit } from '../../ui/format.ts';

export interface TreeNode {
  readonly name: string;
  /** Such as pose.pose.position.x or ranges[3]. */
  readonly path: string;
  /** The value in a line; '' where only the children say it. */
  readonly text: string;
  readonly unit: string;
  readonly kind: 'number' | 'text' | 'list' | 'group';
  /** Can be plotted under this path. */
  readonly isField: boolean;
  /** Made when they are looked at. */
  children?(): TreeNode[];
}

/** Letters of a text, values of an array in a line, and elements of an array that can be opened. */
const LONGEST_TEXT = 120;
const VALUES_IN_LINE = 6;
const MOST_ELEMENTS = 50;

type Units = ReadonlyMap<string, string>;

export const unitsOf = ({ fields }: Topic): Units => new Map(fields.map(({ path, unit }) => [path, unit]));

export const messageTree = (message: unknown, units: Units): TreeNode[] =>
  isGroup(message)
    ? Object.entries(message).map(([name, value]) => node(name, name, value, units))
    : [node('data', 'data', message, units)];

function node(name: string, path: string, value: unknown, units: Units): TreeNode {
  const about = { name, path, unit: formatUnit(units.get(path)), isField: units.has(path) };
  if (isList(value)) return listNode(about, value, units);
  if (isStamp(value)) return { ...about, kind: 'number', text: stampText(value), unit: 's' };
  if (isGroup(value)) {
    const entries = Object.entries(value);
    return {
      ...about,
      kind: 'group',
      text: entries.length === 0 ? 'empty' : '',
      children: () => entries.map(([key, child]) => node(key, `${path}.${key}`, child, units)),
    };
  }
  return { ...about, kind: typeof value === 'string' ? 'text' : 'number', text: scalarText(value) };
}

type About = Pick<TreeNode, 'name' | 'path' | 'unit' | 'isField'>;

function listNode(about: About, list: ArrayLike<unknown>, units: Units): TreeNode {
  const length = list.length;
  const isPlain = length === 0 || !(isGroup(list[0]) || isList(list[0]));
  const first = isPlain
    ? Array.from({ length: Math.min(length, VALUES_IN_LINE) }, (_, i) => scalarText(list[i])).join(', ')
    : '';
  const more = length > VALUES_IN_LINE ? ', …' : '';
  const text = `${length === 0 ? 'none' : `${length} ${length === 1 ? 'element' : 'elements'}`}${first === '' ? '' : `: ${first}${more}`}`;
  if (length === 0) return { ...about, kind: 'list', text };
  return {
    ...about,
    kind: 'list',
    text,
    children: () => {
      const shown = Array.from({ length: Math.min(length, MOST_ELEMENTS) }, (_, i) =>
        node(`[${i}]`, `${about.path}[${i}]`, list[i], units),
      );
      if (length <= MOST_ELEMENTS) return shown;
      return [
        ...shown,
        {
          name: '…',
          path: `${about.path}…`,
          text: `${length - MOST_ELEMENTS} more`,
          unit: '',
          kind: 'text',
          isField: false,
        },
      ];
    },
  };
}

function scalarText(value: unknown): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e15
      ? String(value).replace('-', '−')
      : formatSignificant(value, 6);
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT
      ? `${value.slice(0, LONGEST_TEXT)}… (${value.length} letters)`
      : value === ''
        ? '“”'
        : value;
  return value === undefined || value === null ? NOTHING : String(value);
}

interface Stamp {
  readonly sec: number;
  readonly nanosec: number;
}

const stampText = ({ sec, nanosec }: Stamp): string => `${sec}.${String(nanosec).padStart(9, '0')}`;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value);

const isStamp = (value: unknown): value is Stamp =>
  isGroup(value) &&
  Object.keys(value).length === 2 &&
  typeof value.sec === 'number' &&
  typeof value.nanosec === 'number';
