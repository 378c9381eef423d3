/** Above the text: what is open, and what can be done with it. */
import type { ComponentChildren } from 'preact';
import type { MenuItem } from '../../ui/controls.tsx';
import { Button, Menu } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { EditorSession } from './editor-session.ts';
import { points } from './editor-session.ts';

const PLAY = 'M8 5v14l11-7z';
const STOP = 'M7 7h10v10H7z';
const BOOK = 'M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6z';
const FLAG = 'M6 21V4M6 4h12l-3 4 3 4H6';
const modifier = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl+';

interface Props {
  session: EditorSession;
  isTaskShown: boolean;
  toggleTask(): void;
  open(id: string): void;
  chooseScenario(path: string): void;
  save(elsewhere?: boolean): void;
  openFile(): void;
  reset(): void;
}

export function EditorToolbar({
  session,
  isTaskShown,
  toggleTask,
  open,
  chooseScenario,
  save,
  openFile,
  reset,
}: Props) {
  const point = session.point.value;
  const busy = session.busy.value;
  const files: MenuItem[] = [
    { label: 'Open a file…', onSelect: openFile },
    { label: 'Save to disk', detail: `${modifier}S`, onSelect: () => save() },
    { label: 'Save to disk as…', onSelect: () => save(true) },
    { label: 'Back to the starter', disabled: !session.isChanged.value, onSelect: reset },
  ];
  return (
    <div class="ui-toolbar ed-toolbar" role="toolbar" aria-label="Editor">
      <Choice label="Lab or example" testId="start-select" value={point.id} onChange={open}>
        <optgroup label="Course">
          {points
            .filter(({ kind }) => kind === 'lab')
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </optgroup>
        <optgroup label="Examples">
          {points
            .filter(({ kind }) => kind === 'example')
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </optgroup>
      </Choice>
      {point.scenarios.length > 1 && (
        <Choice
          label="Scenario to run"
          testId="scenario-select"
          value={session.scenario.value.path}
          onChange={chooseScenario}
        >
          {point.scenarios.map(({ path, title, graded }) => (
            <option key={path} value={path}>
              {graded ? title : `${title} (experiment)`}
            </option>
          ))}
        </Choice>
      )}
      <Button
        kind="quiet"
        icon={BOOK}
        pressed={isTaskShown}
        onClick={toggleTask}
        aria-label="Task"
        title="Show the task"
        data-testid="task-button"
      >
        <span class="ed-label">Task</span>
      </Button>
      <span class="ui-spacer" />
      <Menu label="File" kind="quiet" items={files} data-testid="file-menu" />
      {point.kind === 'lab' &&
        (busy === 'grade' ? (
          <Button icon={STOP} onClick={() => session.stop()} data-testid="stop-button">
            Stop
          </Button>
        ) : (
          <Button
            icon={FLAG}
            disabled={busy !== ''}
            onClick={() => void session.grade()}
            data-testid="grade-button"
            aria-label="Grade"
            title="Run every scenario of the lab and judge it"
          >
            <span class="ed-label">Grade</span>
          </Button>
        ))}
      <Button
        kind="primary"
        icon={PLAY}
        disabled={busy !== ''}
        onClick={() => void session.run()}
        data-testid="run-button"
        title={`Run (${modifier}Enter)`}
      >
        {busy === 'run' ? 'Starting…' : 'Run'}
      </Button>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  testId: string;
  value: string;
  onChange(value: string): void;
  children: ComponentChildren;
}

const Choice = ({ label, testId, value, onChange, children }: ChoiceProps) => (
  <span class="ed-choice">
    <select
      aria-label={label}
      title={label}
      data-testid={testId}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {children}
    </select>
    <svg class="ui-icon" viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
      <path d={ICONS.chevronDown} />
    </svg>
  </span>
);
