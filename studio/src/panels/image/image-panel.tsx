/** What the car sees: images of cameras, what a detector found in them, and the stages on the way there. */
import './image-panel.css';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ImageLine } from '../../../../src/core/inspection.ts';
import { blockCatalog } from '../../players/block-catalog.ts';
import type { Player, Topic } from '../../players/player.ts';
import { Button, Empty, IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import type { InspectedBlock } from './inspected-blocks.ts';
import { inspectedBlocks, portMessages } from './inspected-blocks.ts';
import { useVisible } from '../../ui/drawing-surface.ts';
import { instanceKey } from '../../ui/instance-key.ts';
import { ImageStatus } from './image-status.tsx';
import type { LevelMode } from './image-feed.ts';
import { ImageFeed } from './image-feed.ts';
import { ImageView } from './image-view.tsx';
import { StageFeed } from './stage-feed.ts';
import { StageStrip } from './stage-strip.tsx';

const ICON = 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z';

interface ImageSettings {
  /** Topic id. */
  readonly topic?: string;
  readonly mode?: 'image' | 'stages';
  /** The stage that is enlarged. */
  readonly stage?: string;
  readonly levels?: LevelMode;
  readonly overlay?: boolean;
}

function ImagePanel({ studio, settings }: PanelProps<ImageSettings>) {
  const player = studio.player.value;
  const images = imageTopics(player.topics.value);
  const topic = imageTopic(images, settings.value.topic);
  const root = useRef<HTMLDivElement>(null);
  const visible = useVisible(root);
  const set = (change: Partial<ImageSettings>) => (settings.value = { ...settings.value, ...change });
  return (
    <div class="image-panel" ref={root} data-testid="image-panel">
      {topic === undefined ? (
        <Empty title="No images here" icon={ICON}>
          <p>
            {player.kind === 'live'
              ? 'Nothing in this scenario publishes images. Add a block of type sensors/camera to its vehicle.'
              : 'Nothing in this data is an Image or a CompressedImage.'}
          </p>
        </Empty>
      ) : (
        <Images key={`${instanceKey(player)} ${topic.id}`} {...{ player, images, topic, settings, visible, set }} />
      )}
    </div>
  );
}

const typeName = ({ type }: Topic): string => type.split('/').at(-1)!;

const isCompressed = (topic: Topic): boolean => typeName(topic) === 'CompressedImage';

const imageTopics = (topics: readonly Topic[]): Topic[] =>
  topics.filter((topic) => typeName(topic) === 'Image' || isCompressed(topic));

/** The chosen one while it is there, else what a camera sees rather than what somebody made of it. */
function imageTopic(images: readonly Topic[], chosen: string | undefined): Topic | undefined {
  return (
    images.find(({ id }) => id === chosen) ??
    images.find(({ signal, name }) => signal?.endsWith('.image') === true || /image/.test(name)) ??
    images[0]
  );
}

interface ImagesProps extends Pick<PanelProps<ImageSettings>, 'settings'> {
  readonly player: Player;
  readonly images: readonly Topic[];
  readonly topic: Topic;
  readonly visible: ReturnType<typeof useVisible>;
  set(change: Partial<ImageSettings>): void;
}

function Images({ player, images, topic, settings, visible, set }: ImagesProps) {
  const { mode = 'image', stage, levels = 'as-is', overlay = true } = settings.value;
  const catalog = useMemo(blockCatalog, []);
  const blocks = useComputed(() =>
    catalog.value === undefined ? [] : inspectedBlocks(player.scenario.value, player.topics.value, catalog.value),
  );
  const block = useComputed(() => blocks.value.find(({ image }) => image === topic.id));
  const isStages = mode === 'stages' && block.value !== undefined;
  const isImageShown = useComputed(
    () => visible.value && !(settings.value.mode === 'stages' && block.value !== undefined),
  );
  const feed = useMemo(() => new ImageFeed(player, topic.id, isCompressed(topic)), [player, topic.id]);
  const stageFeed = useMemo(() => new StageFeed(player, block), [player, block]);
  const zoom = useSignal<'fit' | number | undefined>('fit');
  const hover = useSignal('');
  useEffect(() => {
    feed.levelMode.value = levels;
  }, [feed, levels]);
  useEffect(() => feed.follow(isImageShown), [feed]);
  const isStagesShown = useComputed(() => visible.value && settings.value.mode === 'stages');
  useEffect(() => stageFeed.follow(isStagesShown), [stageFeed]);
  const { lines, version: linesVersion } = useOverlay(player, block.value, settings);
  const version = useComputed(() => `${feed.version.value} ${linesVersion.value}`);
  const problem = (isStages ? stageFeed : feed).problem.value;
  // another image is looked at as a whole first
  const show = (change: Partial<ImageSettings>) => {
    zoom.value = 'fit';
    set(change);
  };

  return (
    <>
      <div class="ui-toolbar" role="toolbar" aria-label="Image">
        <TopicSelect images={images} topic={topic} onChange={(id) => set({ topic: id, stage: undefined })} />
        {block.value !== undefined && (
          <span class="image-modes" role="group" aria-label="What is shown">
            <Button
              kind="quiet"
              pressed={!isStages}
              onClick={() => show({ mode: 'image' })}
              data-testid="image-mode-image"
            >
              Image
            </Button>
            <Button
              kind="quiet"
              pressed={isStages}
              onClick={() => show({ mode: 'stages' })}
              data-testid="image-mode-stages"
            >
              Stages
            </Button>
          </span>
        )}
        <span class="ui-spacer" />
        {!isStages && block.value !== undefined && (
          <Button
            kind="quiet"
            pressed={overlay}
            onClick={() => set({ overlay: !overlay })}
            title="Draws what the detector found into the image"
            data-testid="image-overlay"
          >
            {block.value.inspection.finds}
          </Button>
        )}
        {!isStages && <LevelSelect levels={levels} onChange={(next) => set({ levels: next })} />}
        {(!isStages || stage !== undefined) && (
          <>
            <IconButton
              icon={ICONS.fit}
              label="Fit"
              shortcut="0"
              pressed={zoom.value === 'fit'}
              onClick={() => (zoom.value = 'fit')}
            />
            <Button
              kind="quiet"
              pressed={zoom.value === 1}
              title="One pixel of the image on one of the screen (1)"
              onClick={() => (zoom.value = 1)}
            >
              1:1
            </Button>
          </>
        )}
      </div>
      {problem !== undefined && (
        <p class="image-problem" role="alert">
          {problem}
        </p>
      )}
      {isStages ? (
        <StageStrip
          feed={stageFeed}
          visible={visible}
          zoom={zoom}
          hover={hover}
          enlarged={stage}
          enlarge={(id) => show({ stage: id })}
        />
      ) : (
        <ImageView
          buffer={feed.buffer}
          version={version}
          visible={visible}
          zoom={zoom}
          hover={hover}
          overlay={lines}
          label={topic.name}
        />
      )}
      {!isStages && feed.facts.value === undefined && <Waiting player={player} />}
      <ImageStatus player={player} feed={feed} hover={hover} showFacts={!isStages} />
    </>
  );
}

/** Lines of what the block found, and a count of their changes. */
function useOverlay(player: Player, block: InspectedBlock | undefined, settings: ImagesProps['settings']) {
  const result = block?.result ?? '';
  const version = useComputed(() =>
    (settings.value.overlay ?? true) ? (player.frame.value.messages.get(result)?.sequence ?? 0) : -1,
  );
  const lines = useMemo(
    () => (): readonly ImageLine[] => {
      if (block === undefined || settings.peek().overlay === false) return [];
      try {
        return block.inspection.lines(block.params, portMessages(block, player.frame.peek().messages));
      } catch {
        // such as an unknown lens: the image is worth looking at without them
        return [];
      }
    },
    [player, block],
  );
  return { version, lines };
}

const TopicSelect = ({
  images,
  topic,
  onChange,
}: {
  images: readonly Topic[];
  topic: Topic;
  onChange(id: string): void;
}) => (
  <label class="image-select">
    <span class="ui-hidden">Topic</span>
    <select value={topic.id} onChange={(event) => onChange(event.currentTarget.value)} data-testid="image-topic">
      {images.map(({ id, name, signal }) => (
        <option key={id} value={id} title={signal}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

const LEVEL_NAMES: Readonly<Record<LevelMode, string>> = {
  'as-is': 'Levels as is',
  auto: 'Levels stretched',
  hold: 'Levels held',
};

const LevelSelect = ({ levels, onChange }: { levels: LevelMode; onChange(levels: LevelMode): void }) => (
  <label
    class="image-select"
    title="Stretched: the darkest becomes black and the lightest white. Held: as the last image was stretched, so that images can be compared."
  >
    <span class="ui-hidden">Levels of brightness</span>
    <select
      value={levels}
      onChange={(event) => onChange(event.currentTarget.value as LevelMode)}
      data-testid="image-levels"
    >
      {Object.entries(LEVEL_NAMES).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

const Waiting = ({ player }: { player: Player }) => (
  <div class="image-waiting">
    <Empty title="No image yet" icon={ICON}>
      <p>
        {player.status.value.state === 'running'
          ? 'The first one will come with the next capture.'
          : 'Press play: the camera takes its first image soon after the start.'}
      </p>
    </Empty>
  </div>
);

export const imagePanel: PanelDefinition = {
  type: 'image',
  title: 'Image',
  doc: 'What the car sees: camera images, what a detector finds in them, and the stages in between.',
  icon: ICON,
  component: ImagePanel,
  allowMultiple: true,
  titleOf: ({ topic, mode }) =>
    typeof topic === 'string'
      ? `${mode === 'stages' ? 'Stages of ' : ''}${topic}`
      : mode === 'stages'
        ? 'Stages'
        : 'Image',
};
