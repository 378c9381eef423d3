/** A link to this run, and everything that can be saved of it. */
import './share.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { captureScene } from '../../scene/capture.ts';
import { Button } from '../../ui/controls.tsx';
import { formatTime } from '../../ui/format.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { ICONS } from '../../ui/icons.ts';
import { isLive } from '../../players/player.ts';
import type { Shell } from '../shell/shell.ts';
import { usePlayerValue, useShell } from '../shell/shell.ts';
import { historyCsv } from './history-csv.ts';
import { fileName, saveFile } from '../../ui/save-file.ts';
import { canFilm, startFilm } from './scene-film.ts';
import { encodeLink, LONGEST_LINK } from './share-link.ts';
import type { LinkContent } from './share-link.ts';
import { runFile } from '../shell/shared-run.ts';

export function ShareDialog() {
  const shell = useShell();
  return (
    <Dialog
      title="Share and save"
      class="sk-share"
      onClose={() => (shell.dialog.value = undefined)}
      data-testid="share-dialog"
    >
      <div class="sk-dialog-content">
        <LinkSection shell={shell} />
        <SaveSection shell={shell} />
      </div>
    </Dialog>
  );
}

function LinkSection({ shell }: { shell: Shell }) {
  const player = shell.player.value;
  const [time] = useState(player.status.peek().time);
  const [withInstant, setWithInstant] = useState(false);
  const link = useLink(shell, withInstant ? time : undefined);
  const [isCopied, setCopied] = useState(false);
  if (player.kind === 'recording')
    return (
      <p>A recording lies on your disk, so there is no link to it. Send the file; it opens wherever it is dropped.</p>
    );
  if (link.length > LONGEST_LINK)
    return (
      <section aria-label="Link">
        <p data-testid="share-too-long">
          A link to this run would have {Math.ceil(link.length / 1000)} kB, more than mail programs and chats pass on.
          Send it as one file: it opens the same way wherever it is dropped on this page.
        </p>
        <Button
          kind="primary"
          icon={ICONS.save}
          data-testid="share-as-file"
          onClick={() => saveRun(shell, withInstant ? time : undefined)}
        >
          Save the run as a file
        </Button>
      </section>
    );
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => shell.notify('The browser does not let this page copy: select the link and copy it yourself.', 'problem'),
    );
  return (
    <section aria-label="Link">
      <p>
        {player.kind === 'remote'
          ? 'The link connects to the same machine.'
          : `The link holds the scenario, the seed, every change of this run${hasCode(shell) ? ', the code of its blocks' : ''} and your arrangement of panels: whoever opens it gets the same bits.`}
      </p>
      <div class="sk-dialog-row">
        <input
          class="sk-link"
          readOnly
          value={link}
          aria-label="Link"
          data-testid="share-link"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button kind="primary" icon={isCopied ? ICONS.check : ICONS.link} data-testid="copy-link" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
      {player.kind === 'live' && (
        <label class="sk-check">
          <input
            type="checkbox"
            checked={withInstant}
            data-testid="share-instant"
            onChange={(event) => {
              setWithInstant(event.currentTarget.checked);
              setCopied(false);
            }}
          />
          Open at this instant, {formatTime(time)}, and stand still
        </label>
      )}
    </section>
  );
}

function useLink(shell: Shell, at: number | undefined): string {
  const [link, setLink] = useState('');
  useEffect(() => {
    const here = location.href.replace(/#.*$/, '');
    void encodeLink(contentOf(shell, at)).then((fragment) => setLink(`${here}${fragment}`));
  }, [shell, at]);
  return link;
}

const hasCode = (shell: Shell): boolean => (shell.request.peek()?.modules ?? []).length > 0;

/** All that makes this run what it is. */
function contentOf(shell: Shell, at: number | undefined): LinkContent {
  const player = shell.player.peek();
  if (player.kind === 'remote') return { connect: player.status.peek().title };
  const { path, text, byHand, modules = [], seed: asked } = shell.request.peek() ?? {};
  const seed = player.status.peek().seed;
  const isOwnSeed = seed !== undefined && seed !== player.scenario.peek()?.document.seed;
  return {
    path,
    text,
    byHand,
    at,
    ...(isOwnSeed || asked !== undefined ? { seed } : {}),
    code: modules.map(({ file, source }) => ({ file, source })),
    layout: shell.dock?.sharedLayout(),
    changes: isLive(player) ? player.changes.peek() : [],
  };
}

const saveRun = (shell: Shell, at?: number) =>
  saveFile(runFile(contentOf(shell, at)), fileName(shell.player.peek().status.peek().title, 'skidpad'));

function SaveSection({ shell }: { shell: Shell }) {
  const player = shell.player.value;
  const title = usePlayerValue(({ status }) => status.value.title);
  const [share, setShare] = useState<number | undefined>(undefined);
  const attempt = (work: () => Promise<void> | void) =>
    void Promise.resolve()
      .then(work)
      .catch((error: Error) => shell.notify(error.message, 'problem'));
  const film = () => {
    startFilm((blob) => saveFile(blob, fileName(title, 'webm')));
    shell.dialog.value = undefined;
  };
  const recording = async () => {
    if (!isLive(player)) return;
    setShare(0);
    try {
      saveFile(await player.exportRecording(setShare), fileName(title, 'mcap'));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <section aria-label="Save">
      <h2>Save</h2>
      <div class="sk-saves">
        <Save
          icon={ICONS.camera}
          name="Picture"
          detail="PNG of the scene"
          testid="save-picture"
          onClick={() => attempt(async () => saveFile(await captureScene(), fileName(title, 'png')))}
        />
        <Save
          icon={ICONS.film}
          name="Film"
          detail={canFilm() ? 'WebM of the scene, until you stop it' : 'not in this browser'}
          disabled={!canFilm()}
          testid="save-film"
          onClick={() => attempt(film)}
        />
        <Save
          icon={ICONS.table}
          name="Table"
          detail="CSV of every number so far"
          testid="save-csv"
          onClick={() =>
            attempt(() =>
              saveFile(historyCsv(player.topics.peek(), player.history), fileName(title, 'csv'), 'text/csv'),
            )
          }
        />
        {isLive(player) && (
          <Save
            icon={ICONS.scenario}
            name="Scenario"
            detail="YAML with seed and changes"
            testid="save-scenario"
            onClick={() =>
              attempt(async () => saveFile(await player.exportScenario(), fileName(title, 'yaml'), 'text/yaml'))
            }
          />
        )}
        {isLive(player) && (
          <Save
            icon={ICONS.share}
            name="Run"
            detail="one file that opens like the link"
            testid="save-run"
            onClick={() => attempt(() => saveRun(shell))}
          />
        )}
        {isLive(player) && (
          <Save
            icon={ICONS.save}
            name="Recording"
            testid="save-recording"
            disabled={share !== undefined}
            onClick={() => attempt(recording)}
            detail={
              share === undefined ? (
                'MCAP, for Foxglove and skidpad verify'
              ) : (
                <progress max={1} value={share} aria-label="Recording" />
              )
            }
          />
        )}
      </div>
    </section>
  );
}

const Save = ({
  icon,
  name,
  detail,
  testid,
  disabled = false,
  onClick,
}: {
  icon: string;
  name: string;
  detail: ComponentChildren;
  testid: string;
  disabled?: boolean;
  onClick(): void;
}) => (
  <Button class="sk-save" icon={icon} data-testid={testid} disabled={disabled} onClick={onClick}>
    <span>
      <b>{name}</b>
      <small>{detail}</small>
    </span>
  </Button>
);
