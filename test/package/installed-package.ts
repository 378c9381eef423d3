/** The package as others get it: packed, and unpacked in an empty folder with only its own dependencies beside it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../support/scenario-files.ts';

export interface InstalledPackage {
  /** The folder of somebody's project. */
  readonly folder: string;
  readonly tarball: string;
  /** Paths of the packed files. */
  readonly files: readonly string[];
  /** Runs Node in the folder. */
  node(...args: string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string };
  /** What the compiler says about `file` of the folder under these options; empty when all is well. */
  typeProblems(file: string, options: object): string;
}

export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-package-'));
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
  });
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
  const tarball = join(folder, filename);
  unpack(tarball, join(folder, 'node_modules', 'skidpad'));
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'node_modules/skidpad/package.json'), 'utf8'));
  // what an installation would download; and the types of Node, which its user has
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) link(name, folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return {
    folder,
    tarball,
    files: files.map(({ path }) => path),
    node,
    typeProblems(file, options) {
      const compilerOptions = { target: 'es2023', lib: ['es2023'], strict: true, skipLibCheck: false, ...options };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      return node(join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', '.').stdout;
    },
  };
}

function unpack(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

function link(name: string, folder: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules', name), path);
}
