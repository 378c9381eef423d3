/** What flows: measured rates of topics, told twice per second, and which topics had a message just now. */
import type { ReadonlySignal } from '@preact/signals';
import { effect, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Player } from '../../players/player.ts';
import { MessageRates } from '../../players/message-rate.ts';

/** Between two readings of the rates [ms], how long a topic counts as flowing after a message [ms], and after the last frame. */
const READING_PERIOD = 500;
const GLOW = 140;
const LAST_GLOW = 500;

export class Traffic {
  /** [Hz] by topic id. */
  readonly rates = signal<ReadonlyMap<string, number>>(new Map());
  /** Ids of topics with a message in the last moment. A new set only when they change. */
  readonly flowing = signal<ReadonlySet<string>>(new Set());
  private readonly meters = new MessageRates();
  private readonly lastSeen = new Map<string, number>();
  private readAt = -Infinity;

  follow(player: Player, visible: ReadonlySignal<boolean>): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      const frame = player.frame.value;
      if (!visible.value) return;
      const now = performance.now();
      for (const id of this.meters.observe(frame)) this.lastSeen.set(id, now);
      this.judge(now);
      // when frames stop coming, the glow still ends
      clearTimeout(timer);
      timer = setTimeout(() => this.judge(performance.now()), LAST_GLOW);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }

  private judge(now: number): void {
    const flowing = [...this.lastSeen].filter(([, seen]) => now - seen < GLOW).map(([id]) => id);
    const before = this.flowing.peek();
    if (flowing.length !== before.size || flowing.some((id) => !before.has(id))) this.flowing.value = new Set(flowing);
    if (now - this.readAt < READING_PERIOD) return;
    this.readAt = now;
    this.rates.value = new Map(
      [...this.lastSeen.keys()].flatMap((id) => {
        const hertz = this.meters.rate(id);
        return hertz === undefined ? [] : [[id, hertz] as const];
      }),
    );
  }
}

export function useTraffic(player: Player, visible: ReadonlySignal<boolean>): Traffic {
  const traffic = useMemo(() => new Traffic(), [player]);
  useEffect(() => traffic.follow(player, visible), [traffic]);
  return traffic;
}

/** `10 Hz`, `0.2 Hz`, `1 kHz`. */
export function hertzText(hertz: number): string {
  const rounded = Number(hertz.toPrecision(hertz >= 99.5 ? 3 : 2));
  return rounded >= 1000 ? `${rounded / 1000} kHz` : `${rounded} Hz`;
}

/** `20 ms`, `0.5 s`, `12 µs`. */
export function secondsText(seconds: number): string {
  const [value, unit] =
    seconds >= 1 ? [seconds, 's'] : seconds >= 1e-3 || seconds === 0 ? [seconds * 1e3, 'ms'] : [seconds * 1e6, 'µs'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}
