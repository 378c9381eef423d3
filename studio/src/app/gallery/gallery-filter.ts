/** Which cards are shown: by group, and by words that all have to be there. */
import type { GalleryEntry } from '../shell/gallery-entry.ts';

/** Groups in the order of the page; what is in none of them comes last, under its own name. */
const TITLES: Readonly<Record<string, string>> = {
  monosim: 'Lane keeping',
  apa: 'Parking',
  platoon: 'Platoons and robots',
  rosdrive: 'Control course',
  dynamics: 'Vehicle dynamics',
  manual: 'Drive yourself',
  course: 'Labs',
  hosts: 'Your own programs',
  hil: 'The bench',
};

/** What to look at first, in this order. */
const FEATURED: readonly string[] = [
  'scenarios/monosim/mpc.yaml',
  'scenarios/apa/perpendicular.yaml',
  'scenarios/rosdrive/avoidance.yaml',
  'scenarios/rosdrive/overtaking.yaml',
  'scenarios/manual/prius.yaml',
  'docs/course/lab1-cruise-control/scenario.yaml',
];

export const featured = <E extends Pick<GalleryEntry, 'path'>>(entries: readonly E[]): E[] =>
  FEATURED.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);

const TITLED: Readonly<Record<string, string>> = {
  'monosim-mpc': 'A lap by camera, with an MPC',
  'monosim-pid': 'A lap by camera, with a PID controller',
  'apa-perpendicular': 'A car that parks itself',
  'rosdrive-avoidance': 'Past five parked pickups',
  'rosdrive-overtaking': 'Overtaking at 20 m/s',
  'rosdrive-cruise': 'Cruise control',
  'rosdrive-skid-pad': 'How fast can a Prius turn?',
  'manual-prius': 'Drive a Prius among pickups',
  'manual-bicycle': 'Drive a small car',
};
const ACRONYMS: Readonly<Record<string, string>> = {
  mpc: 'MPC',
  pid: 'PID',
  e2e: 'E2E',
  gptp: 'gPTP',
  c: 'C',
  hil: 'HIL',
};

/** The name of a scenario for people: without its group, in words. */
export function titleOf({ name, group }: Pick<GalleryEntry, 'name' | 'group'>): string {
  const titled = TITLED[name];
  if (titled !== undefined) return titled;
  const lab = /^lab(\d+)-(.*)$/.exec(name);
  const bare = lab?.[2] ?? (name.startsWith(`${group}-`) ? name.slice(group.length + 1) : name);
  const words = bare.split('-').map((word) => ACRONYMS[word] ?? word);
  const text = words.join(' ');
  return lab === null ? text[0].toUpperCase() + text.slice(1) : `Lab ${lab[1]}: ${text}`;
}

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
    const text =
      `${entry.name} ${titleOf(entry)} ${entry.description} ${entry.path} ${groupTitle(entry.group)}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
