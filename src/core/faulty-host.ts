/**
 * A host whose controller fails as hardware does, at known instants of simulated time:
 *
 *   stall      its clock stands still: it hears nothing, says nothing, and goes on as if no time had passed
 *   reset      it begins anew
 *   brown-out  its supply is gone: silent, and then it begins anew
 *
 * Faults begin and end at releases: the first at or after their time. What comes in while it is silent is lost. Where the controller runs by itself
 * (an emulated or a real one) it is really stopped and reset; a model that is not asked, and whose state is the first again, does the same.
 */
import type { StepTime } from './block.ts';
import type { Host, HostedBlock, HostTraits } from './host.ts';
import { HostError } from './host.ts';

export const hostFaultKinds = ['stall', 'reset', 'brown-out'] as const;
export type HostFaultKind = (typeof hostFaultKinds)[number];

export interface HostFault {
  readonly kind: HostFaultKind;
  /** Simulated time [ns]; `toNs` is Infinity where it lasts to the end. A reset takes no time. */
  readonly fromNs: number;
  readonly toNs: number;
}

export class FaultyHost implements Host {
  /** Its state before the first release, where that can be had. */
  private readonly beginning: unknown;
  private previousNs = -1;
  isSilent = false;
  private mustRestart = false;
  /** Steps that were started and not fetched. */
  private underWay = 0;

  constructor(
    private readonly inner: Host,
    private readonly block: HostedBlock,
    private readonly faults: readonly HostFault[],
    { savable }: HostTraits,
  ) {
    if (savable) this.beginning = inner.save();
  }

  start(time: StepTime): boolean {
    const { nowNs } = time;
    this.mustRestart ||= this.faults.some(
      ({ kind, fromNs }) => kind !== 'stall' && fromNs > this.previousNs && fromNs <= nowNs,
    );
    this.previousNs = nowNs;
    const wasSilent = this.isSilent;
    this.isSilent = this.faults.some(({ kind, fromNs, toNs }) => kind !== 'reset' && fromNs <= nowNs && nowNs < toNs);
    if (this.isSilent) return this.keepSilent(wasSilent);
    if (wasSilent) this.inner.resume?.();
    // an answer that is under way is waited for first
    if (this.mustRestart && this.underWay === 0) this.beginAnew();
    const answered = this.inner.start(time);
    if (!answered) this.underWay++;
    return answered;
  }

  private keepSilent(wasSilent: boolean): true {
    if (!wasSilent) this.inner.stall?.();
    for (const output of Object.values(this.block.outputs)) output.publish = false;
    return true;
  }

  private beginAnew(): void {
    this.mustRestart = false;
    if (this.inner.restart !== undefined) return this.inner.restart();
    if (this.beginning === undefined) throw new HostError(this.block.name, 'cannot be reset where it runs');
    this.inner.restore(this.beginning);
    for (const { type, value } of Object.values(this.block.outputs)) type.copy(value, type.create());
  }

  ready(): boolean {
    return this.inner.ready();
  }

  finish(): void | Promise<void> {
    this.underWay--;
    return this.inner.finish();
  }

  get truthNs(): number | undefined {
    return this.inner.truthNs;
  }

  get truthBoundNs(): number | undefined {
    return this.inner.truthBoundNs;
  }

  get stepMs(): number | undefined {
    return this.inner.stepMs;
  }

  setParams(params: HostedBlock['params']): void {
    this.inner.setParams?.(params);
  }

  save(): unknown {
    const { previousNs, isSilent, mustRestart, underWay } = this;
    return { previousNs, isSilent, mustRestart, underWay, inner: this.inner.save() };
  }

  restore(saved: any): void {
    const { inner, ...own } = saved;
    Object.assign(this, own);
    this.inner.restore(inner);
  }

  close(): void | Promise<void> {
    return this.inner.close();
  }
}
