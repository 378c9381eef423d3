/** The declarations that the editor is given are complete: everything that the course is written with is known, and nothing is wrong. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

function generatedText(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-types-'));
  const out = join(folder, 'types.json');
  spawnSync(process.execPath, [join(root, 'scripts/generate-studio-types.mjs'), out], { cwd: root });
  const text = readFileSync(out, 'utf8');
  rmSync(folder, { recursive: true, force: true });
  return text;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  strict: true,
  noEmit: true,
  skipDefaultLibCheck: true,
  types: [],
};

/** What the compiler says of sources that have nothing but the declarations around them, as `file: sentence`. */
function problemsOf(sources: Record<string, string>, types: Record<string, string>): string[] {
  const files = new Map<string, string>([
    ...Object.entries(sources).map(([name, text]) => [`/project/${name}`, text] as const),
    ...Object.entries(types).map(([path, text]) => [`/node_modules/skidpad/${path}`, text] as const),
  ]);
  const isLib = (name: string): boolean => /\/typescript\/lib\/lib\.[\w.]+$/.test(name);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getCurrentDirectory: () => '/project',
    fileExists: (name) => files.has(name) || (isLib(name) && ts.sys.fileExists(name)),
    directoryExists: () => true,
    readFile: (name) => files.get(name) ?? (isLib(name) ? ts.sys.readFile(name) : undefined),
    getSourceFile(name, version) {
      const text = this.readFile(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, version);
    },
  };
  const diagnostics = ts.getPreEmitDiagnostics(
    ts.createProgram(
      Object.keys(sources).map((name) => `/project/${name}`),
      options,
      host,
    ),
  );
  return diagnostics.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const WRITTEN = [
  ...[1, 3, 5, 6, 7].map((lab) => `docs/course/solutions/lab${lab}.ts`),
  'examples/blocks/proportional-follower.ts',
  'examples/lane/chase.ts',
];

describe('the declarations of the library', () => {
  it('are small, documented, and all that the course needs', () => {
    const text = generatedText();
    const types = JSON.parse(text) as Record<string, string>;
    expect(text.length).toBeLessThan(600_000);
    expect(types['core/block.d.ts']).toContain('/**');

    const misspelt = sourceOf('docs/course/lab1-cruise-control/starter.ts').replace(
      'car_info.value.speed',
      'car_info.value.sped',
    );
    const sources = { ...Object.fromEntries(WRITTEN.map((file) => [file, sourceOf(file)])), 'misspelt.ts': misspelt };
    expect(problemsOf(sources, types)).toEqual([
      expect.stringMatching(/^\/project\/misspelt\.ts: Property 'sped' does not exist on type 'CarInfo'/),
    ]);
  });
});
