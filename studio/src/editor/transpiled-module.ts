/** For tests: modules from source without an editor, and URLs that Node can import. */
import ts from 'typescript';
import type { ToUrl, UserModule } from './user-module.ts';

export const dataUrl: ToUrl = (text) =>
  `data:text/javascript;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`;

export function transpiled(file: string, source: string): UserModule {
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, sourceMap: true },
  });
  return { file, source, js: outputText, map: sourceMapText! };
}
