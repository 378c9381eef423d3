/** The scenario behind what is shown: as it was written (and can be written again), with every default, and with this run's changes. */
import { formatYaml } from '../../../../src/scenario/yaml.ts';
import './scenario.css';
import type { Signal } from '@preact/signals';
import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { LivePlayer, Player, Problem } from '../../players/player.ts';
import { isLive, sentence } from '../../players/player.ts';
import { Button, Empty, IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { fileName, saveFile } from '../../ui/save-file.ts';
import type { PanelDefinition, PanelProps, Studio } from '../panel.ts';
import { NumberedText } from './numbered-text.tsx';
import { lineOfPath } from './place-of-path.ts';

type View = 'source' | 'resolved' | 'changed';
const VIEWS: readonly { readonly view: View; readonly name: string; readonly doc: string }[] = [
  { view: 'source', name: 'Source', doc: 'As it was written; edit it and run it' },
  { view: 'resolved', name: 'Resolved', doc: 'With every default written out' },
  { view: 'changed', name: 'This run', doc: 'With the seed and the changes of this run: runs the same anywhere' },
];

function ScenarioPanel({ studio, settings }: PanelProps<{ view?: View }>) {
  const player = studio.player.value;
  const failed = studio.request.value?.text ?? '';
  if (player.scenario.value === undefined && !isLive(player) && failed === '') {
    return (
      <Empty title="There is no scenario here" icon={ICONS.scenario}>
        <p>What is shown was recorded or sent by something else, and does not say what it was made of.</p>
      </Empty>
    );
  }
  const available = isLive(player)
    ? VIEWS
    : VIEWS.filter(({ view }) => view === (player.scenario.value === undefined ? 'source' : 'resolved'));
  const view = available.find((item) => item.view === settings.value.view)?.view ?? available[0].view;
  const views = available.length > 1 && (
    <ViewBar
      available={available}
      view={view}
      choose={(next) => (settings.value = { ...settings.value, view: next })}
    />
  );
  return (
    <div class="sk-scenario">
      {view === 'source' && (
        <SourceView views={views} studio={studio} source={isLive(player) ? player.source.value : failed} />
      )}
      {view === 'resolved' && <ResolvedView views={views} studio={studio} player={player} />}
      {view === 'changed' && <ChangedView views={views} studio={studio} player={player as LivePlayer} />}
    </div>
  );
}

const ViewBar = ({ available, view, choose }: { available: typeof VIEWS; view: View; choose(view: View): void }) => (
  <div class="sk-scenario-views" role="group" aria-label="View">
    {available.map((item) => (
      <Button
        key={item.view}
        kind="quiet"
        pressed={item.view === view}
        title={item.doc}
        data-testid={`scenario-${item.view}`}
        onClick={() => choose(item.view)}
      >
        {item.name}
      </Button>
    ))}
  </div>
);

/** What can be done with any of the texts. */
function TextActions({ text, title, studio }: { text: string; title: string; studio: Studio }) {
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => studio.notify('Copied.'),
      () => studio.notify('The browser does not let this page copy.', 'problem'),
    );
  return (
    <>
      <IconButton icon={ICONS.copy} label="Copy" data-testid="scenario-copy" onClick={copy} />
      <IconButton
        icon={ICONS.download}
        label="Save to disk"
        data-testid="scenario-save"
        onClick={() => saveFile(text, fileName(title, 'yaml'), 'text/yaml')}
      />
    </>
  );
}

/** What every view has: the way to the others, at the left of its bar. */
interface ViewProps {
  views: ComponentChildren;
  studio: Studio;
}

function SourceView({ views, studio, source }: ViewProps & { source: string }) {
  const draft = useSignal(source);
  const problem = useSignal<Problem | undefined>(undefined);
  const isBusy = useSignal(false);
  useEffect(() => {
    draft.value = source;
    problem.value = undefined;
  }, [source]);
  const run = async () => {
    isBusy.value = true;
    problem.value = await studio.open({
      path: studio.request.peek()?.path,
      text: draft.peek(),
      modules: studio.request.peek()?.modules,
    });
    isBusy.value = false;
  };
  const isChanged = draft.value !== source;
  return (
    <>
      <div class="sk-scenario-bar">
        {views}
        <span class="sk-spacer" />
        {isChanged && (
          <Button
            kind="quiet"
            onClick={() => {
              draft.value = source;
              problem.value = undefined;
            }}
          >
            Undo edits
          </Button>
        )}
        <Button
          kind="primary"
          disabled={isBusy.value}
          data-testid="scenario-run"
          title="Run this text (Ctrl+Enter)"
          onClick={() => void run()}
        >
          Run
        </Button>
        <TextActions text={draft.value} title={studio.player.value.status.peek().title} studio={studio} />
      </div>
      <ProblemBar problem={problem} />
      <NumberedText
        label="Scenario, YAML"
        text={draft.value}
        onInput={(text) => (draft.value = text)}
        onSubmit={() => void run()}
        data-testid="scenario-text"
        markedLine={
          problem.value === undefined
            ? undefined
            : (problem.value.line ?? lineOfPath(draft.value, problem.value.where ?? ''))
        }
      />
    </>
  );
}

const ProblemBar = ({ problem }: { problem: Signal<Problem | undefined> }) =>
  problem.value === undefined ? null : (
    <p class="sk-scenario-problem" role="alert" data-testid="scenario-problem">
      {sentence(problem.value)}
    </p>
  );

function ResolvedView({ views, studio, player }: ViewProps & { player: Player }) {
  const document = player.scenario.value?.document;
  const text = useMemo(() => (document === undefined ? '' : formatYaml(document)), [document]);
  return <ReadOnly views={views} text={text} name="resolved" studio={studio} />;
}

function ChangedView({ views, studio, player }: ViewProps & { player: LivePlayer }) {
  const text = useSignal('');
  const changes = player.changes.value;
  const seed = useComputed(() => studio.player.value.status.value.seed).value;
  useEffect(() => {
    let isCurrent = true;
    player.exportScenario().then(
      (yaml) => isCurrent && (text.value = yaml),
      (error: Error) => isCurrent && (text.value = `# ${error.message}\n`),
    );
    return () => void (isCurrent = false);
  }, [player, changes, seed]);
  return <ReadOnly views={views} text={text.value} name="run" studio={studio} />;
}

const ReadOnly = ({ views, text, name, studio }: ViewProps & { text: string; name: string }) => (
  <>
    <div class="sk-scenario-bar">
      {views}
      <span class="sk-spacer" />
      <TextActions text={text} title={`${studio.player.value.status.peek().title}-${name}`} studio={studio} />
    </div>
    <NumberedText label="Scenario, YAML, read only" text={text} data-testid="scenario-text" />
  </>
);

export const scenarioPanel: PanelDefinition = {
  type: 'scenario',
  title: 'Scenario',
  doc: 'The scenario as text: edit it and run it, copy it, save it.',
  icon: ICONS.scenario,
  component: ScenarioPanel,
};
