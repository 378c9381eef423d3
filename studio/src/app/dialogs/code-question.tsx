/** A shared run brings code of somebody else: it is shown, and nothing of it runs before the person agrees. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/controls.tsx';
import { digestOf } from '../shell/agreed-code.ts';
import { useShell } from '../shell/shell.ts';
import type { SharedCode, SharedRun } from '../shell/shared-run.ts';
import { Dialog } from './dialog.tsx';

export function CodeQuestion({ run }: { run: SharedRun }) {
  const shell = useShell();
  const code = run.code!;
  const decline = () => {
    shell.askedRun.value = undefined;
    // a page that shows nothing yet offers what it has of its own
    if (shell.player.peek().topics.peek().length === 0) shell.dialog.value = 'gallery';
  };
  return (
    <Dialog title="Run somebody else’s code?" class="sk-code-question" onClose={decline} data-testid="code-question">
      <div class="sk-dialog-content">
        <p>
          This run was shared with {code.length === 1 ? 'a block' : `${code.length} blocks`} that whoever shared it has
          written. Nothing of it has run so far.
        </p>
        {code.map((file) => (
          <Listing key={file.file} code={file} />
        ))}
        <p>
          It runs in this page without network, storage or files, and can be stopped at any time. It decides what its
          run shows: do not take its figures for ours.
        </p>
        <div class="sk-dialog-row">
          <Button onClick={decline} data-testid="decline-code">
            Do not run it
          </Button>
          <Button kind="primary" data-testid="allow-code" onClick={() => void shell.agree(run)}>
            Run it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Listing({ code }: { code: SharedCode }) {
  const [digest, setDigest] = useState('');
  useEffect(() => void digestOf(code).then((text) => setDigest(text ?? '')), [code]);
  return (
    <section aria-label={code.file}>
      <h2>
        <code data-testid="asked-code">{code.file}</code> {code.source.split('\n').length} lines
        {digest !== '' && <small> SHA-256 {digest.slice(0, 16)}…</small>}
      </h2>
      <pre tabIndex={0}>{code.source}</pre>
    </section>
  );
}
