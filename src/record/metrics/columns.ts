/** The numbers in a recording by name: `vehicle.state.x` is field `x` of the signal `vehicle.state`. */
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { SampledField, ScalarField } from '../../msgs/flatten.ts';
import { scalarAt, scalarFields } from '../../msgs/flatten.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import type { RecordedChannel, Recording } from '../mcap/recording-reader.ts';

export interface Column {
  readonly name: string;
  readonly unit: string;
  readonly channel: RecordedChannel;
  read(message: unknown): number;
}

/** `block.port.field.path` in its two parts. */
export function splitFieldName(name: string, path: string): { signal: string; field: string } {
  const [block, port, ...field] = name.split('.');
  if (port === undefined || field.length === 0)
    throw new InputError(path, `expected block.port.field, got ${quote(name)}`);
  return { signal: `${block}.${port}`, field: field.join('.') };
}

/** The scalar of a message type, or an InputError at `path`. */
export function findScalar(type: MessageType, field: string, path: string): SampledField {
  try {
    return scalarAt(type, field);
  } catch (error) {
    throw new InputError(path, (error as Error).message.replace(/\.$/, ''));
  }
}

/** Stamps and covariances are not worth a column or a line in a plot. */
const NOT_PLOTTABLE = /(^|\.)(stamp\.(sec|nanosec)|\w*covariance\w*(\[\d+\])?)$/;
export const isNotPlottable = ({ path }: Pick<ScalarField, 'path'>): boolean => NOT_PLOTTABLE.test(path);

/** Every scalar of the recorded signals that is not dull. */
export const allColumns = (recording: Recording): Column[] =>
  recording.channels.filter(isSignal).flatMap((channel) =>
    scalarFields(channel.type!)
      .filter((scalar) => !isNotPlottable(scalar))
      .map((scalar) => column(channel, scalar)),
  );

/** The columns of these names: `block.port.field`, or `/topic.field` in recordings of others. */
export const findColumns = (recording: Recording, names: readonly string[], path = ''): Column[] =>
  names.map((name, i) => findColumn(recording, name, path === '' ? '' : `${path}[${i}]`));

export function findColumn(recording: Recording, name: string, path = ''): Column {
  const channel = recording.channels
    .filter((candidate) => isSignal(candidate) && name.startsWith(`${candidate.signal}.`))
    .reduce<RecordedChannel | undefined>(
      (best, next) => (best === undefined || next.signal.length > best.signal.length ? next : best),
      undefined,
    );
  if (channel === undefined) {
    const known = recording.channels.filter(isSignal).map(({ signal }) => signal);
    const signal = name.split('.').slice(0, 2).join('.');
    throw new InputError(
      path,
      `${quote(name)} is not in the recording${suggestion(signal, known)}; it has ${known.join(', ') || 'no signals'}`,
    );
  }
  return column(channel, findScalar(channel.type!, name.slice(channel.signal.length + 1), path));
}

/** Whether a channel holds a signal that can be decoded, rather than what the loop says about itself. */
export const isSignal = (channel: RecordedChannel): boolean =>
  channel.type !== undefined && !channel.topic.startsWith('/skidpad/');

const column = (channel: RecordedChannel, scalar: ScalarField): Column => ({
  name: `${channel.signal}.${scalar.path}`,
  unit: scalar.unit,
  channel,
  read: scalar.read,
});
