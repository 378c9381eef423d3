/**
 * The code editor, loaded when somebody opens it: Monaco with TypeScript and YAML, its two workers, and the declarations of the
 * library, so that `import … from 'skidpad'` is known to it.
 */
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/typescript/register';
import 'monaco-editor/languages/definitions/yaml/register';
import * as typescript from 'monaco-editor/languages/features/typescript/register';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';

export { monaco, typescript };

/** Where the library's declarations are put, as if it were installed. */
const LIBRARY = 'file:///node_modules/skidpad/';

/** A block has no page and no Node around it; what it may say to a developer is all there is. */
const SURROUNDINGS = `/** Writes to the browser's console; opened with F12. */
declare const console: { log(...values: unknown[]): void; warn(...values: unknown[]): void; error(...values: unknown[]): void };
`;

/** Numbers of TypeScript's own enumerations that Monaco's do not list. */
const ES2022 = 9;
const BUNDLER = 100;

let begun: Promise<void> | undefined;

/** Once per page. Resolves when editors can be made; types come when they are loaded, and their absence only costs completion. */
export function startMonaco(typesUrl = new URL('skidpad-types.json', document.baseURI).href): Promise<void> {
  begun ??= configure(typesUrl);
  return begun;
}

async function configure(typesUrl: string): Promise<void> {
  self.MonacoEnvironment = {
    getWorker: (_id, label) =>
      label === 'typescript' || label === 'javascript' ? new TypeScriptWorker() : new EditorWorker(),
  };
  const { typescriptDefaults: defaults } = typescript;
  defaults.setEagerModelSync(true);
  defaults.setCompilerOptions({
    target: ES2022 as typescript.ScriptTarget,
    module: typescript.ModuleKind.ESNext,
    moduleResolution: BUNDLER as typescript.ModuleResolutionKind,
    lib: ['lib.es2023.d.ts'],
    strict: true,
    noImplicitOverride: true,
    allowNonTsExtensions: true,
    sourceMap: true,
    types: [],
  });
  const types = await loadTypes(typesUrl);
  const libs = Object.entries(types).map(([path, content]) => ({ filePath: LIBRARY + path, content }));
  defaults.setExtraLibs([...libs, { filePath: 'file:///surroundings.d.ts', content: SURROUNDINGS }]);
  // without declarations every import would be marked as an error
  defaults.setDiagnosticsOptions(libs.length > 0 ? {} : { noSemanticValidation: true });
}

async function loadTypes(url: string): Promise<Record<string, string>> {
  try {
    const response = await fetch(url);
    return response.ok ? ((await response.json()) as Record<string, string>) : {};
  } catch {
    return {};
  }
}
