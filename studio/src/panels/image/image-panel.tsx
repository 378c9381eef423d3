/** What the car sees: pictures of cameras, what a detector found in them, and the stages on the way there. */
import './image-panel.css';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CameraInfo, Lane, LineCoords } from '../../../../src/msgs/index.ts';
import type { Player, Topic } from '../../players/player.ts';
import { Button, Empty, ICONS, IconButton } from '../../ui/controls.tsx';
import type { PanelProps } from '../panel.ts';
import type { Detector } from './detectors.ts';
import { detectorsOf } from './detectors.ts';
import { useVisible } from './drawing-surface.ts';
import { instanceKey } from './instance-key.ts';
import { PictureStatus } from './picture-status.tsx';
import type { LevelMode } from './picture-feed.ts';
import { PictureFeed } from './picture-feed.ts';
import { isCompressed, pictureTopic, pictureTopics } from './picture-topics.ts';
import { PictureView } from './picture-view.tsx';
import type { OverlayLine } from './result-overlay.ts';
import { laneLines, laneProjector, lineLines } from './result-overlay.ts';
import { StageFeed } from './stage-feed.ts';
import { StageStrip } from './stage-strip.tsx';

export interface ImageSettings {
  /** Topic id. */
  readonly topic?: string;
  readonly mode?: 'picture' | 'stages';
  /** The stage that is enlarged. */
  readonly stage?: string;
  readonly levels?: LevelMode;
  readonly overlay?: boolean;
}

export const CAMERA_ICON = 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z';

export function ImagePanel({ studio, settings }: PanelProps<ImageSettings>) {
  const player = studio.player.value;
  const pictures = pictureTopics(player.topics.value);
  const topic = pictureTopic(pictures, settings.value.topic);
  const root = useRef<HTMLDivElement>(null);
  const visible = useVisible(root);
  const set = (change: Partial<ImageSettings>) => (settings.value = { ...settings.value, ...change });
  return (
    <div class="image-panel" ref={root} data-testid="image-panel">
      {topic === undefined ? (
        <Empty title="No pictures here" icon={CAMERA_ICON}>
          <p>
            {player.kind === 'live'
              ? 'Nothing in this scenario publishes pictures. Add a block of type sensors/camera to its vehicle.'
              : 'Nothing in this data is an Image or a CompressedImage.'}
          </p>
        </Empty>
      ) : (
        <Pictures key={`${instanceKey(player)} ${topic.id}`} {...{ player, pictures, topic, settings, visible, set }} />
      )}
    </div>
  );
}

interface PicturesProps extends Pick<PanelProps<ImageSettings>, 'settings'> {
  readonly player: Player;
  readonly pictures: readonly Topic[];
  readonly topic: Topic;
  readonly visible: ReturnType<typeof useVisible>;
  set(change: Partial<ImageSettings>): void;
}

function Pictures({ player, pictures, topic, settings, visible, set }: PicturesProps) {
  const { mode = 'picture', stage, levels = 'as-is', overlay = true } = settings.value;
  const detectors = useComputed(() => detectorsOf(player.scenario.value, player.topics.value));
  const detector = useComputed(() => detectors.value.find(({ image }) => image === topic.id));
  const isStages = mode === 'stages' && detector.value !== undefined;
  const isPictureShown = useComputed(
    () => visible.value && !(settings.value.mode === 'stages' && detector.value !== undefined),
  );
  const feed = useMemo(() => new PictureFeed(player, topic.id, isCompressed(topic)), [player, topic.id]);
  const stageFeed = useMemo(() => new StageFeed(player, detector), [player, detector]);
  const zoom = useSignal<'fit' | number | undefined>('fit');
  const hover = useSignal('');
  useEffect(() => {
    feed.levelMode.value = levels;
  }, [feed, levels]);
  useEffect(() => feed.follow(isPictureShown), [feed]);
  const isStagesShown = useComputed(() => visible.value && settings.value.mode === 'stages');
  useEffect(() => stageFeed.follow(isStagesShown), [stageFeed]);
  const { lines, version: linesVersion } = useOverlay(player, detector.value, settings);
  const version = useComputed(() => `${feed.version.value} ${linesVersion.value}`);
  const problem = (isStages ? stageFeed : feed).problem.value;
  // another picture is looked at as a whole first
  const show = (change: Partial<ImageSettings>) => {
    zoom.value = 'fit';
    set(change);
  };

  return (
    <>
      <div class="ui-toolbar" role="toolbar" aria-label="Picture">
        <TopicSelect pictures={pictures} topic={topic} onChange={(id) => set({ topic: id, stage: undefined })} />
        {detector.value !== undefined && (
          <span class="image-modes" role="group" aria-label="What is shown">
            <Button
              kind="quiet"
              pressed={!isStages}
              onClick={() => show({ mode: 'picture' })}
              data-testid="image-mode-picture"
            >
              Picture
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
        {!isStages && detector.value !== undefined && (
          <Button
            kind="quiet"
            pressed={overlay}
            onClick={() => set({ overlay: !overlay })}
            title="Draws what the detector found into the picture"
            data-testid="image-overlay"
          >
            {detector.value.kind === 'lane' ? 'Lane' : 'Line'}
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
              title="One pixel of the picture on one of the screen (1)"
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
        <PictureView
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
      <PictureStatus player={player} feed={feed} hover={hover} showFacts={!isStages} />
    </>
  );
}

/** Lines of what the detector found, and a count of their changes. */
function useOverlay(player: Player, detector: Detector | undefined, settings: PicturesProps['settings']) {
  const result = detector?.result ?? '';
  const version = useComputed(() =>
    (settings.value.overlay ?? true) ? (player.frame.value.messages.get(result)?.sequence ?? 0) : -1,
  );
  const lines = useMemo(() => {
    if (detector === undefined) return (): readonly OverlayLine[] => [];
    const read = <T,>(id: string | undefined) =>
      id === undefined ? undefined : (player.frame.peek().messages.get(id)?.message as T | undefined);
    return (): readonly OverlayLine[] => {
      if (settings.peek().overlay === false) return [];
      const found = read<Lane | LineCoords>(detector.result);
      if (found === undefined) return [];
      if (detector.kind === 'line') return lineLines(found as LineCoords);
      return laneLines(found as Lane, laneProjector(detector.params, read<CameraInfo>(detector.info)));
    };
  }, [player, detector]);
  return { version, lines };
}

const TopicSelect = ({
  pictures,
  topic,
  onChange,
}: {
  pictures: readonly Topic[];
  topic: Topic;
  onChange(id: string): void;
}) => (
  <label class="image-select">
    <span class="ui-hidden">Topic</span>
    <select value={topic.id} onChange={(event) => onChange(event.currentTarget.value)} data-testid="image-topic">
      {pictures.map(({ id, name, signal }) => (
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
    title="Stretched: the darkest becomes black and the lightest white. Held: as the last picture was stretched, so that pictures can be compared."
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
    <Empty title="No picture yet" icon={CAMERA_ICON}>
      <p>
        {player.status.value.state === 'running'
          ? 'The first one will come with the next capture.'
          : 'Press play: the camera takes its first picture soon after the start.'}
      </p>
    </Empty>
  </div>
);
