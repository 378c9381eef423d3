/** A link asks this page to connect to a machine: nothing is opened or sent before the person agrees. */
import { Button } from '../../ui/controls.tsx';
import { useShell } from '../shell/shell.ts';
import { Dialog } from './dialog.tsx';

export function ConnectQuestion({ address }: { address: string }) {
  const shell = useShell();
  const close = () => (shell.askedAddress.value = undefined);
  const decline = () => {
    close();
    // a page that shows nothing yet offers what it has of its own
    if (shell.player.peek().topics.peek().length === 0) shell.dialog.value = 'gallery';
  };
  return (
    <Dialog title="Connect to this address?" onClose={decline} data-testid="connect-question">
      <div class="sk-dialog-content">
        <p>The link that opened this page wants it to connect to</p>
        <p>
          <code data-testid="asked-address">{new URL(address).href}</code>
        </p>
        <p>Whoever is there learns that you are here and decides what this page shows. Nothing has been sent so far.</p>
        <div class="sk-dialog-row">
          <Button onClick={decline} data-testid="decline-connection">
            Do not connect
          </Button>
          <Button
            kind="primary"
            data-testid="allow-connection"
            onClick={() => {
              close();
              shell.connect(address);
            }}
          >
            Connect
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
