import './dock.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useShell } from '../shell/shell.ts';
import { DockController } from './dock-controller.ts';

/** The docking area, for as long as it is on the page. */
export function Dock() {
  const shell = useShell();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const controller = new DockController(element.current!, shell);
    shell.dock = controller;
    return () => {
      shell.dock = undefined;
      controller.dispose();
    };
  }, [shell]);
  return <div ref={element} class="sk-dock" data-testid="dock" />;
}
