/** Who may import whom. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

const MODELS = ['math', 'msgs', 'core', 'pixels', 'camera-model'];
const LOADING = ['scenario', 'scenario/yaml.ts', 'scenario/places.ts', 'scenario/catalog.ts'];
const RUNNING = [...LOADING, 'hosts', 'record', 'run', 'catalog.ts'];

/** Each layer with what lies below it. Files directly in src/ tie the layers together; other files may be layers of their own. */
const BELOW: Record<string, readonly string[]> = {
  math: [],
  msgs: ['math'],
  core: ['math', 'msgs'],
  pixels: ['math'],
  'camera-model': ['math', 'msgs', 'core', 'pixels'],
  control: MODELS,
  bus: ['math', 'msgs', 'core'],
  planning: MODELS,
  twin: MODELS,
  slam: MODELS,
  inference: ['math', 'msgs', 'core', 'pixels'],
  world: MODELS,
  vehicle: MODELS,
  sensors: [...MODELS, 'world'],
  vision: [...MODELS, 'inference', 'scenario/yaml.ts'],
  // what a catalogue is, and reading and writing YAML, stand on core alone
  'scenario/catalog.ts': ['core'],
  'scenario/places.ts': ['core'],
  'scenario/yaml.ts': ['core', 'scenario/places.ts'],
  rosbridge: ['math', 'msgs', 'core'],
  programs: ['core'],
  hosts: ['math', 'msgs', 'core', 'bus', 'rosbridge', 'programs', 'catalog.ts'],
  links: ['math', 'msgs', 'core', 'bus', 'rosbridge', 'programs', 'links/kinds.ts'],
  'links/kinds.ts': ['core', 'links'],
  'catalog.ts': [
    'core',
    'bus',
    'links/kinds.ts',
    'control',
    'vehicle',
    'world',
    'sensors',
    'vision',
    'planning',
    'twin',
    'slam',
    'hosts',
    'scenario/catalog.ts',
  ],
  scenario: ['math', 'msgs', 'core', 'world', 'hosts', 'catalog.ts', ...LOADING],
  record: ['math', 'msgs', 'core', ...LOADING],
  serve: ['math', 'msgs', 'core', 'rosbridge', 'record', ...LOADING],
  run: ['math', 'msgs', 'core', ...RUNNING],
  'node/question-pipe.ts': [],
  'node/sandbox-main.ts': ['core', 'hosts', 'index.ts', 'node/question-pipe.ts', ...LOADING],
  node: ['math', 'msgs', 'core', 'world', 'links', 'serve', 'programs', ...RUNNING],
  course: ['math', 'core', 'record', 'run', ...LOADING],
  study: [...MODELS, 'control', 'planning', 'vision', 'world', 'node', ...RUNNING],
  cli: [
    ...MODELS,
    ...[
      'bus',
      'control',
      'vehicle',
      'world',
      'sensors',
      'vision',
      'planning',
      'slam',
      'serve',
      'node',
      'course',
      'study',
      'index.ts',
    ],
    ...RUNNING,
  ],
  'index.ts': ['core', 'math', 'msgs', 'run', 'catalog.ts', ...LOADING],
};
/** Layers that also run in a browser. */
const PURE = [
  ...[
    'math',
    'msgs',
    'core',
    'bus',
    'pixels',
    'camera-model',
    'world',
    'control',
    'vehicle',
    'sensors',
    'vision',
    'planning',
    'twin',
    'slam',
    'inference',
  ],
  ...['catalog.ts', 'scenario', 'run', 'index.ts', ...LOADING],
];

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/fixtures/'),
);
const imports = (file: string): string[] =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]);

const layerOf = (file: string): string => (file in BELOW ? file : file.split('/')[0]);

describe('layers', () => {
  it('are all known', () => {
    expect([...new Set(files.map(layerOf))].filter((layer) => !(layer in BELOW))).toEqual([]);
  });

  it('import only what lies below them', () => {
    const wrong = files.flatMap((file) => {
      const layer = layerOf(file);
      return imports(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => layerOf(relative(source, resolve(source, dirname(file), name))))
        .filter((target) => target !== layer && !BELOW[layer].includes(target))
        .map((target) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('that run in browsers import nothing of Node', () => {
    const wrong = files
      .filter((file) => PURE.includes(layerOf(file)))
      .flatMap((file) =>
        imports(file)
          .filter((name) => name.startsWith('node:'))
          .map((name) => `${file} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });
});
