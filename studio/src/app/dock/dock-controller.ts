/** The docking area: which panels are open, where, and what of that is remembered. */
import type { DockviewApi, IDockviewPanel, SerializedDockview } from 'dockview-core';
import { createDockview } from 'dockview-core';
import { effect, untracked } from '@preact/signals';
import type { PanelDefinition } from '../../panels/panel.ts';
import type { DockHandle, Shell } from '../shell/shell.ts';
import type { SharedLayout } from '../shell/shared-layout.ts';
import { panelType } from '../shell/shared-layout.ts';
import { loadSetting, saveSetting } from '../shell/storage.ts';
import type { LayoutSubject, Shape } from './default-layout.ts';
import { defaultLayout, shapeOf } from './default-layout.ts';
import { layoutToShare, layoutToShow } from './layout-exchange.ts';
import { GroupActions } from './group-actions.tsx';
import { PanelContent } from './panel-content.tsx';
import { PanelTab } from './panel-tab.tsx';
import type { RememberedLayout } from './remembered-layout.ts';
import { LAYOUT_VERSION, layoutKey, restoreLayout } from './remembered-layout.ts';

/** A layout is written down once it has not changed for so long [ms]. */
const CALM = 400;

export class DockController implements DockHandle {
  private readonly api: DockviewApi;
  private readonly contents = new Map<string, PanelContent>();
  private readonly cleanups: (() => void)[] = [];
  private readonly known: readonly string[];
  private shape: Shape;
  /** What the layout on the screen was loaded for. */
  private shown = '';
  private isLoading = false;
  /** Whether somebody has arranged something: what nobody has touched is not remembered. */
  private isTouched = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly shell: Shell,
  ) {
    const { panels } = shell.sources;
    this.known = panels.map(({ type }) => type);
    this.shape = shapeOf(element.clientWidth, element.clientHeight);
    this.api = createDockview(element, {
      theme: { name: 'skidpad', className: 'sk-dockview', gap: 6, dndTabIndicator: 'line', dndPanelOverlay: 'group' },
      defaultTabComponent: 'tab',
      disableFloatingGroups: true,
      noPanelsOverlay: 'emptyGroup',
      createComponent: ({ id, name }) => {
        const content = new PanelContent(this.definition(name), shell, () => this.touch());
        this.contents.set(id, content);
        return content;
      },
      createTabComponent: ({ id }) => new PanelTab(this.definition(this.typeOf(id))),
      createRightHeaderActionComponent: () => new GroupActions(panels, (type, groupId) => this.add(type, {}, groupId)),
    });
    this.follow();
  }

  /** The type of a panel is the first part of its id. */
  private readonly typeOf = (id: string): string => id.replace(/-\d+$/, '');

  private definition(type: string): PanelDefinition {
    return this.shell.sources.panels.find((panel) => panel.type === type)!;
  }

  private follow(): void {
    const disposables = [
      this.api.onDidRemovePanel(({ id }) => this.contents.delete(id)),
      this.api.onDidLayoutChange(() => this.isTouched && this.saveSoon()),
      this.api.onDidMutateLayout(({ kind }) => !this.isLoading && kind !== 'load' && kind !== 'clear' && this.touch()),
    ];
    const onPointerDown = ({ target }: Event) =>
      target instanceof Element && target.closest('.dv-sash') !== null && this.touch();
    this.element.addEventListener('pointerdown', onPointerDown, true);
    const observer = new ResizeObserver(() => this.reshape());
    observer.observe(this.element);
    this.cleanups.push(
      effect(() => this.showPlayer()),
      () => disposables.forEach((disposable) => disposable.dispose()),
      () => this.element.removeEventListener('pointerdown', onPointerDown, true),
      () => observer.disconnect(),
    );
  }

  private subject(): LayoutSubject {
    const { kind, scenario, topics } = this.shell.player.peek();
    return { kind, topics: topics.peek(), ...(scenario.peek() !== undefined && { scenario: scenario.peek()! }) };
  }

  private title(): string {
    const { scenario, status } = this.shell.player.peek();
    return scenario.peek()?.name ?? status.peek().title;
  }

  /** Another player, or the first topics of one: its layout. */
  private showPlayer(): void {
    const { kind, scenario, topics } = this.shell.player.value;
    const isThere = topics.value.length > 0 || scenario.value !== undefined;
    const wanted = `${kind} ${this.title()} ${isThere}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    untracked(() => this.load());
  }

  private reshape(): void {
    const shape = shapeOf(this.element.clientWidth, this.element.clientHeight);
    if (shape === this.shape || this.element.clientWidth === 0) return;
    this.shape = shape;
    this.load();
  }

  private load(): void {
    clearTimeout(this.timer);
    const subject = this.subject();
    const remembered = loadSetting<RememberedLayout>(layoutKey(subject.kind, this.shape));
    const own = restoreLayout(remembered, this.title(), subject, this.known);
    this.isTouched = own !== undefined;
    if (own === undefined || !this.tryLayout(own)) this.tryLayout(defaultLayout(subject, this.known, this.shape));
  }

  private tryLayout(layout: SerializedDockview): boolean {
    this.isLoading = true;
    try {
      this.api.fromJSON(this.titled(layout));
      return true;
    } catch {
      // something else was stored under this name
      this.api.clear();
      return false;
    } finally {
      this.isLoading = false;
    }
  }

  /** A copy, with tabs named as panels are named now. */
  private titled(layout: SerializedDockview): SerializedDockview {
    const panels = Object.entries(layout.panels).map(([id, panel]) => [
      id,
      { ...panel, title: this.titleOf(this.typeOf(id), panel.params?.settings ?? {}) },
    ]);
    return structuredClone({ ...layout, panels: Object.fromEntries(panels) });
  }

  private titleOf(type: string, settings: Record<string, unknown>): string {
    const definition = this.definition(type);
    return definition.titleOf?.(settings) ?? definition.title;
  }

  private touch(): void {
    this.isTouched = true;
    this.saveSoon();
  }

  private saveSoon(): void {
    if (this.isLoading) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), CALM);
  }

  private save(): void {
    const isThere = this.subject().topics.length > 0;
    if (!isThere || this.api.hasMaximizedGroup()) return;
    const remembered: RememberedLayout = { version: LAYOUT_VERSION, of: this.title(), layout: this.api.toJSON() };
    saveSetting(layoutKey(this.subject().kind, this.shape), remembered);
  }

  openPanel(type: string, settings?: Record<string, unknown>): void {
    if (!this.known.includes(type)) return this.shell.notify(`There is no panel of the kind ${type}.`, 'problem');
    const open = this.api.panels.filter(({ id }) => this.typeOf(id) === type);
    const text = JSON.stringify(settings);
    const same = open.find(
      ({ id }) => settings === undefined || JSON.stringify(this.contents.get(id)?.settings.peek()) === text,
    );
    if (same !== undefined) return this.activate(same);
    for (const panel of open) {
      const own = this.contents.get(panel.id)!.settings;
      const taken = this.takenIn(type, own.peek(), settings ?? {});
      if (taken === undefined) continue;
      own.value = taken;
      return this.activate(panel);
    }
    this.add(type, settings ?? {}, open[0]?.group.id);
  }

  /** What becomes of an open panel's settings; undefined when it stays as it is. */
  private takenIn(
    type: string,
    own: Record<string, unknown>,
    wanted: Record<string, unknown>,
  ): Record<string, unknown> | undefined {
    const { allowMultiple = false, mergeSettings } = this.definition(type);
    if (!allowMultiple || Object.keys(own).length === 0) return { ...own, ...wanted };
    return mergeSettings?.(own, wanted);
  }

  private activate(panel: IDockviewPanel): void {
    if (this.api.hasMaximizedGroup() && !panel.api.isMaximized()) this.api.exitMaximizedGroup();
    panel.api.setActive();
  }

  private add(type: string, settings: Record<string, unknown>, groupId?: string): void {
    if (this.api.hasMaximizedGroup()) this.api.exitMaximizedGroup();
    const numbers = this.api.panels
      .filter(({ id }) => this.typeOf(id) === type)
      .map(({ id }) => Number(id.slice(type.length + 1)));
    const { column } = this.definition(type);
    const hasColumn = column !== undefined && groupId === undefined && this.shape === 'wide';
    const beside = groupId ?? this.besideScene();
    this.api.addPanel({
      id: `${type}-${Math.max(0, ...numbers) + 1}`,
      component: type,
      title: this.titleOf(type, settings),
      params: { settings },
      ...(hasColumn
        ? { position: { direction: 'left' } }
        : beside !== undefined && { position: { referenceGroup: beside } }),
    });
    if (hasColumn) this.shareWidth(type, column);
  }

  /** A new column takes its share, and the others divide the rest: the last in a row would otherwise give most. */
  private shareWidth(type: string, column: number): void {
    const width = this.element.clientWidth;
    const own = this.api.groups.find((group) => group.panels.some(({ id }) => this.typeOf(id) === type))!;
    const rest = this.api.groups.find(({ id }) => id === this.besideScene() && id !== own.id);
    own.api.setSize({ width: Math.round(column * width) });
    rest?.api.setSize({ width: Math.round(0.45 * (1 - column) * width) });
  }

  /** The scene should stay in sight, so new panels go elsewhere. */
  private besideScene(): string | undefined {
    return this.api.groups.find(
      (group) =>
        !group.panels.some(
          ({ id }) => this.typeOf(id) === 'scene' || this.definition(this.typeOf(id)).column !== undefined,
        ),
    )?.id;
  }

  resetLayout(): void {
    const { kind } = this.subject();
    for (const shape of ['wide', 'high', 'low'] as const) saveSetting(layoutKey(kind, shape), undefined);
    if (this.api.hasMaximizedGroup()) this.api.exitMaximizedGroup();
    this.load();
  }

  toggleMaximised(): void {
    if (this.api.hasMaximizedGroup()) this.api.exitMaximizedGroup();
    else this.api.activePanel?.api.maximize();
  }

  sharedLayout(): SharedLayout | undefined {
    return this.isTouched && !this.api.hasMaximizedGroup() ? layoutToShare(this.api.toJSON(), this.shape) : undefined;
  }

  showLayout(layout: SharedLayout): void {
    const isKnown = Object.keys(layout.panels).every((name) => this.known.includes(panelType(name)));
    if (layout.shape !== this.shape || !isKnown) return;
    // what the person has arranged is kept as it is, until this is touched
    clearTimeout(this.timer);
    this.isTouched = false;
    if (!this.tryLayout(layoutToShow(layout))) this.load();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const cleanup of this.cleanups) cleanup();
    this.api.dispose();
  }
}
