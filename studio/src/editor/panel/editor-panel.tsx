/** The editor as a panel. What it needs is large and comes when it is opened; until then the page knows only this file. */
import { useEffect, useState } from 'preact/hooks';
import type { FunctionComponent } from 'preact';
import { Button, Empty } from '../../ui/controls.tsx';
import type { PanelDefinition, PanelProps } from '../../panels/panel.ts';
import './editor.css';

export interface EditorSettings {
  /** Id of the lab or example. */
  start?: string;
  /** Path of the scenario to run. */
  scenario?: string;
  /** Whether the task is shown. */
  task?: boolean;
  /** Opens the scenario with the work as it stands, to be played; forgotten once done. */
  ready?: boolean;
  /** A file to take in, such as one that was dropped onto the page; forgotten once taken. */
  name?: string;
  text?: string;
}

const ICON = 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16';

type View = FunctionComponent<PanelProps<EditorSettings>>;

const EditorPanel: View = (props) => {
  const [view, setView] = useState<{ View?: View; problem?: string }>({});
  const load = (): void => {
    setView({});
    import('./editor-view.tsx').then(
      ({ EditorView }) => setView({ View: EditorView }),
      (error: Error) => setView({ problem: error.message }),
    );
  };
  useEffect(load, []);
  if (view.View !== undefined) return <view.View {...props} />;
  if (view.problem === undefined) return <Empty title="Loading the editor…" icon={ICON} />;
  return (
    <Empty title="The editor could not be loaded" icon={ICON}>
      <p>{view.problem}</p>
      <Button onClick={load}>Try again</Button>
    </Empty>
  );
};

export const editorPanel: PanelDefinition = {
  type: 'editor',
  title: 'Editor',
  doc: 'Write a controller, run it, and have it graded.',
  icon: ICON,
  component: EditorPanel,
  column: 0.54,
  titleOf: ({ start }: EditorSettings) => {
    const lab = /^lab(\d+)/.exec(start ?? '');
    return lab === null ? 'Editor' : `Editor: lab ${lab[1]}`;
  },
};
