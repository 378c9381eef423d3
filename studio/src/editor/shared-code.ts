/** Blocks of somebody else, from their source to modules: compiled here, so that what was shown is what runs. */
import { compile } from './compile.ts';
import type { UserModule } from './user-module.ts';

export async function compileShared(
  code: readonly { readonly file: string; readonly source: string }[],
): Promise<UserModule[]> {
  const modules: UserModule[] = [];
  for (const [i, { file, source }] of code.entries()) {
    const { js, map, problems } = await compile(source, `file:///shared-${i}/${file.replace(/^\.\//, '')}`);
    if (js === '') throw new Error(`${file}: ${problems[0]?.what ?? 'there is nothing in it to run'}`);
    modules.push({ file, source, js, map });
  }
  return modules;
}
