/** The right end of a group's tabs: add a panel here, and maximise the group. */
import type { DockviewApi, IGroupHeaderProps, IHeaderActionsRenderer } from 'dockview-core';
import { render } from 'preact';
import type { PanelDefinition } from '../../panels/panel.ts';
import { IconButton, Menu } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';

export class GroupActions implements IHeaderActionsRenderer {
  readonly element = document.createElement('div');
  private listener: { dispose(): void } | undefined;

  constructor(
    private readonly panels: readonly PanelDefinition[],
    private readonly add: (type: string, groupId: string) => void,
  ) {
    this.element.className = 'sk-group-actions';
  }

  init({ api, containerApi, group }: IGroupHeaderProps): void {
    const draw = () =>
      render(
        <>
          <Menu
            label="Add a panel here"
            icon={ICONS.add}
            iconOnly
            data-testid="add-panel"
            items={this.panels.map(({ type, title, doc, icon }) => ({
              label: title,
              detail: doc,
              icon,
              onSelect: () => this.add(type, group.id),
            }))}
          />
          <IconButton
            icon={api.isMaximized() ? ICONS.restore : ICONS.maximise}
            label={api.isMaximized() ? 'Restore' : 'Maximise'}
            shortcut="M"
            pressed={api.isMaximized()}
            data-testid="maximise"
            onClick={() => (api.isMaximized() ? api.exitMaximized() : api.maximize())}
          />
        </>,
        this.element,
      );
    this.listener = (containerApi as DockviewApi).onDidMaximizedGroupChange(draw);
    draw();
  }

  dispose(): void {
    this.listener?.dispose();
    render(null, this.element);
  }
}
