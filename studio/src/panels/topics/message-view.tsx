/** The newest message of a topic as a tree; its numbers lead to plots. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Player, Stamped, Topic } from '../../players/player.ts';
import { Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { Studio } from '../panel.ts';
import { addressOf } from '../../players/field-address.ts';
import type { TreeNode } from './message-tree.ts';
import { messageTree, unitsOf } from './message-tree.ts';

export interface MessageViewProps {
  studio: Studio;
  player: Player;
  topic: Topic;
  stamped: Stamped | undefined;
}

export function MessageView({ studio, player, topic, stamped }: MessageViewProps) {
  const units = useMemo(() => unitsOf(topic), [topic]);
  // what is bulky is sent while it is looked at
  useEffect(() => (topic.bulky ? player.watch(topic.id) : undefined), [player, topic.id, topic.bulky]);
  if (stamped === undefined)
    return (
      <p class="topics-waiting" role="status">
        No message yet. It appears here as soon as one is published.
      </p>
    );
  const plot = (path: string) => studio.openPanel('plot', { series: [addressOf(topic, path)] });
  return (
    <ul class="topics-tree" aria-label={`Newest message of ${topic.name}`} data-testid="topics-message">
      {messageTree(stamped.message, units).map((node) => (
        <Branch key={node.name} node={node} depth={1} plot={plot} />
      ))}
    </ul>
  );
}

/** Groups are open to this depth; lists are closed. */
const OPEN_DEPTH = 4;

interface BranchProps {
  node: TreeNode;
  depth: number;
  plot(path: string): void;
}

function Branch({ node, depth, plot }: BranchProps) {
  const [open, setOpen] = useState(node.kind === 'group' && depth < OPEN_DEPTH);
  const { name, text, unit, kind, children } = node;
  const indent = { paddingInlineStart: `${depth * 16}px` };
  return (
    <li>
      {children !== undefined ? (
        <button
          type="button"
          class="topics-row topics-opener"
          style={indent}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon path={open ? ICONS.chevronDown : ICONS.chevronRight} size={14} />
          <span class="topics-name">{name}</span>
          <span class="topics-text">{text}</span>
        </button>
      ) : node.isField ? (
        <button
          type="button"
          class="topics-row topics-field"
          style={indent}
          title={`Plot ${node.path}`}
          onClick={() => plot(node.path)}
        >
          <Leaf {...{ name, text, unit, kind }} />
          <Icon path={ICONS.plot} size={14} />
        </button>
      ) : (
        <div class="topics-row" style={indent}>
          <Leaf {...{ name, text, unit, kind }} />
        </div>
      )}
      {open && children !== undefined && (
        <ul>
          {children().map((child) => (
            <Branch key={child.name} node={child} depth={depth + 1} plot={plot} />
          ))}
        </ul>
      )}
    </li>
  );
}

const Leaf = ({ name, text, unit, kind }: Pick<TreeNode, 'name' | 'text' | 'unit' | 'kind'>) => (
  <>
    <span class="topics-name topics-leaf">{name}</span>
    <span class="topics-text" data-kind={kind}>
      {text}
    </span>
    {unit !== '' && <span class="topics-unit">{unit}</span>}
  </>
);
