/** The topics panel: everything that is published, how often and how lately, and the newest message of what is opened. */
import './topics.css';
import { effect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Frame, Player, Topic } from '../../players/player.ts';
import { Empty, Icon, SearchField } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { NOTHING, formatNumber } from '../../ui/format.ts';
import type { PanelDefinition, PanelProps, Studio } from '../panel.ts';
import { fuzzyFilter } from '../../ui/fuzzy-search.ts';
import { MessageView } from './message-view.tsx';
import { MessageRates } from '../../players/message-rate.ts';
import { useSampled } from '../../ui/use-sampled.ts';

/** Outline of messages in a row. */
const ICON = 'M4 5h16v5H4zM4 14h16v5H4zM8 7.5h.01M8 16.5h.01M12 7.5h5M12 16.5h5';

interface TopicsSettings {
  /** Ids of the topics that are opened. */
  open?: readonly string[];
  search?: string;
}

/** Ten times per second is as fast as numbers can be read [ms]. */
const PERIOD = 100;

function TopicsPanel({ studio, settings }: PanelProps<TopicsSettings>) {
  const player = studio.player.value;
  const topics = player.topics.value;
  const panel = useRef<HTMLElement>(null);
  const [search, setSearch] = useState(settings.peek().search ?? '');
  const frame = useSampled(player.frame, PERIOD, panel);
  const rates = useMessageRates(player);
  const found = useMemo(
    () => fuzzyFilter(topics, search, ({ name, signal, type }) => `${name} ${signal ?? ''} ${type}`),
    [topics, search],
  );
  const { open = [] } = settings.value;
  const toggle = (id: string) =>
    (settings.value = {
      ...settings.value,
      open: open.includes(id) ? open.filter((other) => other !== id) : [...open, id],
    });
  return (
    <section ref={panel} class="topics-panel" aria-label="Topics" data-testid="topics-panel">
      <div class="ui-toolbar">
        <SearchField
          class="topics-search"
          label="Search topics and types"
          value={search}
          onInput={setSearch}
          data-testid="topics-search"
        />
        <span class="topics-count ui-numbers" role="status">
          {found.length === topics.length ? `${topics.length} topics` : `${found.length} of ${topics.length} topics`}
        </span>
      </div>
      {topics.length === 0 ? (
        <Empty title="No topics" icon={ICON}>
          <p>Topics appear here once a run or a recording is open.</p>
        </Empty>
      ) : found.length === 0 ? (
        <Empty title="Nothing matches" icon={ICONS.search}>
          <p>No topic has “{search}” in its name, signal or type. Try fewer letters.</p>
        </Empty>
      ) : (
        <div class="topics-scroll">
          <div class="topics-head" aria-hidden="true">
            <span>Topic</span>
            <span>Type</span>
            <span>Rate</span>
            <span>Age</span>
          </div>
          <ul class="topics-list">
            {found.map((topic) => (
              <TopicRow
                key={topic.id}
                {...{ studio, player, topic, frame, rates }}
                isOpen={open.includes(topic.id)}
                toggle={() => toggle(topic.id)}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Watches every frame, also those that are not shown. */
function useMessageRates(player: Player): MessageRates {
  const rates = useMemo(() => new MessageRates(), [player]);
  useEffect(() => effect(() => void rates.observe(player.frame.value)), [rates]);
  return rates;
}

interface TopicRowProps {
  studio: Studio;
  player: Player;
  topic: Topic;
  frame: Frame;
  rates: MessageRates;
  isOpen: boolean;
  toggle(): void;
}

function TopicRow({ studio, player, topic, frame, rates, isOpen, toggle }: TopicRowProps) {
  const stamped = frame.messages.get(topic.id);
  const rate = rates.rate(topic.id);
  const slash = topic.type.lastIndexOf('/');
  return (
    <li>
      <button
        type="button"
        class="topics-topic"
        aria-expanded={isOpen}
        onClick={toggle}
        data-testid="topics-topic"
        data-topic={topic.id}
      >
        <span class="topics-title">
          <Icon path={isOpen ? ICONS.chevronDown : ICONS.chevronRight} size={16} />
          <span>
            <b>{topic.name}</b>
            {topic.signal !== undefined && <small>{topic.signal}</small>}
          </span>
        </span>
        <span class="topics-type" title={topic.type}>
          {topic.type.slice(slash + 1)}
          <small>{topic.type.slice(0, Math.max(0, slash))}</small>
        </span>
        <span class="ui-numbers">{rateText(rate, topic.bulky && !isOpen)}</span>
        <span class="ui-numbers">{stamped === undefined ? NOTHING : ageText(frame.time - stamped.time)}</span>
      </button>
      {isOpen && <MessageView {...{ studio, player, topic, stamped }} />}
    </li>
  );
}

function rateText(rate: number | undefined, isAsleep: boolean): string {
  if (isAsleep) return 'when opened';
  if (rate === undefined) return NOTHING;
  return `${formatNumber(rate, rate < 10 ? 2 : rate < 100 ? 1 : 0)} Hz`;
}

/** Three digits, in the unit that suits. */
function ageText(age: number): string {
  if (age < 0) return NOTHING;
  return age < 1 ? `${formatNumber(age * 1e3, 0)} ms` : `${formatNumber(age, age < 10 ? 2 : 0)} s`;
}

export const topicsPanel: PanelDefinition = {
  type: 'topics',
  title: 'Topics',
  doc: 'Everything that is published, message by message.',
  icon: ICON,
  component: TopicsPanel,
};
