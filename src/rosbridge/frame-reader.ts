/** From the frames of a socket to operations: JSON or CBOR, whole or in parts, plain or as a picture. One for each peer. */
import { readCbor } from './cbor-read.ts';
import type { FragmentLimits } from './fragments.ts';
import { FRAGMENT_LIMITS, Reassembly } from './fragments.ts';
import type { Operation } from './operations.ts';
import { readOperation, Refusal } from './operations.ts';
import { pngToText } from './png.ts';

/** Pictures and parts in one another. */
const DEEPEST = 3;

export class FrameReader {
  private readonly fragments: Reassembly;
  private readonly pictures: Reassembly;

  constructor(private readonly limits: FragmentLimits = FRAGMENT_LIMITS) {
    this.fragments = new Reassembly(limits);
    this.pictures = new Reassembly(limits);
  }

  /** The operation of a frame, nothing where a part waits for others; a Refusal says what is wrong. */
  read(frame: string | Uint8Array, nowMs: number): Operation | undefined {
    return this.unpack(readOperation(typeof frame === 'string' ? parseJson(frame) : parseCbor(frame)), nowMs, 0);
  }

  private unpack(operation: Operation, nowMs: number, depth: number): Operation | undefined {
    if (operation.op !== 'fragment' && operation.op !== 'png') return operation;
    if (depth === DEEPEST) throw new Refusal('parts of parts of parts are not read', operation.id);
    const text = this.textOf(operation, nowMs);
    return text === undefined ? undefined : this.unpack(readOperation(parseJson(text)), nowMs, depth + 1);
  }

  private textOf(operation: Operation & { op: 'fragment' | 'png' }, nowMs: number): string | undefined {
    const { op, id = '', data, num, total } = operation;
    try {
      if (op === 'fragment') return this.fragments.add({ id, data, num, total }, nowMs);
      const picture = total === undefined ? data : this.pictures.add({ id, data, num: num!, total }, nowMs);
      return picture === undefined ? undefined : pngToText(picture, this.limits.mostCharacters);
    } catch (error) {
      throw new Refusal((error as Error).message, operation.id);
    }
  }
}

/** Python writes NaN and infinities as they are, which is no JSON; they mean what null means here. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/NaN|Infinity/.test(text)) throw new Refusal('this is no JSON');
  }
  try {
    return JSON.parse(
      text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (part) => (part[0] === '"' ? part : 'null')),
    );
  } catch {
    throw new Refusal('this is no JSON');
  }
}

function parseCbor(bytes: Uint8Array): unknown {
  try {
    return readCbor(bytes);
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}
