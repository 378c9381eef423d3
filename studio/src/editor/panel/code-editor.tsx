/** The text itself: one Monaco editor that shows the model of whatever is open, with marks where something is wrong. */
import { useSignalEffect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CodeProblem } from '../compile.ts';
import { applyMonacoTheme } from '../monaco-theme.ts';
import { monaco } from '../monaco.ts';
import { placeInYaml, yamlProblem } from '../yaml-place.ts';
import type { EditorSession } from './editor-session.ts';
import { modelUri } from './editor-session.ts';

/** What the panel around it can ask of the editor. */
export interface CodeEditorActions {
  goTo(line: number, column?: number): void;
  /** Puts another text in place of this one; undo brings it back. */
  replaceText(text: string): void;
}

interface Props {
  session: EditorSession;
  theme: ReadonlySignal<'dark' | 'light'>;
  actions: { current: CodeEditorActions | undefined };
}

/** Marks that come from a run, beside those of the compiler. */
const RUN_MARKS = 'run';
const YAML_MARKS = 'yaml';
const KEEP_AFTER_MS = 400;

export function CodeEditor({ session, theme, actions }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined);
  const failedLine = useRef<monaco.editor.IEditorDecorationsCollection>(undefined);

  useEffect(() => {
    applyMonacoTheme(theme.value);
    const created = createEditor(box.current!);
    editor.current = created;
    failedLine.current = created.createDecorationsCollection();
    actions.current = actionsOf(created);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const followers = [
      created.onDidChangeModelContent(() => {
        session.edit(created.getValue());
        clearTimeout(timer);
        timer = setTimeout(() => session.keep(), KEEP_AFTER_MS);
        markYaml(created.getModel()!);
      }),
      monaco.editor.onDidChangeMarkers((changed) => {
        const uri = created.getModel()?.uri;
        if (uri !== undefined && changed.some((other) => other.toString() === uri.toString()))
          session.told.value = problemsOf(uri);
      }),
    ];
    const keep = (): void => session.keep();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      clearTimeout(timer);
      keep();
      for (const follower of followers) follower.dispose();
      actions.current = undefined;
      created.dispose();
    };
  }, []);

  // another piece of work: its own model, with its own undo
  useSignalEffect(() => {
    const point = session.point.value;
    const text = session.text.peek();
    const uri = monaco.Uri.parse(modelUri(point));
    const model =
      monaco.editor.getModel(uri) ??
      monaco.editor.createModel(text, point.writes === 'controller' ? 'typescript' : 'yaml', uri);
    if (model.getValue() !== text) model.setValue(text);
    model.updateOptions({
      tabSize: 2,
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    editor.current!.setModel(model);
    editor.current!.updateOptions({ ariaLabel: `${point.file}: ${point.writes}. Ctrl+M lets Tab move the focus out.` });
    session.told.value = problemsOf(uri);
    markYaml(model);
  });
  useSignalEffect(() => applyMonacoTheme(theme.value));
  useSignalEffect(() => {
    const problem = session.failure.value ?? session.runProblem.value;
    const model = monaco.editor.getModel(monaco.Uri.parse(modelUri(session.point.value)));
    if (model === null) return;
    const mark =
      problem?.line === undefined ? undefined : markAt(model, problem.line, problem.column ?? 1, problem.what);
    monaco.editor.setModelMarkers(model, RUN_MARKS, mark === undefined ? [] : [mark]);
    failedLine.current?.set(mark === undefined ? [] : [failureAt(mark)]);
    if (mark !== undefined) editor.current?.revealLineInCenterIfOutsideViewport(mark.startLineNumber);
  });
  return <div ref={box} class="ed-code" data-testid="code-editor" />;
}

function createEditor(box: HTMLElement): monaco.editor.IStandaloneCodeEditor {
  return monaco.editor.create(box, {
    model: null,
    automaticLayout: true,
    minimap: { enabled: false },
    wordWrap: 'on',
    wrappingIndent: 'deepIndent',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 14,
    lineHeight: 21,
    padding: { top: 10, bottom: 10 },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'all',
    guides: { indentation: true },
    lineNumbersMinChars: 3,
    folding: true,
    fixedOverflowWidgets: true,
    smoothScrolling: true,
    stickyScroll: { enabled: false },
    overviewRulerBorder: false,
    unicodeHighlight: { ambiguousCharacters: false },
    quickSuggestions: { other: true, comments: false, strings: false },
  });
}

const actionsOf = (editor: monaco.editor.IStandaloneCodeEditor): CodeEditorActions => ({
  goTo(line, column = 1) {
    editor.setPosition({ lineNumber: line, column });
    editor.revealLineInCenter(line);
    editor.focus();
  },
  replaceText(text) {
    editor.pushUndoStop();
    editor.executeEdits('replace', [{ range: editor.getModel()!.getFullModelRange(), text }]);
    editor.pushUndoStop();
    editor.setPosition({ lineNumber: 1, column: 1 });
    editor.revealLine(1);
  },
});

function markYaml(model: monaco.editor.ITextModel): void {
  if (model.getLanguageId() !== 'yaml') return;
  const text = model.getValue();
  const sentence = yamlProblem(text, model.uri.path.replace(/^.*\//, ''));
  const place = sentence === undefined ? undefined : (placeInYaml(sentence, text) ?? { line: 1, column: 1 });
  monaco.editor.setModelMarkers(
    model,
    YAML_MARKS,
    place === undefined ? [] : [markAt(model, place.line, place.column, sentence!.replace(/^\S+: /, ''))],
  );
}

/** From the place to the end of the word there, or of the line. */
function markAt(
  model: monaco.editor.ITextModel,
  line: number,
  column: number,
  message: string,
): monaco.editor.IMarkerData {
  const startLineNumber = Math.min(line, model.getLineCount());
  const startColumn = Math.min(column, model.getLineMaxColumn(startLineNumber));
  const word = model.getWordAtPosition({ lineNumber: startLineNumber, column: startColumn });
  const endColumn = word?.endColumn ?? model.getLineMaxColumn(startLineNumber);
  return {
    startLineNumber,
    startColumn,
    endLineNumber: startLineNumber,
    endColumn,
    message,
    severity: monaco.MarkerSeverity.Error,
  };
}

/** The whole line, with the sentence behind it: seen from the back of a room. */
const failureAt = ({ startLineNumber, message }: monaco.editor.IMarkerData): monaco.editor.IModelDeltaDecoration => ({
  range: new monaco.Range(startLineNumber, 1, startLineNumber, Number.MAX_SAFE_INTEGER),
  options: {
    isWholeLine: true,
    className: 'ed-failed-line',
    after: { content: `\u2003\u2003${message}`, inlineClassName: 'ed-failed-text' },
  },
});

/** Of the compiler alone: what a run stumbled over is told by the session. */
function problemsOf(resource: monaco.Uri): CodeProblem[] {
  return monaco.editor
    .getModelMarkers({ resource })
    .filter(({ owner, severity }) => owner !== RUN_MARKS && severity >= monaco.MarkerSeverity.Warning)
    .map(({ message, startLineNumber, startColumn, severity }) => ({
      what: message,
      line: startLineNumber,
      column: startColumn,
      severity: severity === monaco.MarkerSeverity.Error ? ('error' as const) : ('warning' as const),
    }));
}
