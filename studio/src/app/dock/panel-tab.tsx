/** A tab: the panel's icon, its title, and a button to close it. */
import type { ITabRenderer, TabPartInitParameters } from 'dockview-core';
import { render } from 'preact';
import type { PanelDefinition } from '../../panels/panel.ts';
import { Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';

export class PanelTab implements ITabRenderer {
  readonly element = document.createElement('div');
  private listener: { dispose(): void } | undefined;

  constructor(private readonly definition: PanelDefinition) {
    this.element.className = 'sk-tab';
    this.element.dataset.testid = `tab-${definition.type}`;
  }

  init({ api, title }: TabPartInitParameters): void {
    const draw = (name: string) =>
      render(<Face icon={this.definition.icon} title={name} close={() => api.close()} />, this.element);
    this.listener = api.onDidTitleChange((event) => draw(event.title));
    // the middle button closes a tab everywhere else, too
    this.element.onauxclick = (event) => event.button === 1 && api.close();
    draw(api.title ?? title);
  }

  dispose(): void {
    this.listener?.dispose();
    render(null, this.element);
  }
}

const Face = ({ icon, title, close }: { icon: string; title: string; close(): void }) => (
  <>
    <Icon path={icon} size={15} />
    <span class="sk-tab-title">{title}</span>
    <button
      type="button"
      class="sk-tab-close"
      tabIndex={-1}
      aria-label={`Close ${title}`}
      title="Close"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        close();
      }}
    >
      <Icon path={ICONS.close} size={13} />
    </button>
  </>
);
