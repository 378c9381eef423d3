/** Texts beside the ticks of an axis. */
import { formatTime } from '../../ui/format.ts';

/** With the decimals their distance needs. */
export function tickLabels(splits: readonly number[], distance: number): string[] {
  const decimals = /\.(\d+)$/.exec(String(Number(distance.toPrecision(6))))?.[1].length ?? 0;
  const isTiny = distance < 1e-6;
  return splits.map((value) => {
    const text = isTiny || Math.abs(value) >= 1e7 ? Math.abs(value).toPrecision(3) : Math.abs(value).toFixed(decimals);
    return value < 0 && Number(text) !== 0 ? `−${text}` : text;
  });
}

/** Minutes and seconds once there are minutes. */
export const timeLabels = (splits: readonly number[], distance: number): string[] =>
  splits.some((value) => value >= 60) && distance >= 1
    ? splits.map((value) => formatTime(value).replace(/\.000$/, ''))
    : tickLabels(splits, distance);
