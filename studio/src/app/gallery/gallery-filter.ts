/** Which cards are shown: by group, and by words that all have to be there. */
import type { GalleryEntry } from '../shell/gallery-entry.ts';

/** Groups in the order of the page; what is in none of them comes last, under its own name. */
const TITLES: Readonly<Record<string, string>> = {
  monosim: 'Lane keeping',
  rosdrive: 'Control course',
  dynamics: 'Vehicle dynamics',
  manual: 'Drive yourself',
  course: 'Labs',
  hosts: 'Your own programs',
  hil: 'The bench',
};

/** A lab whose result depends on what a student writes has no hash of its own. */
export const isTask = ({ group, hash }: Pick<GalleryEntry, 'group' | 'hash'>): boolean =>
  group === 'course' && hash === '';

/** The folder of a lab, which is its name: lab1-cruise-control. */
export const labOf = (path: string): string => path.split('/').at(-2)!;

export const groupTitle = (group: string): string => TITLES[group] ?? group;

export function groupsOf(entries: readonly Pick<GalleryEntry, 'group'>[]): string[] {
  const order = Object.keys(TITLES);
  const rank = (group: string) => (order.includes(group) ? order.indexOf(group) : order.length);
  return [...new Set(entries.map(({ group }) => group))].sort((a, b) => rank(a) - rank(b));
}

export function filterEntries<E extends Pick<GalleryEntry, 'path' | 'name' | 'description' | 'group'>>(
  entries: readonly E[],
  words: string,
  group: string | undefined,
): E[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter((entry) => {
    if (group !== undefined && entry.group !== group) return false;
    const text = `${entry.name} ${entry.description} ${entry.path} ${groupTitle(entry.group)}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
