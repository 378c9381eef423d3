/** Who may import whom. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Each layer with what lies below it. Files directly in src/ tie the layers together. */
const BELOW: Record<string, readonly string[]> = {
  math: [],
  msgs: ['math'],
  core: ['math', 'msgs'],
  'camera-model': ['math', 'msgs', 'core'],
  control: ['math', 'msgs', 'core', 'camera-model'],
  world: ['math', 'msgs', 'core', 'camera-model'],
  vehicle: ['math', 'msgs', 'core', 'world'],
  sensors: ['math', 'msgs', 'core', 'camera-model', 'world'],
  vision: ['math', 'msgs', 'core', 'camera-model'],
  hosts: ['math', 'msgs', 'core', 'catalog.ts'],
  record: ['math', 'msgs', 'core'],
  serve: ['math', 'msgs', 'core', 'record'],
  sweep: ['math', 'msgs', 'core', 'hosts', 'record', 'catalog.ts'],
  browser: ['math', 'msgs', 'core', 'catalog.ts'],
  cli: [
    'math',
    'msgs',
    'core',
    'camera-model',
    'control',
    'vehicle',
    'world',
    'sensors',
    'vision',
    'hosts',
    'record',
    'serve',
    'sweep',
    'catalog.ts',
    'scenario-preparation.ts',
  ],
  'catalog.ts': ['core', 'control', 'vehicle', 'world', 'sensors', 'vision'],
  'traffic-wiring.ts': ['core', 'world', 'catalog.ts'],
  'scenario-preparation.ts': ['core', 'world', 'math', 'traffic-wiring.ts'],
  'index.ts': ['core', 'math', 'msgs', 'catalog.ts'],
};
/** Layers that also run in a browser. */
const PURE = ['math', 'msgs', 'core', 'camera-model', 'world', 'control', 'vehicle', 'sensors', 'vision', 'browser'];

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/fixtures/'),
);
const imports = (file: string): string[] =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]);

describe('layers', () => {
  it('are all known', () => {
    expect([...new Set(files.map((file) => file.split('/')[0]))].filter((layer) => !(layer in BELOW))).toEqual([]);
  });

  it('import only what lies below them', () => {
    const wrong = files.flatMap((file) => {
      const layer = file.split('/')[0];
      return imports(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(source, resolve(source, dirname(file), name)).split('/')[0])
        .filter((target) => target !== layer && !BELOW[layer].includes(target))
        .map((target) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('that run in browsers import nothing of Node', () => {
    const wrong = files
      .filter((file) => PURE.includes(file.split('/')[0]))
      .flatMap((file) =>
        imports(file)
          .filter((name) => name.startsWith('node:'))
          .map((name) => `${file} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });
});
