/** SG_MUL_VAL_, and what the marks M and m of signals mean once a whole message is known. */
import { InputError, quote } from '../../core/input-error.ts';
import type { Place } from '../../core/places.ts';
import type { DbcMessage, DbcSelection, DbcSignal } from './database.ts';
import type { Reader } from './read-dbc.ts';
import { readFileId } from './read-message.ts';
import type { DbcScanner } from './scanner.ts';

/** Multiplexors within multiplexors; more are a mistake. */
const DEEPEST = 16;

export function readMultiplexing({ scanner, notes, later }: Reader): void {
  const { line } = scanner;
  const file = readFileId(scanner);
  const name = scanner.word('the name of a signal');
  const multiplexor = scanner.word('the name of its multiplexor');
  const ranges = [readRange(scanner)];
  while (scanner.skip(',')) ranges.push(readRange(scanner));
  scanner.mark(';');
  later.push((index) => {
    const message = index.messages.get(file);
    const signal = message && index.signal(message, name);
    const above = message && index.signal(message, multiplexor);
    if (signal === undefined || above === undefined)
      return notes.add(line, `there is no message ${file} with signals ${name} and ${multiplexor}`);
    signal.selection = { multiplexor, ranges };
    above.isMultiplexor = true;
  });
}

/** `3-5`, in which a scanner sees the numbers 3 and −5. */
function readRange(scanner: DbcScanner): DbcSelection['ranges'][number] {
  const from = scanner.integer('the first value of a range', 0, Number.MAX_SAFE_INTEGER + 1);
  const isApart = scanner.skip('-');
  const last = scanner.kind === 'number' ? Number(scanner.text) : NaN;
  const to = isApart ? last : -last;
  if (!(Number.isSafeInteger(to) && to >= from)) scanner.fail('expected "-" and the last value of the range');
  scanner.advance();
  return [from, to];
}

/** Every multiplexed signal has a multiplexor, and none is its own. */
export function checkMultiplexing(message: DbcMessage, place: Place): void {
  const open = message.signals.filter(({ selection }) => selection?.multiplexor === '');
  if (open.length > 0) nameMultiplexor(message, open, place);
  const byName = new Map(message.signals.map((signal) => [signal.name, signal]));
  for (const signal of message.signals) {
    let above: DbcSignal | undefined = signal;
    for (let depth = 0; above?.selection !== undefined; depth++) {
      if (depth === DEEPEST)
        throw new InputError(
          '',
          `${message.name}: ${signal.name} is multiplexed by itself, or by more than ${DEEPEST} others`,
          place,
        );
      above = byName.get(above.selection.multiplexor);
    }
  }
}

/** Of those that no SG_MUL_VAL_ tells of: the one multiplexor that is not multiplexed itself. */
function nameMultiplexor(message: DbcMessage, open: readonly DbcSignal[], place: Place): void {
  const roots = message.signals.filter(({ isMultiplexor, selection }) => isMultiplexor && selection === undefined);
  if (roots.length !== 1)
    throw new InputError(
      '',
      `${message.name}: expected one multiplexor of ${quote(open[0].name)}, got ${roots.length}`,
      place,
    );
  for (const { selection } of open) selection!.multiplexor = roots[0].name;
}
