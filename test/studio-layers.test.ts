/** Who may import whom in the studio, types included. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../studio/src');

/**
 * Each folder with what it may import. `panels/*` stands for every panel, `panels/panel.ts` for what a panel is. What runs in the
 * workers knows players by their types, and players the workers by their protocols.
 */
const WORKERS = ['simulation', 'library'];
const ALLOWED: Record<string, readonly string[]> = {
  ui: [],
  players: WORKERS,
  scene: ['players'],
  'panels/panel.ts': ['players'],
  'panels/*': ['panels/panel.ts', 'players', 'scene', 'ui'],
  editor: ['library', 'panels/panel.ts', 'players', 'ui'],
  app: ['panels/panel.ts', 'players', 'scene', 'ui'],
  'main.tsx': ['app', 'editor', 'panels/*', 'players', 'ui'],
  simulation: ['editor', 'library', 'players'],
  library: ['players'],
};
/** Inside the page, the shell is what its parts share. */
const SHELL = 'app/shell';

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);
const importsOf = (file: string): string[] =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, name]) => relative(source, resolve(source, dirname(file), name)))
    .filter((target) => !target.startsWith('..'));

/** The folder that rules are about: panels one by one, otherwise the topmost. */
function folderOf(file: string): string {
  const parts = file.split('/');
  return parts[0] === 'panels' ? parts.slice(0, 2).join('/') : parts[0];
}
const ruleOf = (folder: string): string =>
  folder.startsWith('panels/') && folder !== 'panels/panel.ts' ? 'panels/*' : folder;

/** Folders by what they import, of the files that are chosen. */
function graphOf(chosen: readonly string[], nameOf: (file: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of chosen)
    for (const target of importsOf(file).filter((name) => chosen.includes(name)))
      if (nameOf(target) !== nameOf(file))
        graph.set(nameOf(file), (graph.get(nameOf(file)) ?? new Set()).add(nameOf(target)));
  return graph;
}

/** What can be reached from itself. */
function inCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [from];
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      for (const target of graph.get(next) ?? []) if (!seen.has(target)) queue.push((seen.add(target), target));
    return seen;
  };
  return [...graph.keys()].filter((folder) => reached(folder).has(folder));
}

describe('the studio', () => {
  it('has only folders that are known', () => {
    expect([...new Set(files.map((file) => ruleOf(folderOf(file))))].filter((rule) => !(rule in ALLOWED))).toEqual([]);
  });

  it('imports only what each folder may know; no panel knows another, nor the page around it', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => folderOf(target) !== folderOf(file))
        .filter((target) => !ALLOWED[ruleOf(folderOf(file))].includes(ruleOf(folderOf(target))))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no cycles between folders', () => {
    const page = files.filter((file) => !WORKERS.includes(folderOf(file)));
    expect(inCycles(graphOf(page, folderOf))).toEqual([]);
  });

  it('has no cycles between the parts of the page', () => {
    const app = files.filter((file) => file.startsWith('app/'));
    expect(inCycles(graphOf(app, dirname))).toEqual([]);
    expect(app.filter((file) => dirname(file) === SHELL).flatMap(importsOf)).not.toContainEqual(
      expect.stringMatching(/^app\/(?!shell\/)/),
    );
  });

  it('finds a cycle where there is one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(inCycles(graph)).toEqual(['b', 'c']);
  });
});
