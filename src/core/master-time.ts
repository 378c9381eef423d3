/**
 * A host whose answers are stamped by another computer, with the time of a master that a link follows (`host: { clock: NAME }`):
 *
 *   truth = now − (the master's time now − stamp)        now: simulated, at the pace of the wall
 *
 * The `header.stamp` of each latched output becomes that instant of simulated time, and the oldest of an answer is when it was true: the age of
 * its data is counted from there, with the bound that the link states. While the master's time is not known nothing new is known to be true, so that
 * the block grows old and is lost after its `maxAge`.
 */
import type { AnyHostKind, Host, HostContext, HostedBlock } from './host.ts';
import { HostError } from './host.ts';
import { InputError } from './input-error.ts';
import type { Link } from './link.ts';
import type { OutputPort } from './signal.ts';
import type { StepTime } from './block.ts';
import type { Time } from '../msgs/index.ts';
import { setTime } from '../msgs/time.ts';

export interface TimeLink extends Link {
  /** When the master's clock showed this, in simulated time, and what that may be wrong by at most [ns]; NaN while its time is not known. */
  simulated(stamp: Time): { readonly ns: number; readonly boundNs: number };
  /** Waits for the master; rejects with a sentence when there is none in time [s of wall time]. */
  known(timeLimit: number): Promise<void>;
}

/** Links that know a master's time. */
const TIME = { kind: 'ptp' } as const;

/** The same kind of host, with answers stamped by a master; the parameter `clock` names the link. */
export const withMasterTime = ({ openTogether: _together, ...kind }: AnyHostKind): AnyHostKind => ({
  ...kind,
  // what the wall's time says is never the same again, and has to be recorded
  traits: { ...kind.traits, deterministic: false, savable: false, ownStamps: true },
  links: { ...kind.links, clock: TIME },
  async open(block: HostedBlock, { clock, ...own }: { readonly clock: string }, context: HostContext): Promise<Host> {
    const link = context.links.get<TimeLink>(clock, TIME, 'host.clock');
    const outputs = Object.values(block.outputs).filter((output) => !output.queued && stampOf(output) !== undefined);
    if (outputs.length === 0)
      throw new InputError(`blocks.${block.name}.host.clock`, 'none of its outputs has a header');
    await link.known(context.timeLimit).catch((error: Error) => {
      throw new HostError(block.name, `links.${clock}: ${error.message}`);
    });
    return new StampedHost(await kind.open(block, own, context), outputs, link);
  },
});

const stampOf = ({ value }: OutputPort): Time | undefined => value.header?.stamp;

class StampedHost implements Host {
  truthNs = 0;
  truthBoundNs = 0;

  constructor(
    private readonly inner: Host,
    private readonly outputs: readonly OutputPort[],
    private readonly link: TimeLink,
  ) {}

  start(time: StepTime): boolean {
    const answered = this.inner.start(time);
    if (answered) this.mapStamps();
    return answered;
  }

  ready(): boolean {
    return this.inner.ready();
  }

  finish(): void | Promise<void> {
    const wait = this.inner.finish();
    if (wait !== undefined) return wait.then(() => this.mapStamps());
    this.mapStamps();
  }

  private mapStamps(): void {
    let oldest = { ns: Infinity, boundNs: 0 };
    for (const output of this.outputs) {
      if (!output.publish) continue;
      const stamp = stampOf(output)!;
      const truth = this.link.simulated(stamp);
      if (truth.ns < oldest.ns) oldest = truth;
      // what is from before the run has its first instant
      setTime(stamp, Math.max(0, Math.round(Number.isNaN(truth.ns) ? this.truthNs : truth.ns)));
    }
    if (oldest.ns === Infinity) return;
    this.truthNs = oldest.ns;
    this.truthBoundNs = oldest.boundNs;
  }

  get stepMs(): number | undefined {
    return this.inner.stepMs;
  }

  setParams(params: HostedBlock['params']): void {
    this.inner.setParams?.(params);
  }

  restart(): void {
    if (this.inner.restart === undefined) throw new Error('cannot be reset where it runs');
    this.inner.restart();
  }

  stall(): void {
    this.inner.stall?.();
  }

  resume(): void {
    this.inner.resume?.();
  }

  save(): unknown {
    return this.inner.save();
  }

  restore(saved: unknown): void {
    this.inner.restore(saved);
  }

  close(): void | Promise<void> {
    return this.inner.close();
  }
}
