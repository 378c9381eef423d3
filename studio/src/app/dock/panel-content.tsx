/** What dockview shows for a panel: its component with its settings, which travel with the layout, and a net under it. */
import type { GroupPanelPartInitParameters, IContentRenderer } from 'dockview-core';
import type { Signal } from '@preact/signals';
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import type { PanelDefinition } from '../../panels/panel.ts';
import { Button, Empty } from '../../ui/controls.tsx';
import { APP_ICONS } from '../icons.ts';
import type { Shell } from '../shell.ts';
import { ShellProvider } from '../shell.ts';

type Settings = Record<string, unknown>;

export class PanelContent implements IContentRenderer {
  readonly element = document.createElement('div');
  readonly settings: Signal<Settings> = signal({});
  private stop: (() => void) | undefined;

  constructor(
    private readonly definition: PanelDefinition,
    private readonly shell: Shell,
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
    render(<Guarded definition={this.definition} shell={this.shell} settings={this.settings} />, this.element);
  }

  dispose(): void {
    this.stop?.();
    render(null, this.element);
  }
}

/** A panel that throws says so in its own place, and the others go on. */
function Guarded({
  definition,
  shell,
  settings,
}: {
  definition: PanelDefinition;
  shell: Shell;
  settings: Signal<Settings>;
}) {
  const [error, retry] = useErrorBoundary();
  const Component = definition.component;
  if (error !== undefined) {
    return (
      <Empty title="This panel has stopped" icon={APP_ICONS.warning}>
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
  return (
    <ShellProvider value={shell}>
      <Component studio={shell} settings={settings} />
    </ShellProvider>
  );
}
