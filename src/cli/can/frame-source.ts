/** Where `skidpad can` finds frames: the buses of a recording, or a log. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OnLoggedFrame } from '../../bus/can/log/frame-text.ts';
import { readCanLog } from '../../bus/can/log/read-log.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { CanBusStatus, CanFrame, setTime } from '../../msgs/index.ts';
import { nodeFiles } from '../../node/files.ts';
import { RunFile } from '../../node/run-file.ts';
import { openRecordingFile } from '../../record/mcap/open-recording-file.ts';
import type { RecordedChannel, Recording } from '../../record/mcap/recording-reader.ts';

/** The load of a bus, from one status to the next. */
export interface LoadSample {
  readonly bus: string;
  /** When the status was made [s], and the share of the time before it in which the bus was busy. */
  readonly time: number;
  readonly load: number;
}

export interface FrameSource {
  /** Every frame, in order; may be called again. Both arguments are valid only during the call. */
  each(onFrame: OnLoggedFrame): void;
  loads(): LoadSample[];
  close(): void;
}

/** A run directory, an MCAP recording, or a log of candump or Vector ASC. `signals` names outputs, such as `body.frames`. */
export async function openFrames(path: string, signals: readonly string[]): Promise<FrameSource> {
  if (!existsSync(path)) throw new InputError(path, 'there is no such run or log');
  if (/\.(log|asc)$/i.test(path) && signals.length === 0) {
    const text = await nodeFiles.text(path);
    return { each: (onFrame) => readCanLog(text, path, onFrame), loads: () => [], close() {} };
  }
  const file = statSync(path).isDirectory() ? join(path, RunFile.recording) : path;
  if (!existsSync(file)) throw new InputError(path, `holds no ${RunFile.recording}`);
  const recording = openRecordingFile(file);
  try {
    return recordedFrames(recording, chosenChannels(recording, path, signals));
  } catch (error) {
    recording.close();
    throw error;
  }
}

const carries = (channel: RecordedChannel, type: { readonly name: string }): boolean =>
  channel.type?.name === type.name;

/** What was asked for; else what was on a bus; else whatever frames there are. */
function chosenChannels({ channels }: Recording, path: string, signals: readonly string[]): RecordedChannel[] {
  const known = channels.filter((channel) => carries(channel, CanFrame));
  if (known.length === 0) throw new InputError(path, 'holds no CAN frames');
  const unknown = signals.find((signal) => !known.some((channel) => channel.signal === signal));
  if (unknown !== undefined) {
    const names = known.map(({ signal }) => signal);
    throw new InputError(
      '--signal',
      `there are no CAN frames on ${quote(unknown)}${suggestion(unknown, names)}; there is ${names.join(', ')}`,
    );
  }
  if (signals.length > 0) return known.filter(({ signal }) => signals.includes(signal));
  const buses = new Set(channels.filter((channel) => carries(channel, CanBusStatus)).map(({ block }) => block));
  const onBuses = known.filter(({ block }) => block !== undefined && buses.has(block));
  return onBuses.length > 0 ? onBuses : known;
}

/** As logs name it: the block, where its frames are meant. */
const busName = ({ signal }: RecordedChannel): string => signal.replace(/\.frames$/, '').replaceAll(/\s/g, '_');

function recordedFrames(recording: Recording & { close(): void }, channels: readonly RecordedChannel[]): FrameSource {
  const names = new Map(channels.map((channel) => [channel.id, busName(channel)]));
  return {
    each(onFrame) {
      const frame = CanFrame.create();
      for (const { channel, data, publishTimeNs } of recording.messages({ channels })) {
        recording.decode(channel, data, frame);
        // one that nobody has stamped
        if (frame.stamp.sec === 0 && frame.stamp.nanosec === 0) setTime(frame.stamp, publishTimeNs);
        onFrame(frame, names.get(channel.id)!);
      }
    },
    loads() {
      const statuses = recording.channels.filter((channel) => carries(channel, CanBusStatus));
      const status = CanBusStatus.create();
      return Array.from(recording.messages({ channels: statuses }), ({ channel, data, publishTimeNs }) => {
        recording.decode(channel, data, status);
        return { bus: channel.block ?? channel.topic, time: publishTimeNs / 1e9, load: status.load };
      });
    },
    close: () => recording.close(),
  };
}
