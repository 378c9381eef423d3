/** One scenario of the gallery: from above, in a sentence, and with what came out. */
import { useMemo } from 'preact/hooks';
import { Button, Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { formatSignificant, withUnit } from '../../ui/format.ts';
import type { GalleryEntry } from '../shell/gallery-entry.ts';
import { titleOf } from './gallery-filter.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH, galleryPicture } from './gallery-picture.ts';

interface CardProps {
  entry: GalleryEntry;
  /** Whether it waits for something a student writes; then it is opened in the editor. */
  isTask: boolean;
  onOpen(): void;
  onCopy(): void;
}

/** Expectations that are shown; the rest is counted. */
const MOST = 3;

export function GalleryCard({ entry, isTask, onOpen, onCopy }: CardProps) {
  const title = titleOf(entry);
  const { path, name, description, expectations, duration, hash, runnable, command } = entry;
  return (
    <li class="sk-card" data-testid="gallery-card" data-path={path} data-openable={runnable || isTask}>
      <Picture entry={entry} />
      <div class="sk-card-text">
        <h3>
          {runnable || isTask ? (
            <button type="button" class="sk-card-open" onClick={onOpen}>
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        <p>{description}</p>
        <ul class="sk-card-results">
          {expectations.slice(0, MOST).map(({ doc, pass, value, unit }) => (
            <li key={doc} data-pass={pass}>
              <Icon path={pass ? ICONS.check : ICONS.close} size={14} />
              <span>{doc}</span>
              {value !== null && <b class="ui-numbers">{withUnit(formatSignificant(value, 3), unit)}</b>}
            </li>
          ))}
          {expectations.length > MOST && <li class="sk-card-more">and {expectations.length - MOST} more</li>}
        </ul>
        {isTask && <p class="sk-card-task">Opens in the editor, with the task.</p>}
        {!runnable && !isTask && <Command command={command} onCopy={onCopy} />}
        <footer class="ui-numbers">
          <span>{name}</span>
          <span>{duration} s</span>
          {isTask && <span>results of the model solution</span>}
          {hash !== '' && <code title={`Hash of everything published: ${hash}`}>{hash.slice(0, 8)}</code>}
        </footer>
      </div>
    </li>
  );
}

const Command = ({ command, onCopy }: { command: string; onCopy(): void }) => (
  <div class="sk-card-command">
    <span>Needs the command line:</span>
    <div>
      <code>{command}</code>
      <Button kind="quiet" icon={ICONS.copy} aria-label="Copy the command" title="Copy" onClick={onCopy} />
    </div>
  </div>
);

function Picture({ entry }: { entry: GalleryEntry }) {
  const { stripes, solids, paths, scale } = useMemo(() => galleryPicture(entry), [entry]);
  return (
    <svg
      class="sk-card-picture"
      viewBox={`0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}`}
      role="img"
      aria-label={`${entry.name} from above`}
    >
      <path class="sk-picture-stripe" d={stripes} />
      <path class="sk-picture-solid" d={solids} />
      {paths.map(({ colour, d, startX, startY, endX, endY }, i) => (
        <g key={i} style={{ color: `var(--series-${((colour - 1) % 8) + 1})` }}>
          <path class="sk-picture-path" d={d} />
          <circle class="sk-picture-start" cx={startX} cy={startY} r={3} />
          <circle class="sk-picture-end" cx={endX} cy={endY} r={3.5} />
        </g>
      ))}
      <path class="sk-picture-scale" d={`M12 ${PICTURE_HEIGHT - 12}v4h${scale.pixels}v-4`} />
      <text x={12 + scale.pixels + 5} y={PICTURE_HEIGHT - 7}>
        {scale.metres} m
      </text>
    </svg>
  );
}
