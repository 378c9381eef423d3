/** What dockview shows for a panel: its component with its settings, which travel with the layout, and a net under it. */
import type { GroupPanelPartInitParameters, IContentRenderer } from 'dockview-core';
import type { Signal } from '@preact/signals';
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import type { PanelDefinition, Studio } from '../../panels/panel.ts';
import { Button, Empty } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';

type Settings = Record<string, unknown>;

export class PanelContent implements IContentRenderer {
  readonly element = document.createElement('div');
  readonly settings: Signal<Settings> = signal({});
  private stop: (() => void) | undefined;

  constructor(
    private readonly definition: PanelDefinition,
    private readonly studio: Studio,
    private readonly onChange: () => void,
  ) {
    this.element.className = 'sk-panel';
    this.element.dataset.testid = `panel-${definition.type}`;
  }

  init({ params, api }: GroupPanelPartInitParameters): void {
    this.settings.value = (params.settings as Settings | undefined) ?? {};
    const given = this.settings.peek();
    this.stop = effect(() => {
      const settings = this.settings.value;
      api.setTitle(this.definition.titleOf?.(settings) ?? this.definition.title);
      if (settings === given) return;
      api.updateParameters({ settings });
      this.onChange();
    });
    render(<Guarded definition={this.definition} studio={this.studio} settings={this.settings} />, this.element);
  }

  dispose(): void {
    this.stop?.();
    render(null, this.element);
  }
}

/** A panel that throws says so in its own place, and the others go on. */
function Guarded({
  definition,
  studio,
  settings,
}: {
  definition: PanelDefinition;
  studio: Studio;
  settings: Signal<Settings>;
}) {
  const [error, retry] = useErrorBoundary();
  const Component = definition.component;
  if (error !== undefined) {
    return (
      <Empty title="This panel has stopped" icon={ICONS.warning}>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <Button
          onClick={() => {
            settings.value = {};
            retry();
          }}
        >
          Start it again
        </Button>
      </Empty>
    );
  }
  return <Component studio={studio} settings={settings} />;
}
