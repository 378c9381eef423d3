/** Skidpad Studio, whole: header, panels, transport, dialogs. */
import './studio.css';
import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ConnectDialog } from './dialogs/connect-dialog.tsx';
import { CodeQuestion } from './dialogs/code-question.tsx';
import { ConnectQuestion } from './dialogs/connect-question.tsx';
import { HelpDialog } from './dialogs/help-dialog.tsx';
import { Dock } from './dock/dock.tsx';
import { DropOverlay } from './drop/drop-overlay.tsx';
import { ACCEPTED } from './shell/dropped-file.ts';
import { GalleryDialog } from './gallery/gallery-dialog.tsx';
import { Header } from './header/header.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { NoticeList } from './notice-list.tsx';
import { FailureBanner, LoadingSkeleton } from './page-states.tsx';
import { ShareDialog } from './share/share-dialog.tsx';
import type { LinkContent } from './share/share-link.ts';
import { decodeLink } from './share/share-link.ts';
import type { Shell, ShellSources } from './shell/shell.ts';
import { createShell, ShellProvider } from './shell/shell.ts';
import { sentence } from '../players/player.ts';
import { TransportBar } from './transport/transport-bar.tsx';

export interface AppProps extends ShellSources {
  /** Gets the studio once, for what the page itself wants of it. */
  onReady?(shell: Shell): void;
}

export function App({ onReady, ...sources }: AppProps) {
  const shell = useMemo(() => createShell(sources), []);
  const picker = useRef<HTMLInputElement>(null);
  const pickFile = () => picker.current!.click();
  useShortcuts(shell, pickFile);
  useEffect(() => onReady?.(shell), [shell]);
  useLinks(shell);
  useRefusedAddresses(shell);
  useDocumentTitle(shell);
  return (
    <ShellProvider value={shell}>
      <div class="sk-app">
        <a
          class="sk-skip"
          href="#panels"
          onClick={(event) => {
            event.preventDefault();
            document.getElementById('panels')!.focus();
          }}
        >
          Skip to the panels
        </a>
        <Header pickFile={pickFile} />
        <main id="panels" class="sk-main" tabIndex={-1} aria-label="Panels">
          <FailureBanner />
          <div class="sk-stage">
            <Dock />
            <LoadingSkeleton />
          </div>
        </main>
        <TransportBar shell={shell} />
        <Dialogs shell={shell} />
        <NoticeList />
        <DropOverlay shell={shell} />
        <input
          ref={picker}
          type="file"
          hidden
          accept={ACCEPTED}
          data-testid="file-input"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file !== undefined) void shell.openFile(file);
          }}
        />
      </div>
    </ShellProvider>
  );
}

function Dialogs({ shell }: { shell: Shell }) {
  const { value: address } = shell.askedAddress;
  if (address !== undefined) return <ConnectQuestion address={address} />;
  const { value: run } = shell.askedRun;
  if (run !== undefined) return <CodeQuestion run={run} />;
  switch (shell.dialog.value) {
    case 'gallery':
      return <GalleryDialog />;
    case 'connect':
      return <ConnectDialog />;
    case 'share':
      return <ShareDialog />;
    case 'help':
      return <HelpDialog />;
    default:
      return null;
  }
}

/** What the page opens where the address does not say otherwise. */
const FIRST_SCENARIO = 'scenarios/monosim/mpc.yaml';

/** Opens what the address says, at first and whenever it changes. */
function useLinks(shell: Shell): void {
  useEffect(() => {
    const follow = async (isFirst: boolean) => {
      let link: LinkContent | undefined;
      try {
        link = await decodeLink(location.hash);
      } catch (error) {
        return shell.refuse((error as Error).message);
      }
      if (link === undefined && !isFirst) return undefined;
      const { connect, ...run } = link ?? {};
      if (connect !== undefined) return void (shell.askedAddress.value = connect);
      const hasScenario = run.path !== undefined || run.text !== undefined;
      const problem = await shell.openShared({ ...run, ...(!hasScenario && { path: FIRST_SCENARIO }) });
      if (problem !== undefined && shell.player.peek().status.peek().state !== 'failed')
        shell.refuse(sentence(problem));
    };
    const onChange = () => void follow(false);
    void follow(true);
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, [shell]);
}

/** Says so when the server that this page came from does not let it connect to an address. */
function useRefusedAddresses(shell: Shell): void {
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'connect-src' || !/^wss?:/.test(blockedURI)) return;
      const problem = `This page may not connect to ${blockedURI}: start it with skidpad studio --connect ${blockedURI}`;
      shell.notify(problem, 'problem');
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [shell]);
}

function useDocumentTitle(shell: Shell): void {
  const title = useComputed(() => shell.player.value.status.value.title).value;
  useEffect(() => void (document.title = title === 'Skidpad Studio' ? title : `${title} – Skidpad Studio`), [title]);
}
