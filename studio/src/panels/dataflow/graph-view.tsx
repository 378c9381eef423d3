/** The graph as SVG: wheel and + − zoom, dragging pans, 0 fits; hovering shows what leads to a block and what it leads to. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Topic } from '../../players/player.ts';
import { IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { useSize } from '../../ui/drawing-surface.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { centred, fit, pan, zoomAt } from '../../ui/viewport.ts';
import { BlockNode } from './block-node.tsx';
import type { Layout, PlacedEdge } from './layout.ts';
import { relatedTo } from './related.ts';
import type { Traffic } from './traffic.ts';

export interface GraphViewProps {
  readonly layout: Layout;
  readonly traffic: Traffic;
  readonly topics: ReadonlySignal<ReadonlyMap<string, Topic>>;
  readonly selected: Signal<string | undefined>;
  openSignal(signal: string): void;
}

const ZOOM_STEP = 1.25;
const PAN_STEP = 48;
/** A graph that fits is not blown up beyond this. */
const LARGEST_FIT = 1.15;
const DRAG_THRESHOLD = 4;
/** Height of the tools at the bottom, which the graph keeps clear of. */
const TOOLS = 44;

export function GraphView({ layout, traffic, topics, selected, openSignal }: GraphViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const moved = useSignal<Viewport | undefined>(undefined);
  const hovered = useSignal<string | undefined>(undefined);
  const fitted = () => {
    const room = { width: size.value.width, height: size.value.height - TOOLS };
    const view = fit(layout, room);
    return view.scale > LARGEST_FIT ? centred(layout, room, LARGEST_FIT) : view;
  };
  const place = () => moved.value ?? fitted();
  const view = place();
  useEffect(() => {
    moved.value = undefined;
  }, [layout]);
  const zoom = (factor: number, x = size.value.width / 2, y = size.value.height / 2) =>
    (moved.value = zoomAt(place(), factor, x, y));
  const related = useComputed(() =>
    (hovered.value ?? selected.value) === undefined
      ? undefined
      : relatedTo((hovered.value ?? selected.value)!, layout.edges),
  );

  useEffect(() => {
    const element = frame.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoom(
        Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)),
        event.clientX - left,
        event.clientY - top,
      );
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [layout]);

  const drag = useRef<{ x: number; y: number; isPan: boolean } | undefined>(undefined);
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === undefined) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.isPan && Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
    if (!from.isPan) frame.current!.setPointerCapture(event.pointerId);
    moved.value = pan(place(), dx, dy, layout, size.value);
    drag.current = { x: event.clientX, y: event.clientY, isPan: true };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: [PAN_STEP, 0],
      ArrowRight: [-PAN_STEP, 0],
      ArrowUp: [0, PAN_STEP],
      ArrowDown: [0, -PAN_STEP],
    }[event.key];
    if (step !== undefined) moved.value = pan(place(), step[0], step[1], layout, size.value);
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else if (event.key === '0') moved.value = undefined;
    else if (event.key === 'Escape') selected.value = undefined;
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={frame}
      class="dataflow-view"
      data-related={related.value !== undefined}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerDown={(event) => {
        if (event.button === 0) drag.current = { x: event.clientX, y: event.clientY, isPan: false };
      }}
      onPointerUp={() => (drag.current = undefined)}
      onPointerCancel={() => (drag.current = undefined)}
    >
      <svg width="100%" height="100%" role="group" aria-label="Dataflow of the scenario">
        <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
          <Wires layout={layout} traffic={traffic} topics={topics} related={related} openSignal={openSignal} />
          {layout.nodes.map((node) => (
            <BlockNode
              key={node.block.name}
              node={node}
              traffic={traffic}
              topics={topics}
              isRelated={related.value?.blocks.has(node.block.name) === true}
              isSelected={selected.value === node.block.name}
              onSelect={() => (selected.value = selected.value === node.block.name ? undefined : node.block.name)}
              onHover={(isOver) => (hovered.value = isOver ? node.block.name : undefined)}
            />
          ))}
        </g>
      </svg>
      <div class="dataflow-tools" role="toolbar" aria-label="View">
        <IconButton icon="M5 12h14" label="Zoom out" shortcut="-" kind="plain" onClick={() => zoom(1 / ZOOM_STEP)} />
        <IconButton icon={ICONS.fit} label="Fit" shortcut="0" kind="plain" onClick={() => (moved.value = undefined)} />
        <IconButton icon={ICONS.add} label="Zoom in" shortcut="+" kind="plain" onClick={() => zoom(ZOOM_STEP)} />
      </div>
    </div>
  );
}

interface WiresProps extends Omit<GraphViewProps, 'selected'> {
  readonly related: ReadonlySignal<{ readonly edges: ReadonlySet<string> } | undefined>;
}

const signalOf = (edge: PlacedEdge): string => `${edge.from}.${edge.fromPort}`;

function Wires({ layout, traffic, topics, related, openSignal }: WiresProps) {
  const wires = useRef<SVGGElement>(null);
  // the glow changes with every frame: attributes are set by hand, and only where they change
  useSignalEffect(() => {
    const { value: flowing } = traffic.flowing;
    const bySignal = topics.value;
    for (const element of wires.current?.children ?? []) {
      const topic = bySignal.get((element as SVGElement).dataset.signal!);
      const isFlowing = topic !== undefined && flowing.has(topic.id);
      if ((element.getAttribute('data-flowing') === 'true') !== isFlowing)
        element.setAttribute('data-flowing', String(isFlowing));
    }
  });
  return (
    <g ref={wires}>
      {layout.edges.map((edge) => (
        <g
          key={edge.id}
          class="dataflow-wire"
          data-signal={signalOf(edge)}
          data-feedback={edge.isFeedback}
          data-on={related.value?.edges.has(edge.id) === true}
          onClick={() => openSignal(signalOf(edge))}
        >
          <title>{`${edge.id}\n${edge.type}${edge.note === '' ? '' : `\n${edge.note}`}`}</title>
          <path class="dataflow-wire-reach" d={edge.path} />
          <path class="dataflow-wire-line" d={edge.path} />
          <path
            class="dataflow-arrow"
            d={`M${edge.endX - 7} ${edge.endY - 4}L${edge.endX} ${edge.endY}L${edge.endX - 7} ${edge.endY + 4}z`}
          />
          {edge.note !== '' && (
            <text class="dataflow-note" x={edge.endX - 10} y={edge.endY - 7} text-anchor="end">
              {edge.note}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
