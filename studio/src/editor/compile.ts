/**
 * From TypeScript to a module, by the compiler that the editor has running already. Syntax errors leave nothing to run; type
 * errors are told, and the module runs all the same, as it does with the command line.
 */
import type { Problem } from '../players/player.ts';
import { placeAt } from './locate.ts';
import { monaco, startMonaco, typescript } from './monaco.ts';

export interface CodeProblem extends Problem {
  readonly severity: 'error' | 'warning';
}

export interface Compiled {
  /** Empty where there is a syntax error. */
  readonly js: string;
  /** Source map of `js`, as JSON. */
  readonly map: string;
  readonly problems: CodeProblem[];
}

type Diagnostic = Awaited<ReturnType<typescript.TypeScriptWorker['getSemanticDiagnostics']>>[number];

/** `fileName` is a file of that name at the root, or a URI of a model of the editor. */
export async function compile(source: string, fileName: string): Promise<Compiled> {
  await startMonaco();
  const uri = monaco.Uri.parse(fileName.includes('://') ? fileName : `file:///${fileName.replace(/^\.?\//, '')}`);
  const open = monaco.editor.getModel(uri);
  const model = open ?? monaco.editor.createModel(source, 'typescript', uri);
  if (open !== null && open.getValue() !== source) open.setValue(source);
  try {
    return await compileModel(model, source);
  } finally {
    if (open === null) model.dispose();
  }
}

async function compileModel(model: monaco.editor.ITextModel, source: string): Promise<Compiled> {
  const uri = model.uri.toString();
  const worker = await (await typescriptWorker())(model.uri);
  const [syntax, semantics, output] = await Promise.all([
    worker.getSyntacticDiagnostics(uri),
    worker.getSemanticDiagnostics(uri),
    worker.getEmitOutput(uri),
  ]);
  const file = uri.replace(/^.*\//, '');
  const told =
    (severity: CodeProblem['severity']) =>
    (diagnostic: Diagnostic): CodeProblem => ({ ...problemOf(diagnostic, source, file), severity });
  const problems = [...syntax.map(told('error')), ...semantics.filter(isError).map(told('warning'))];
  const emitted = (ending: string): string => output.outputFiles.find(({ name }) => name.endsWith(ending))?.text ?? '';
  return syntax.length > 0 ? { js: '', map: '', problems } : { js: emitted('.js'), map: emitted('.js.map'), problems };
}

/** A minute of waiting: the first load may be slow. */
const MOST_ATTEMPTS = 1200;

/** The compiler is there only when an editor or a model of its language has been; a first call may come too early. */
async function typescriptWorker(): Promise<Awaited<ReturnType<typeof typescript.getTypeScriptWorker>>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await typescript.getTypeScriptWorker();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const ERROR = 1;
const isError = ({ category }: Diagnostic): boolean => category === ERROR;

function problemOf({ messageText, start }: Diagnostic, source: string, file: string): Problem {
  const { line, column } = placeAt(source, start ?? 0);
  return {
    what: typeof messageText === 'string' ? messageText : messageText.messageText,
    where: `${file}:${line}:${column}`,
    line,
    column,
  };
}
