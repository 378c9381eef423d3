/**
 * Replays a log of CAN frames onto the bus, as a node of its own.
 *
 *   t = at + (tₗ − tₗ₀) / speed
 *
 * tₗ   time of a frame in the log, tₗ₀ of the first that is played [s]
 * t    when it is handed to the bus: the stamp of the frame, sent at the first release that is not before it
 *
 * Frames keep identifier, length, data and flags. Error frames are left out: they are what a bus makes of mistakes, not what a node can
 * send. On a simulated bus frames wait for each other anew. Checked against: the stamps of the log itself.
 */
import { defineBlock, queuedOutput } from '../../core/block.ts';
import { InputError } from '../../core/input-error.ts';
import { asset, fixed, integer, list, optional, param, text } from '../../core/schema.ts';
import { CanFrame, setTime } from '../../msgs/index.ts';
import { MOST_EXTENDED } from './log/frame-text.ts';
import { readCanLog } from './log/read-log.ts';

/** What is played, one entry for each frame; `offsets` [s] count from the first. */
interface Playlist {
  readonly offsets: readonly number[];
  readonly frames: readonly CanFrame[];
}

interface Wanted {
  readonly ids: readonly number[];
  readonly channel?: string;
}

function playlist(text: string, file: string, { ids, channel }: Wanted): Playlist {
  const wanted = ids.length === 0 ? undefined : new Set(ids);
  const [offsets, frames]: [number[], CanFrame[]] = [[], []];
  const channels = new Set<string>();
  let first: CanFrame | undefined;
  readCanLog(text, file, (frame, on) => {
    channels.add(on);
    if (frame.is_error || (channel ?? on) !== on || wanted?.has(frame.id) === false) return;
    const kept = CanFrame.create();
    CanFrame.copy(kept, frame);
    first ??= kept;
    const offset = kept.stamp.sec - first.stamp.sec + (kept.stamp.nanosec - first.stamp.nanosec) / 1e9;
    // logs of several buses may be a little out of order; what is late is played at once
    offsets.push(Math.max(offset, offsets.at(-1) ?? 0));
    frames.push(kept);
  });
  if (frames.length === 0) throw new InputError(file, nothingToPlay(channels, channel));
  return { offsets, frames };
}

const nothingToPlay = (channels: ReadonlySet<string>, channel: string | undefined): string =>
  channel !== undefined && channels.size > 0 && !channels.has(channel)
    ? `has no channel ${channel}; there is ${[...channels].slice(0, 10).join(', ')}`
    : 'has no frames that can be played';

export const canLog = defineBlock({
  type: 'bus/can-log',
  doc: 'Replays a log of candump or Vector ASC onto a CAN bus.',
  params: {
    file: asset('the log'),
    at: fixed(param(0, 's', 'when its first frame is played', { min: 0 })),
    speed: fixed(param(1, '', 'log seconds per second of simulated time; larger plays faster', { above: 0 })),
    ids: fixed(list(integer(0, '', 'an identifier', { min: 0, max: MOST_EXTENDED }), [], 'play only these; none: all')),
    channel: fixed(optional(text(undefined, 'play only this bus of the log, such as can0; all if it is not said'))),
  },
  defaultPeriod: 0.001,
  inputs: {},
  outputs: { frames: queuedOutput(CanFrame) },
  prepare: ({ file, ids, channel }, assets) => playlist(assets.text(file), file, { ids, channel }),
  init: () => ({ next: 0 }),
  step({ at, speed }, state, _inputs, { frames: output }, { nowNs }, { offsets, frames }) {
    for (; state.next < frames.length; state.next++) {
      const dueNs = Math.round((at + offsets[state.next] / speed) * 1e9);
      if (dueNs > nowNs) return;
      CanFrame.copy(output.value, frames[state.next]);
      setTime(output.value.stamp, dueNs);
      output.send();
    }
  },
});
