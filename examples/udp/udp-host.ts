/**
 * A kind of host in one file: each release goes out as a datagram of JSON, and what comes back is published.
 *
 *   → {"block":"controller","tick":40,"time":0.04,"inputs":{"odom":{…}}}      null before the first publication
 *   ← {"block":"controller","tick":40,"time":0.04,"outputs":{"twist":{…}}}
 *
 * `tick` says which release an answer is for, so that one that comes too late, or twice, is known. `time` says when the answer
 * was true; it may be left out. The socket is a link, which several blocks share: `block` tells them apart.
 *
 * It is not deterministic, so its answers are recorded and a run can be replayed without whoever answered.
 */
import type { Host, HostedBlock, StepTime } from 'skidpad';
import { defineHost, fromJson, HostError, text, toJson } from 'skidpad';
import type { UdpLink } from 'skidpad/node';

interface Answer {
  readonly tick: number;
  readonly time?: number;
  readonly outputs: Readonly<Record<string, unknown>>;
}

class UdpHost implements Host {
  /** When the answer that was taken last was true [ns]; NaN when it does not say. */
  truthNs = NaN;
  /** Releases that wait for their answer, oldest first, and answers by tick. */
  private readonly asked: number[] = [];
  private readonly answers = new Map<number, Answer>();
  private wake: (() => void) | undefined;
  private readonly stopListening: () => void;

  constructor(
    private readonly block: HostedBlock,
    private readonly link: UdpLink,
    private readonly timeLimit: number,
  ) {
    this.stopListening = link.listen((datagram) => this.receive(datagram));
  }

  start({ tick, now }: StepTime): boolean {
    const inputs = Object.entries(this.block.inputs).map(([port, { sequence, type, value }]) => [
      port,
      sequence === 0 ? null : toJson(type, value),
    ]);
    const request = { block: this.block.name, tick, time: now, inputs: Object.fromEntries(inputs) };
    this.link.send(new TextEncoder().encode(JSON.stringify(request)));
    this.asked.push(tick);
    return false;
  }

  ready(): boolean {
    return this.answers.has(this.asked[0]);
  }

  finish(): void | Promise<void> {
    return this.ready() ? this.take() : this.finishLater();
  }

  private async finishLater(): Promise<void> {
    const timer = setTimeout(() => this.wake?.(), this.timeLimit * 1000);
    await new Promise<void>((resolve) => (this.wake = resolve));
    clearTimeout(timer);
    if (!this.ready()) throw new HostError(this.block.name, `did not answer within ${this.timeLimit} s`);
    this.take();
  }

  private take(): void {
    const tick = this.asked.shift()!;
    const { time, outputs } = this.answers.get(tick)!;
    this.answers.delete(tick);
    this.truthNs = time === undefined ? NaN : time * 1e9;
    for (const [port, output] of Object.entries(this.block.outputs)) {
      const message = outputs[port];
      output.publish = message !== undefined && message !== null;
      if (output.publish) fromJson(output.type, message, output.value);
    }
  }

  /** What is not an answer to a release that waits for one is somebody else's, late, or nonsense. */
  private receive(datagram: Uint8Array): void {
    const answer = answerIn(datagram, this.block.name);
    if (answer === undefined || !this.asked.includes(answer.tick)) return;
    this.answers.set(answer.tick, answer);
    if (this.ready()) this.wake?.();
  }

  save(): never {
    throw new HostError(this.block.name, 'what is behind a socket cannot be saved; replay the recording instead');
  }

  restore(): never {
    return this.save();
  }

  close(): void {
    this.stopListening();
  }
}

function answerIn(datagram: Uint8Array, block: string): Answer | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(datagram)) as Answer & { block: string };
    const isAnswer = value.block === block && Number.isInteger(value.tick) && typeof value.outputs === 'object';
    return isAnswer && value.outputs !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const UDP = { kind: 'udp' };

export default defineHost({
  kind: 'udp',
  doc: 'behind a socket, one datagram of JSON for each release and each answer',
  params: { link: text(undefined, 'the udp link that it shares with others') },
  links: { link: UDP },
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true, ownStamps: true },
  open: (block, { link }, { links, timeLimit }) =>
    new UdpHost(block, links.get<UdpLink>(link, UDP, `blocks.${block.name}.host.link`), timeLimit),
});
