/** What every link that carries bytes can do, whatever is behind it: a serial line, a pseudo terminal, the pipe of a program. */
import type { Link } from '../../core/link.ts';

export interface ByteLink extends Link {
  /** Hands bytes over; they are copied. Never waits: a door that cannot keep up fails with a sentence. */
  write(bytes: Uint8Array): void;
  /** Bytes as they come in; valid only during the call. `arrivalNs` is in simulated time. The returned function ends it. */
  listen(listener: (bytes: Uint8Array, arrivalNs: number) => void): () => void;
  /** Called once, at once when it has happened already, when the door breaks: unplugged, closed by the other side. */
  onFailure(listener: (problem: string) => void): () => void;
}

/** As hosts ask for it. */
export const BYTE_LINK = { carries: 'bytes', open: undefined as unknown as () => Promise<ByteLink> } as const;
