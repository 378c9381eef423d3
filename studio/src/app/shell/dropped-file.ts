/** What a file is for, by its name. */
export type FileKind = 'recording' | 'scenario' | 'controller' | 'run';

export const ACCEPTED = '.mcap,.yaml,.yml,.ts,.skidpad';

export function kindOfFile(name: string): FileKind | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase();
  if (ending === 'mcap') return 'recording';
  if (ending === 'skidpad') return 'run';
  if (ending === 'yaml' || ending === 'yml') return 'scenario';
  return ending === 'ts' || ending === 'mts' ? 'controller' : undefined;
}

/** One sentence for a file that cannot be opened. */
export const refusalOf = (name: string): string =>
  `${name} cannot be opened: expected a recording (.mcap), a scenario (.yaml), a shared run (.skidpad) or a controller (.ts).`;
