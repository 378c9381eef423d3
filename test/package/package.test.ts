/** The published package, used by somebody who has nothing else of this project. `npm run build` makes it. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries, packageExports, sideEffects } from '../../scripts/entries.mjs';
import { projectRoot } from '../support/scenario-files.ts';
import type { InstalledPackage } from './installed-package.ts';
import { installPackage } from './installed-package.ts';

const BICYCLE = 'scenarios/dynamics/bicycle.yaml';
const golden = JSON.parse(readFileSync(join(projectRoot, 'test/golden/hashes.json'), 'utf8'));
const specifier = ({ name }: { name: string }) => (name === 'index' ? 'skidpad' : `skidpad/${name}`);

let installed: InstalledPackage;
beforeAll(() => void (installed = installPackage()));
afterAll(() => rmSync(installed.folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(installed.folder, name), text);

describe('the package', () => {
  it('says in package.json what the list of entries says; npm run generate writes it', () => {
    const described = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(described.exports).toEqual(packageExports());
    expect(described.sideEffects).toEqual(sideEffects());
  });

  it('holds no tests, no sources and nothing that only tests use', () => {
    expect(
      installed.files.filter((path) => /\.test\.|^(src|test|studio|scripts|bench)\/|dist\/browser/.test(path)),
    ).toEqual([]);
  });

  it('brings the licences of what is bundled into it', () => {
    const notices = readFileSync(join(installed.folder, 'node_modules/skidpad/dist/THIRD-PARTY.txt'), 'utf8');
    for (const name of ['fast-png', 'uplot', 'yaml'])
      expect(notices).toMatch(new RegExp(`^${name} \\d.*\\n\\n[^-]`, 'm'));
  });

  it('is well formed in the eyes of publint', async () => {
    const { buffer } = Uint8Array.from(readFileSync(installed.tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that are found as its code is', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(installed.tarball)));
    const problems = 'problems' in result ? result.problems : ['there are no types'];
    // CommonJS and resolution without `exports` are not supported: the package is for ES modules
    const isForOthers = (problem: object) =>
      'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(String(problem.resolutionKind));
    expect(problems.filter((problem) => typeof problem === 'string' || !isForOthers(problem))).toEqual([]);
  });

  it.each([
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['node16', { module: 'node16', moduleResolution: 'node16' }],
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ])('runs and type-checks a consumer with moduleResolution %s', (_name, options) => {
    copyFileSync(join(import.meta.dirname, 'consumer.ts'), join(installed.folder, 'consumer.ts'));
    expect(installed.typeProblems('consumer.ts', { ...options, types: ['node'] })).toBe('');
    const { stdout, stderr } = installed.node('consumer.js');
    expect(stderr).toBe('');
    const { hash, metrics } = JSON.parse(stdout);
    expect(hash).toBe(golden[BICYCLE]);
    expect(metrics.topSpeed).toBeGreaterThan(1);
  });

  it('needs the types of Node or of browsers only where it needs Node', () => {
    const pure = entries.filter(({ needsNode }) => !needsNode);
    write('pure.ts', pure.map((entry) => `export * as ${entry.name} from '${specifier(entry)}';`).join('\n'));
    expect(installed.typeProblems('pure.ts', { module: 'node16', types: [], noEmit: true })).toBe('');
  });

  it('has the same objects behind every entry', () => {
    write(
      'same.mjs',
      `const modules = await Promise.all(${JSON.stringify(entries.map(specifier))}.map((name) => import(name)));
       const [index, ...others] = modules;
       const shared = others.flatMap((other) => Object.keys(other).filter((name) => name in index).map((name) => [name, other[name] === index[name]]));
       console.log(JSON.stringify({ shared: shared.length, different: shared.filter(([, same]) => !same) }));`,
    );
    const { shared, different } = JSON.parse(installed.node('same.mjs').stdout);
    expect(different).toEqual([]);
    expect(shared).toBeGreaterThan(100);
  });

  it('has a command line that runs its own scenarios and somebody’s blocks', () => {
    const run = (file: string) =>
      installed.node('node_modules/skidpad/bin/skidpad.mjs', 'run', `node_modules/skidpad/${file}`, '--no-record')
        .stdout;
    expect(run(BICYCLE)).toContain(`hash ${golden[BICYCLE]}`);
    expect(run('examples/blocks/own-controller.yaml')).toMatch(/hash [0-9a-f]{16}/);
  });

  it('finds the program of its worker hosts', () => {
    const args = ['run', `node_modules/skidpad/${BICYCLE}`, '--no-record', '--host', 'driver=worker'];
    expect(installed.node('node_modules/skidpad/bin/skidpad.mjs', ...args).stdout).toContain(`hash ${golden[BICYCLE]}`);
  });
});
