/**
 * What every link that carries CAN frames can do, whatever is behind it: an adapter, a socket, an emulated microcontroller. Frames are
 * those of `skidpad_msgs/CanFrame`; `stamp` and `sender` are left to whoever receives them.
 */
import type { Link } from '../../core/link.ts';
import type { CanFrame } from '../../msgs/index.ts';

export interface CanLink extends Link {
  /** Hands a frame over; it is copied. Never waits: a door that cannot keep up fails with a sentence. */
  send(frame: CanFrame): void;
  /** Every frame that comes in, in order; valid only during the call. `arrivalNs` is in simulated time. The returned function ends it. */
  listen(listener: (frame: CanFrame, arrivalNs: number) => void): () => void;
  /** Called once, at once when it has happened already, when the door breaks: unplugged, closed by the other side, garbage without end. */
  onFailure(listener: (problem: string) => void): () => void;
  /** Of an emulated or switched microcontroller: what a scenario's faults do to it. Absent where it cannot be done. */
  readonly power?: EcuPower;
}

/** The supply and the reset line of a microcontroller behind a link. */
export interface EcuPower {
  /** Starts it anew, as its reset pin would. Resolves when it runs again. */
  reset(): Promise<void>;
  /** Stops its clock, and lets it go on. */
  stall(): Promise<void>;
  resume(): Promise<void>;
}

/** As hosts ask for it. */
export const CAN_LINK = { carries: 'can', open: undefined as unknown as () => Promise<CanLink> } as const;
