/** Runs kept for comparison: keep this one, run again beside it, take one away. */
import { useRef, useState } from 'preact/hooks';
import { Button, Chip, Icon, Popover } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { isLive } from '../../players/player.ts';
import { useShell } from '../shell/shell.ts';

export function CompareMenu() {
  const shell = useShell();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const overlays = shell.overlays.value;
  const act = (work: () => void) => () => {
    setOpen(false);
    work();
  };
  return (
    <>
      <Button
        buttonRef={anchor}
        kind="quiet"
        icon={ICONS.layers}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`Compare: ${overlays.length} runs kept`}
        data-testid="compare"
        onClick={() => setOpen(!isOpen)}
      >
        <span class="sk-label">Compare</span>
        {overlays.length > 0 && <span class="sk-count">{overlays.length}</span>}
        <Icon path={ICONS.chevronDown} size={14} />
      </Button>
      {isOpen && (
        <Popover anchor={anchor} label="Compare runs" onClose={() => setOpen(false)} class="sk-compare">
          <Button icon={ICONS.add} data-testid="keep-run" onClick={act(shell.keepForComparison)}>
            Keep this run <kbd>C</kbd>
          </Button>
          {isLive(shell.player.value) && (
            <Button icon={ICONS.reset} data-testid="run-again" onClick={act(shell.runAgain)}>
              Keep it and run again
            </Button>
          )}
          {overlays.length === 0 ? (
            <p>
              A kept run stays dashed in the plots and as a ghost in the scene, while you turn parameters and run again.
            </p>
          ) : (
            <div class="sk-kept">
              {overlays.map(({ id, title, colour }) => (
                <Chip key={id} label={title} colour={colour} onRemove={() => shell.removeOverlay(id)} />
              ))}
            </div>
          )}
        </Popover>
      )}
    </>
  );
}
