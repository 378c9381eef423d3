/** The stages of a detector side by side with their remarks; a click enlarges one and leaves the others as a strip below. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/controls.tsx';
import { ImageView } from './image-view.tsx';
import type { StageFeed, StageView } from './stage-feed.ts';

export interface StageStripProps {
  readonly feed: StageFeed;
  readonly visible: ReadonlySignal<boolean>;
  readonly zoom: Signal<'fit' | number | undefined>;
  readonly hover: Signal<string>;
  /** Id of the one that is enlarged. */
  readonly enlarged: string | undefined;
  enlarge(id: string | undefined): void;
}

export function StageStrip({ feed, visible, zoom, hover, enlarged, enlarge }: StageStripProps) {
  const stages = feed.stages.value;
  const large = stages.find(({ id }) => id === enlarged);
  if (large === undefined) {
    return (
      <ul class="image-stages" data-testid="image-stages" aria-label="Stages of the detector">
        {stages.map((stage, i) => (
          <StageCard key={stage.id} stage={stage} number={i + 1} feed={feed} onSelect={() => enlarge(stage.id)} />
        ))}
      </ul>
    );
  }
  const step = (by: number) => enlarge(stages[(stages.indexOf(large) + by + stages.length) % stages.length].id);
  return (
    <div
      class="image-enlarged"
      onKeyDown={(event) => {
        if (event.key === 'Escape') enlarge(undefined);
        else if (event.key === 'PageDown') step(1);
        else if (event.key === 'PageUp') step(-1);
        else return;
        event.preventDefault();
      }}
    >
      <div class="image-enlarged-head">
        <Button kind="quiet" onClick={() => enlarge(undefined)} data-testid="image-all-stages">
          ← All stages
        </Button>
        <p>
          <strong>{large.title}.</strong> {large.doc}
        </p>
      </div>
      <ImageView
        key={large.id}
        buffer={large.buffer}
        version={feed.version}
        visible={visible}
        zoom={zoom}
        hover={hover}
        label={large.title}
      />
      <ul class="image-strip" aria-label="Stages of the detector">
        {stages.map((stage, i) => (
          <StageCard
            key={stage.id}
            stage={stage}
            number={i + 1}
            feed={feed}
            isCurrent={stage === large}
            isSmall
            onSelect={() => enlarge(stage.id)}
          />
        ))}
      </ul>
    </div>
  );
}

interface StageCardProps {
  readonly stage: StageView;
  readonly number: number;
  readonly feed: StageFeed;
  readonly isCurrent?: boolean;
  readonly isSmall?: boolean;
  onSelect(): void;
}

/** Wider than this is a band over the whole width. */
const BAND = 4;

function StageCard({ stage, number, feed, isCurrent = false, isSmall = false, onSelect }: StageCardProps) {
  const holder = useRef<HTMLSpanElement>(null);
  const ratio = useComputed(() => {
    void feed.version.value;
    return stage.buffer.width / stage.buffer.height;
  }).value;
  // the image's own canvas, scaled by the browser: nothing is copied
  useLayoutEffect(() => {
    holder.current!.replaceChildren(stage.buffer.canvas);
  }, [stage.buffer]);
  return (
    <li class={!isSmall && ratio > BAND ? 'image-band' : ''}>
      <button
        type="button"
        class="image-stage"
        aria-current={isCurrent}
        title={isSmall ? stage.doc : 'Enlarge'}
        onClick={onSelect}
        data-testid={`image-stage-${stage.id}`}
      >
        <span class="image-stage-canvas" ref={holder} aria-hidden="true" />
        <span class="image-stage-text">
          <strong>
            <span class="image-stage-number">{number}</span>
            {stage.title}
          </strong>
          {!isSmall && <span>{stage.doc}</span>}
        </span>
      </button>
    </li>
  );
}
