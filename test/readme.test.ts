/** What the README and the documents show is what there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './support/scenario-files.ts';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows the hash the first run has', () => {
    const golden = JSON.parse(readFileSync(join(projectRoot, 'test/golden/hashes.json'), 'utf8'));
    expect(readme).toContain(`45000 ticks, hash ${golden['scenarios/dynamics/waypoints.yaml']}`);
  });

  it('names only files that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path);
    const files = [...readme.matchAll(/(?:scenarios|examples|vehicles)\/[\w./-]+\.(?:yaml|py)/g)].map(([path]) => path);
    expect([...links, ...files].filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', ...documents])('%s links only to files that exist', (file) => {
    const links = [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)];
    const absent = links.map(([, path]) => path).filter((path) => !existsSync(join(projectRoot, dirname(file), path)));
    expect(absent).toEqual([]);
  });
});
