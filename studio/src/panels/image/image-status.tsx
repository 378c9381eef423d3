/** The line under a image: its size, when it was taken, how old it is, how often they come, and the pixel under the pointer. */
import type { ReadonlySignal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import type { Player } from '../../players/player.ts';
import { formatNumber, formatTime } from '../../ui/format.ts';
import type { ImageFeed } from './image-feed.ts';

export interface ImageStatusProps {
  readonly player: Player;
  readonly feed: ImageFeed;
  readonly hover: ReadonlySignal<string>;
  readonly showFacts: boolean;
}

export function ImageStatus({ player, feed, hover, showFacts }: ImageStatusProps) {
  const size = useComputed(() =>
    !feed.facts.value?.width
      ? ''
      : `${feed.facts.value.width} × ${feed.facts.value.height} ${feed.facts.value.encoding}`,
  );
  const stamp = useComputed(() => formatTime(feed.facts.value?.stamp));
  const age = useComputed(() =>
    feed.facts.value === undefined
      ? '–'
      : `${formatNumber(1e3 * Math.max(0, player.frame.value.time - feed.facts.value.stamp), 0)} ms`,
  );
  const rate = useComputed(() =>
    feed.facts.value?.hertz === undefined ? '–' : `${formatNumber(feed.facts.value.hertz, 1)} Hz`,
  );
  return (
    <div class="image-status ui-numbers">
      {showFacts && (
        <>
          <span>{size}</span>
          <span title="Capture of the image, from its header">
            taken <b>{stamp}</b>
          </span>
          <span title="Since the capture">
            age <b>{age}</b>
          </span>
          <span title="Measured over the last two seconds">
            <b>{rate}</b>
          </span>
        </>
      )}
      {!showFacts && (
        <span>Computed here by the detector’s own code, from its newest image and its present parameters.</span>
      )}
      <span class="ui-spacer" />
      <span class="image-hover" data-testid="image-pixel">
        {hover}
      </span>
    </div>
  );
}
