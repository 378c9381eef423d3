/** The editor offers what the command line grades. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/node/files.ts';
import { expandScenario } from '../../../src/scenario/document.ts';
import { memoryFiles } from '../../../src/scenario/files.ts';
import { courseFiles } from './course-files.ts';
import { gradedPaths } from './grade-client.ts';
import { labNames, localDocument, startingPoints } from './starting-points.ts';

const root = resolve(import.meta.dirname, '../../..');
const course = join(root, 'docs/course');
const points = startingPoints(courseFiles);
const labs = points.filter(({ kind }) => kind === 'lab');

describe('labs', () => {
  it('are those of the command line, in its order', () => {
    const folders = readdirSync(course).filter((name) => existsSync(join(course, name, 'scenario.yaml')));
    expect(labNames(courseFiles)).toEqual(folders);
    expect(labs.map(({ id }) => id)).toEqual(folders);
  });

  it.each(labs)('$id has the scenarios, the starter and the task of its folder', (lab) => {
    const folder = join(course, lab.id);
    expect(gradedPaths(lab)).toEqual(
      readdirSync(folder)
        .filter((name) => /^scenario.*\.yaml$/.test(name))
        .sort()
        .map((name) => `docs/course/${lab.id}/${name}`),
    );
    expect(lab.scenarios[0].path).toBe(`docs/course/${lab.id}/scenario.yaml`);
    expect(lab.starter).toBe(
      readFileSync(join(folder, lab.writes === 'controller' ? 'starter.ts' : 'starter.yaml'), 'utf8'),
    );
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(lab.task);
    expect(lab.title).toMatch(/^Lab \d: /);
  });

  it('want a controller or parameters', () => {
    expect(labs.filter(({ writes }) => writes === 'parameters').map(({ id }) => id.slice(0, 4))).toEqual([
      'lab2',
      'lab4',
    ]);
  });

  it('come without their solutions', () => {
    expect([...courseFiles.keys()].filter((path) => path.includes('solution'))).toEqual([]);
  });
});

describe('scenarios', () => {
  it.each(points.flatMap(({ scenarios }) => scenarios))(
    '$path is complete and the same as from the disk',
    async ({ path }) => {
      const fromDisk = await expandScenario(nodeFiles, join(root, path));
      expect(await expandScenario(memoryFiles(courseFiles), path)).toEqual(fromDisk);
    },
  );

  it('of examples start no programs and name the file that is written', async () => {
    for (const { scenarios, file } of points.filter(({ kind }) => kind === 'example')) {
      const blocks = Object.values<any>((await localDocument(scenarios[0].path, courseFiles)).blocks as object);
      expect(blocks.some(({ host }) => host !== undefined)).toBe(false);
      expect(blocks.map(({ type }) => type)).toContain(`./${file}`);
    }
  });
});
