/** The top of the page: what this is, what is open, and what else can be opened. */
import './header.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, IconButton, Menu } from '../../ui/controls.tsx';
import { formatTime } from '../../ui/format.ts';
import { ICONS } from '../../ui/icons.ts';
import type { Shell } from '../shell/shell.ts';
import { sentence } from '../../players/player.ts';
import { usePlayerValue, useShell } from '../shell/shell.ts';
import { filmingSince, stopFilm } from '../share/scene-film.ts';
import { CompareMenu } from './compare-menu.tsx';

export function Header({ pickFile }: { pickFile(): void }) {
  const shell = useShell();
  const isDark = shell.theme.value === 'dark';
  return (
    <header class="sk-header">
      <div class="sk-brand">
        <BrandMark />
        <span>Skidpad</span>
      </div>
      <Subject />
      <FilmLight />
      <nav class="sk-actions" aria-label="Studio">
        <Menu
          label="Open"
          kind="quiet"
          icon={ICONS.folder}
          data-testid="open-menu"
          items={[
            {
              label: 'Gallery',
              detail: 'G',
              icon: ICONS.gallery,
              onSelect: () => (shell.dialog.value = 'gallery'),
            },
            { label: 'Open recording…', detail: 'O', icon: ICONS.file, onSelect: pickFile },
            { label: 'Connect…', icon: ICONS.plug, onSelect: () => (shell.dialog.value = 'connect') },
            {
              label: 'Drive this yourself',
              detail: 'W A S D',
              icon: ICONS.wheel,
              onSelect: () => void driveByHand(shell),
            },
            { label: 'Editor', detail: 'E', icon: ICONS.code, onSelect: () => shell.openPanel('editor') },
          ]}
        />
        <PanelsMenu />
        <CompareMenu />
        <Button
          kind="quiet"
          icon={ICONS.share}
          title="Share and save (S)"
          data-testid="share"
          aria-label="Share and save"
          onClick={() => (shell.dialog.value = 'share')}
        >
          <span class="sk-label">Share</span>
        </Button>
        <IconButton
          icon={isDark ? ICONS.sun : ICONS.moon}
          label={isDark ? 'Light theme' : 'Dark theme'}
          shortcut="T"
          data-testid="theme"
          onClick={shell.toggleTheme}
        />
        <IconButton
          icon={ICONS.help}
          label="Help"
          shortcut="?"
          data-testid="help"
          onClick={() => (shell.dialog.value = 'help')}
        />
      </nav>
    </header>
  );
}

/** What is open, from its start, with its first vehicle in the hands of whoever watches. */
async function driveByHand(shell: Shell): Promise<void> {
  const problem = await shell.open({ ...shell.request.peek(), byHand: true, changes: [], at: undefined });
  if (problem !== undefined) return shell.notify(sentence(problem), 'problem');
  shell.openPanel('scene');
  document.querySelector<HTMLElement>('[data-testid=scene-host]')?.focus();
  shell.notify('You are driving: W A S D or the arrow keys while the scene has the focus, or a gamepad.');
}

/** What is open, as the way to something else. */
function Subject() {
  const shell = useShell();
  const player = shell.player.value;
  const title = usePlayerValue(({ status }) => status.value.title);
  const remark = usePlayerValue(({ status }) => status.value.remark);
  const opening = shell.opening.value;
  return (
    <div class="sk-subject">
      <button
        type="button"
        class="sk-title"
        data-testid="title"
        title={player.scenario.value?.description ?? 'Open something else'}
        onClick={() => (shell.dialog.value = 'gallery')}
      >
        {opening === undefined ? title : `Opening ${opening}…`}
      </button>
      {remark !== undefined && (
        <span class="sk-remark" data-testid="remark">
          {remark}
        </span>
      )}
    </div>
  );
}

function PanelsMenu() {
  const shell = useShell();
  const items = shell.sources.panels.map(({ type, title, doc, icon }) => ({
    label: title,
    detail: doc,
    icon,
    onSelect: () => shell.openPanel(type),
  }));
  return (
    <Menu
      label="Panels"
      kind="quiet"
      icon={ICONS.panels}
      data-testid="panels-menu"
      items={[...items, { label: 'Reset layout', icon: ICONS.reset, onSelect: () => shell.dock?.resetLayout() }]}
    />
  );
}

/** While a film is being made. */
function FilmLight() {
  const seconds = useSignal(0);
  const since = filmingSince.value;
  useEffect(() => {
    if (since === undefined) return undefined;
    seconds.value = 0;
    const timer = setInterval(() => (seconds.value = (performance.now() - since) / 1e3), 500);
    return () => clearInterval(timer);
  }, [since]);
  if (since === undefined) return null;
  return (
    <Button class="sk-filming" icon={ICONS.stop} data-testid="stop-film" onClick={stopFilm}>
      Stop film {formatTime(seconds.value).slice(0, -4)}
    </Button>
  );
}

/** The mark of Skidpad: the figure of eight that a car drives on one, with the car at its crossing. */
const BrandMark = () => (
  <svg class="sk-mark" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
    <circle cx="9.5" cy="10" r="6.5" />
    <circle cx="22.5" cy="10" r="6.5" />
    <path d="M14.2 13.4 16 6.4l1.8 7L16 12.3z" />
  </svg>
);
