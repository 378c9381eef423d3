/** Asks the peer's clock now and then, through the node rosapi that comes with rosbridge. */
import type { RosTime } from '../../rosbridge/message-values.ts';
import type { PeerTime } from '../../rosbridge/peer-time.ts';
import type { RosbridgeLink } from '../../rosbridge/rosbridge-link.ts';

const SERVICE = '/rosapi/get_time';
/** Between two questions [ms]. */
const PERIOD_MS = 1000;

export class PeerClock {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly link: Pick<RosbridgeLink, 'callService' | 'isConnected'>,
    private readonly time: PeerTime,
  ) {}

  /** Resolves with the first answer; rejects with a sentence when there is none in time [s]. */
  async begin(timeLimit: number): Promise<void> {
    await this.ask(timeLimit * 1000).catch((error: Error) => {
      throw new Error(
        `its clock is not known (${error.message}); stamps: rosapi needs the node rosapi beside rosbridge`,
      );
    });
    // one that is not there is asked again when it is
    this.timer = setInterval(() => {
      if (this.link.isConnected) this.ask(PERIOD_MS).catch(() => {});
    }, PERIOD_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async ask(timeoutMs: number): Promise<void> {
    const askedMs = performance.now();
    const values = await this.link.callService(SERVICE, {}, timeoutMs);
    const heardMs = performance.now();
    const time = readTime(values);
    if (time === undefined) throw new Error(`${SERVICE} answered with something else than a time`);
    this.time.learn(askedMs, heardMs, time);
  }
}

function readTime(values: unknown): RosTime | undefined {
  const { time } = (values ?? {}) as { readonly time?: Readonly<Record<string, unknown>> };
  const [sec, nanosec] = [time?.sec ?? time?.secs, time?.nanosec ?? time?.nsecs];
  return Number.isSafeInteger(sec) && Number.isSafeInteger(nanosec)
    ? { sec: sec as number, nanosec: nanosec as number }
    : undefined;
}
