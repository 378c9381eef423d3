/** Something real at the other end of a host, as tests play it: it answers when it is told to, with data as old as it is told. */
import type { StepTime } from '../../src/core/block.ts';
import type { AnyHostKind, Host, HostedBlock } from '../../src/core/host.ts';
import { defineHost } from '../../src/core/host.ts';

export class FakeRobot {
  /** Whether its answer is there when it is asked for. */
  isReady = true;
  /** What it says on every output to the questions of now. */
  value = 7;
  /** When what it says was true [ns], by the time of the question; NaN when it does not say. */
  truthNs: (nowNs: number) => number = () => NaN;
  opened = 0;
  closed = 0;

  /** A kind of host by which scenarios reach it. */
  readonly kind: AnyHostKind = defineHost({
    kind: 'robot',
    doc: 'on a robot',
    params: {},
    traits: { deterministic: false, savable: true, takesChanges: false, standsIn: true, ownStamps: true },
    open: (block) => this.connect(block),
  });

  private connect(block: HostedBlock): Host {
    const asked: { readonly truthNs: number; readonly value: number }[] = [];
    let truthNs = NaN;
    this.opened++;
    return {
      start: ({ nowNs }: StepTime) => {
        asked.push({ truthNs: this.truthNs(nowNs), value: this.value });
        return false;
      },
      ready: () => this.isReady,
      finish: () => {
        const answer = asked.shift()!;
        truthNs = answer.truthNs;
        for (const output of Object.values(block.outputs)) say(output, answer.value);
      },
      get truthNs() {
        return truthNs;
      },
      save: () => structuredClone(asked),
      restore: (saved) => void asked.splice(0, Infinity, ...(saved as typeof asked)),
      close: () => void this.closed++,
    };
  }
}

function say(output: HostedBlock['outputs'][string], value: number): void {
  output.value.data = value;
  if (output.queued) output.send();
}
