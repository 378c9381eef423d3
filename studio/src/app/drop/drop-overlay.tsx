/** Files can be dropped anywhere on the page; while one is held over it, the page says what would happen. */
import './drop.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { Shell } from '../shell/shell.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function DropOverlay({ shell }: { shell: Shell }) {
  const isOver = useSignal(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      isOver.value = true;
    };
    // leaving one element enters the next; only leaving the window has nowhere to go
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      isOver.value = false;
      const [file] = event.dataTransfer!.files;
      if (file !== undefined) void shell.openFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [shell]);
  if (!isOver.value) return null;
  return (
    <div class="sk-drop" data-testid="drop-overlay" aria-hidden="true">
      <div>
        <Icon path={ICONS.folder} size={44} />
        <h2>Drop to open</h2>
        <ul>
          <li>
            <code>.mcap</code> a recording, of Skidpad or of a robot
          </li>
          <li>
            <code>.yaml</code> a scenario, to run it here
          </li>
          <li>
            <code>.skidpad</code> a run that somebody shared
          </li>
          <li>
            <code>.ts</code> a controller, in the editor
          </li>
        </ul>
      </div>
    </div>
  );
}
