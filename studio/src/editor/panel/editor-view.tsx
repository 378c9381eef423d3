/** The whole panel: toolbar, task, text, and below them what is wrong and how it was graded. */
import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { startMonaco } from '../monaco.ts';
import { Button, Empty, Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { PanelProps, Studio } from '../../panels/panel.ts';
import type { CodeEditorActions } from './code-editor.tsx';
import { CodeEditor } from './code-editor.tsx';
import type { EditorSettings } from './editor-panel.tsx';
import { EditorSession, points } from './editor-session.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { GradeView } from './grade-view.tsx';
import type { ListedProblem } from './problem-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { TaskView } from './task-view.tsx';

/** Below this size the task stands in place of the text, else beside or above it [px]; the same as in editor.css. */
const BOTH = { width: 560, height: 560 };

export function EditorView({ studio, settings }: PanelProps<EditorSettings>) {
  const [state, setState] = useState<'loading' | 'ready' | { problem: string }>('loading');
  const begin = (): void => {
    setState('loading');
    startMonaco().then(
      () => setState('ready'),
      (error: Error) => setState({ problem: error.message }),
    );
  };
  useEffect(begin, []);
  if (state === 'ready') return <Workbench studio={studio} settings={settings} />;
  if (state === 'loading') return <Empty title="Loading the editor…" />;
  return (
    <Empty title="The editor could not be started">
      <p>{state.problem}</p>
      <Button onClick={begin}>Try again</Button>
    </Empty>
  );
}

function Workbench({ studio, settings }: PanelProps<EditorSettings>) {
  const session = useMemo(() => {
    const created = new EditorSession(studio);
    created.open(settings.value.start, settings.value.scenario);
    return created;
  }, []);
  useEffect(() => () => session.stop(), []);
  const code = useRef<CodeEditorActions>(undefined);
  const panel = useRef<HTMLElement>(null);
  const isTaskShown = settings.value.task ?? true;
  const point = session.point.value;
  const change = (changed: EditorSettings): void => void (settings.value = { ...settings.value, ...changed });
  const replace = (text: string | undefined, sentence: string): void => {
    if (text === undefined) return;
    code.current?.replaceText(text);
    studio.notify(`${sentence} Undo brings the old text back.`);
  };
  // the page may ask for a lab, or bring a file, through the settings
  useSignalEffect(() => {
    const { start, scenario, name = '', text, ready = false } = settings.value;
    if (start !== session.point.peek().id && points.some(({ id }) => id === start)) tools.open(start!, scenario);
    if (text !== undefined) queueMicrotask(() => takeFile(name, text));
    if (ready)
      queueMicrotask(() => {
        change({ ready: undefined });
        void session.run({ paused: true });
      });
  });
  /** A file goes where its kind is written. */
  const takeFile = (name: string, text: string): void => {
    const writes = /\.ya?ml$/.test(name) ? 'parameters' : 'controller';
    change({ name: undefined, text: undefined });
    if (session.point.peek().writes !== writes) tools.open(points.find((candidate) => candidate.writes === writes)!.id);
    replace(text, `Opened ${name}.`);
  };
  const tools = {
    toggleTask: () => change({ task: !isTaskShown }),
    open: (start: string, scenario?: string) => {
      session.keep();
      session.open(start, scenario);
      change({ start, scenario });
    },
    chooseScenario: (path: string) => {
      session.scenario.value = point.scenarios.find((scenario) => scenario.path === path) ?? point.scenarios[0];
      change({ scenario: path });
    },
    save: (elsewhere?: boolean) =>
      void told(studio, async () => {
        const name = await session.saveToDisk(elsewhere);
        if (name !== undefined) studio.notify(`Saved as ${name}.`);
      }),
    openFile: () => void told(studio, async () => replace(await session.openFromDisk(), 'Opened.')),
    reset: () => replace(point.starter, 'Back to the starter.'),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const act =
      event.key === 'Enter'
        ? () => void session.run()
        : event.key.toLowerCase() === 's'
          ? () => tools.save()
          : undefined;
    if (act === undefined) return;
    // before the text sees it, which would begin a new line
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const goTo = (line: number, column: number): void => {
    const { clientWidth, clientHeight } = panel.current!;
    if (clientWidth < BOTH.width || clientHeight < BOTH.height) change({ task: false });
    requestAnimationFrame(() => code.current?.goTo(line, column));
  };
  return (
    <section class="ed" aria-label="Editor" data-testid="editor-panel" ref={panel} onKeyDownCapture={onKeyDown}>
      <EditorToolbar session={session} isTaskShown={isTaskShown} {...tools} />
      <div class="ed-body" data-task={isTaskShown}>
        {isTaskShown && <TaskView key={point.id} title={point.title} text={point.task} />}
        <div class="ed-work">
          <FileLine session={session} />
          <CodeEditor session={session} theme={studio.theme} actions={code} />
        </div>
      </div>
      <Drawer session={session} goTo={goTo} />
    </section>
  );
}

/** Tells what goes wrong with files, such as a disk that is full. */
async function told(studio: Studio, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    studio.notify(error instanceof Error ? error.message : String(error), 'problem');
  }
}

function FileLine({ session }: { session: EditorSession }) {
  const changed = session.isChanged.value;
  const note = !session.kept.value
    ? 'This browser keeps nothing: save to disk'
    : changed
      ? 'Kept in this browser'
      : 'Starter';
  return (
    <div class="ed-file">
      <code>{session.point.value.file}</code>
      <span data-testid="draft-state">{note}</span>
    </div>
  );
}

function Drawer({ session, goTo }: { session: EditorSession; goTo(line: number, column: number): void }) {
  const problems = useComputed<ListedProblem[]>(() => {
    const failures = [session.failure.value, session.runProblem.value].filter((problem) => problem !== undefined);
    return withoutRepeats([
      ...failures.map((problem) => ({ ...problem, severity: 'failure' as const })),
      ...session.told.value,
    ]);
  });
  const isGrading = session.busy.value === 'grade';
  const report = session.report.value;
  return (
    <div class="ed-drawer" aria-live="polite">
      {isGrading && <Progress session={session} />}
      {problems.value.length > 0 && <ProblemList problems={problems.value} goTo={goTo} />}
      {report !== undefined && (
        <GradeView
          report={report}
          current={session.isReportCurrent.value}
          goTo={goTo}
          close={() => void (session.report.value = undefined)}
        />
      )}
      {problems.value.length === 0 && report === undefined && !isGrading && (
        <p class="ed-quiet" data-testid="no-problems">
          <Icon path={ICONS.check} size={16} /> No problems
        </p>
      )}
    </div>
  );
}

/** The compiler and a run may say the same of a line. */
const withoutRepeats = (problems: readonly ListedProblem[]): ListedProblem[] =>
  problems.filter(
    ({ what, line }, i) => problems.findIndex((other) => other.what === what && other.line === line) === i,
  );

function Progress({ session }: { session: EditorSession }) {
  const { share, title } = session.progress.value;
  return (
    <div class="ed-progress" data-testid="grade-progress">
      <progress aria-label="Grading" max={1} value={share} />
      <span class="ui-numbers">
        Grading{title !== '' && `: ${title.toLowerCase()}`} {Math.round(share * 100)} %
      </span>
    </div>
  );
}
