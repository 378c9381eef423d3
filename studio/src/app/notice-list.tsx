import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../ui/controls.tsx';
import { ICONS } from '../ui/icons.ts';
import { useShell } from './shell/shell.ts';

/** Messages at the bottom of the page; remarks are read out when there is a pause, problems at once. */
export function NoticeList() {
  const shell = useShell();
  const element = useRef<HTMLDivElement>(null);
  const notices = shell.notices.value;
  useLayoutEffect(() => {
    // shown again, so that it lies above a dialog that was opened since
    if (element.current!.matches(':popover-open')) element.current!.hidePopover();
    if (notices.length > 0) element.current!.showPopover();
  }, [notices]);
  const of = (kind: 'info' | 'problem') =>
    notices
      .filter((notice) => notice.kind === kind)
      .map(({ id, text }) => (
        <div key={id} class="sk-notice" data-kind={kind} data-testid="notice">
          <span>{text}</span>
          <IconButton icon={ICONS.close} label="Close this message" onClick={() => shell.dismiss(id)} />
        </div>
      ));
  return (
    <div ref={element} class="sk-notices" popover="manual">
      <div role="status" aria-live="polite">
        {of('info')}
      </div>
      <div role="alert" aria-live="assertive">
        {of('problem')}
      </div>
    </div>
  );
}
