/** Connects to a run on another machine. */
import { useState } from 'preact/hooks';
import { Button, TextField } from '../../ui/controls.tsx';
import { useShell } from '../shell/shell.ts';
import { loadSetting, saveSetting } from '../shell/storage.ts';
import { Dialog } from './dialog.tsx';

const KEY = 'addresses';

export function ConnectDialog() {
  const shell = useShell();
  const recent = loadSetting<string[]>(KEY) ?? [];
  const [url, setUrl] = useState(recent[0] ?? 'ws://localhost:8765');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const close = () => (shell.dialog.value = undefined);
  const connect = (address: string) => {
    const wrong = addressProblem(address);
    setProblem(wrong);
    if (wrong !== undefined) return;
    saveSetting(KEY, withRecent(recent, address.trim()));
    close();
    shell.connect(address.trim());
  };
  return (
    <Dialog title="Connect" onClose={close} data-testid="connect-dialog">
      <form
        class="sk-dialog-content"
        onSubmit={(event) => {
          event.preventDefault();
          connect(url);
        }}
      >
        <p>
          Watches a run on another machine, or any Foxglove WebSocket server: start it there with{' '}
          <code>skidpad run SCENARIO --serve</code> and enter the address that it prints.
        </p>
        <div class="sk-dialog-row">
          <TextField
            label="Address"
            value={url}
            onInput={(text) => {
              setUrl(text);
              setProblem(undefined);
            }}
            problem={problem}
            inputMode="url"
            data-testid="address"
          />
          {problem === undefined && (
            <Button kind="primary" type="submit" data-testid="connect">
              Connect
            </Button>
          )}
        </div>
        {recent.length > 0 && (
          <div>
            <h2>Recent</h2>
            <ul class="sk-recent">
              {recent.map((address) => (
                <li key={address}>
                  <Button kind="quiet" onClick={() => connect(address)}>
                    {address}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Addresses that are kept. */
const MOST = 5;

export function addressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return 'Enter an address such as ws://localhost:8765.';
  if (!URL.canParse(address) || !/^wss?:$/.test(new URL(address).protocol))
    return 'The address should begin with ws:// or wss://, such as ws://localhost:8765.';
  return undefined;
}

/** The newest first, each once. */
export const withRecent = (recent: readonly string[], address: string): string[] =>
  [address, ...recent.filter((other) => other !== address)].slice(0, MOST);
