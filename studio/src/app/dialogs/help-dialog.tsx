/** The keys, and the three things to know. */
import { SHORTCUTS } from '../keyboard/key-map.ts';
import { useShell } from '../shell/shell.ts';
import { Dialog } from './dialog.tsx';

export function HelpDialog() {
  const { dialog } = useShell();
  return (
    <Dialog title="Skidpad Studio" class="sk-help" onClose={() => (dialog.value = undefined)} data-testid="help-dialog">
      <div class="sk-dialog-content">
        <p>
          The whole loop (vehicle, sensors, perception, controller) runs in this tab, and the same scenario with the
          same seed gives the same bits on every machine. Turn a parameter while it runs, keep a run, turn it again,
          compare. Drop a recording (.mcap), a scenario (.yaml) or a controller (.ts) anywhere to open it.
        </p>
        <div>
          <h2>Keys</h2>
          <dl class="sk-keys">
            {SHORTCUTS.map(({ action, label, doc }) => (
              <div key={action}>
                <dt>
                  <kbd>{label}</kbd>
                </dt>
                <dd>{doc}</dd>
              </div>
            ))}
            <div>
              <dt>
                <kbd>Esc</kbd>
              </dt>
              <dd>Close what is open</dd>
            </div>
          </dl>
        </div>
        <p>Keys do nothing while you type in a field.</p>
      </div>
    </Dialog>
  );
}
