/** Every parameter of every block, to be turned while the loop runs. */
import './parameters-panel.css';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BlockView, LivePlayer, Player, ScenarioView } from '../../players/player.ts';
import { isLive } from '../../players/player.ts';
import { Button, Empty, Icon, SearchField } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { instanceKey } from '../../ui/instance-key.ts';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import { ChangeMeaning } from './change-meaning.tsx';
import { ChangeList } from './change-list.tsx';
import { ParameterRow } from './parameter-row.tsx';
import type { ParameterGroup } from './parameter-tree.ts';
import { groupParameters, isChanged, matches, sectionOf, SECTIONS } from './parameter-tree.ts';

const ICON = 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h12M20 12h0M18 10v4';

interface ParameterSettings {
  /** Block to show; another block opens it. */
  readonly block?: string;
  readonly search?: string;
  /** Names of blocks that were opened or closed by hand. */
  readonly open?: Readonly<Record<string, boolean>>;
  readonly onlyChanged?: boolean;
}

function ParametersPanel({ studio, settings }: PanelProps<ParameterSettings>) {
  const player = studio.player.value;
  const scenario = player.scenario.value;
  return (
    <div class="parameters-panel" data-testid="parameters-panel">
      {scenario === undefined ? (
        <Empty title="No parameters here" icon={ICON}>
          <p>
            This data comes without its scenario. Open a scenario, or a recording that Skidpad made, to see the
            parameters of its blocks.
          </p>
        </Empty>
      ) : (
        <Blocks key={instanceKey(player)} studio={studio} settings={settings} player={player} scenario={scenario} />
      )}
    </div>
  );
}

type BlocksProps = PanelProps<ParameterSettings> & { readonly player: Player; readonly scenario: ScenarioView };

function Blocks({ studio, settings, player, scenario }: BlocksProps) {
  const { search = '', open = {}, onlyChanged = false, block: asked } = settings.value;
  const set = (change: Partial<ParameterSettings>) => (settings.value = { ...settings.value, ...change });
  const live = isLive(player) && player.abilities.change ? player : undefined;
  const isFiltered = search.trim() !== '' || onlyChanged;
  const shown = useMemo(
    () =>
      scenario.blocks
        .map((block) => ({
          block,
          parameters: block.parameters.filter(
            (parameter) => matches(search.trim(), block, parameter) && (!onlyChanged || isChanged(parameter)),
          ),
        }))
        .filter(({ parameters }) => parameters.length > 0),
    [scenario, search, onlyChanged],
  );
  const firstController = scenario.blocks.find(
    (block) => sectionOf(block) === 'Controllers' && block.parameters.length > 0,
  )?.name;
  const isOpen = (name: string) =>
    isFiltered || (open[name] ?? (name === asked || (asked === undefined && name === firstController)));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked === undefined) return;
    set({ open: { ...open, [asked]: true } });
    list.current?.querySelector(`[data-block=${CSS.escape(asked)}]`)?.scrollIntoView({ block: 'start' });
  }, [asked]);
  const count = scenario.blocks.reduce((sum, { parameters }) => sum + parameters.filter(isChanged).length, 0);

  return (
    <>
      <div class="ui-toolbar parameters-toolbar">
        <SearchField
          label="Search parameters"
          value={search}
          onInput={(text) => set({ search: text })}
          class="parameters-search"
          data-testid="parameters-search"
        />
        <Button
          kind="quiet"
          pressed={onlyChanged}
          onClick={() => set({ onlyChanged: !onlyChanged })}
          data-testid="parameters-only-changed"
        >
          Changed{count > 0 ? ` (${count})` : ''}
        </Button>
      </div>
      {live === undefined && (
        <p class="parameters-note">
          These are the values of the {player.kind === 'recording' ? 'recorded' : 'remote'} run. Open its scenario to
          turn them.
        </p>
      )}
      <div class="parameters-list" ref={list}>
        {shown.length === 0 && (
          <Empty title={onlyChanged && search === '' ? 'Nothing has been changed' : 'No such parameter'}>
            <p>
              {onlyChanged && search === ''
                ? 'Turn a knob, and it is listed here.'
                : `No name, unit or description has “${search}” in it.`}
            </p>
            <Button onClick={() => set({ search: '', onlyChanged: false })}>Show all</Button>
          </Empty>
        )}
        {SECTIONS.map((section) => {
          const members = shown.filter(({ block }) => sectionOf(block) === section);
          return members.length === 0 ? null : (
            <section key={section} aria-label={section}>
              <h2>{section}</h2>
              {members.map(({ block, parameters }) => (
                <BlockParameters
                  key={block.name}
                  block={block}
                  group={groupParameters(parameters)}
                  live={live}
                  isOpen={isOpen(block.name)}
                  toggle={() => set({ open: { ...open, [block.name]: !isOpen(block.name) } })}
                />
              ))}
            </section>
          );
        })}
      </div>
      {live !== undefined && (
        <>
          <ChangeMeaning player={live} runAgain={studio.runAgain} />
          <ChangeList player={live} openScenario={() => studio.openPanel('scenario', { view: 'changed' })} />
        </>
      )}
    </>
  );
}

interface BlockParametersProps {
  readonly block: BlockView;
  readonly group: ParameterGroup;
  readonly live: LivePlayer | undefined;
  readonly isOpen: boolean;
  toggle(): void;
}

function BlockParameters({ block, group, live, isOpen, toggle }: BlockParametersProps) {
  const changed = block.parameters.filter(isChanged).length;
  return (
    <div class="parameters-block" data-block={block.name}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          title={block.doc}
          data-testid={`parameters-block-${block.name}`}
        >
          <Icon path={isOpen ? ICONS.chevronDown : ICONS.chevronRight} size={16} />
          <span class="parameters-block-name">{block.name}</span>
          <span class="parameters-block-type">{block.type}</span>
          {changed > 0 && (
            <span class="parameters-count" title={`${changed} changed`}>
              {changed}
            </span>
          )}
        </button>
      </h3>
      {isOpen && <Group group={group} block={block} live={live} />}
    </div>
  );
}

function Group({ group, block, live }: { group: ParameterGroup; block: BlockView; live: LivePlayer | undefined }) {
  return (
    <div
      class={group.path === '' ? 'parameters-top' : 'parameters-group'}
      role="group"
      aria-label={group.path === '' ? block.name : group.path}
    >
      {group.path !== '' && <h4>{group.name}</h4>}
      {group.parameters.map((parameter) => (
        <ParameterRow key={parameter.path} block={block.name} parameter={parameter} live={live} />
      ))}
      {group.groups.map((below) => (
        <Group key={below.path} group={below} block={block} live={live} />
      ))}
    </div>
  );
}

export const parametersPanel: PanelDefinition = {
  type: 'parameters',
  title: 'Parameters',
  doc: 'Every parameter of every block, to be turned while the loop runs.',
  icon: ICON,
  component: ParametersPanel,
};
