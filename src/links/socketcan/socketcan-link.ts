/**
 * A CAN interface of Linux, through a raw CAN socket. Frames that its queue has no room for wait here, in order, up to a bound beyond which
 * the interface has failed. Error frames that come in are told as such; none are sent. The package does not tell CAN FD frames of up to 8
 * bytes from classic ones when they come in: they are taken for classic.
 */
import type { CanLink } from '../../bus/can/can-link.ts';
import { defineLink } from '../../core/link.ts';
import { CanFrame } from '../../msgs/index.ts';
import { Audience } from '../audience.ts';
import { Breakage } from '../breakage.ts';
import type { RawChannel, SocketcanMessage } from './installed-socketcan.ts';
import { installedSocketcan } from './installed-socketcan.ts';
import { interfaceProblem } from './interface-problem.ts';
import { socketcanKind } from './kind.ts';

const MOST_WAITING = 4096;
/** Between two attempts while the queue of the interface is full [ms]. */
const RETRY_MS = 1;

export const socketcanLink = defineLink({
  ...socketcanKind,
  async open({ interface: name }, { nowNs }): Promise<CanLink> {
    const { createRawChannelWithOptions } = installedSocketcan();
    const problem = interfaceProblem(name);
    if (problem !== undefined) throw new Error(problem);
    return new SocketcanLink(
      createRawChannelWithOptions(name, { timestamps: false, non_block_send: true }),
      name,
      nowNs,
    );
  },
});

class SocketcanLink implements CanLink {
  private readonly audience = new Audience<CanFrame>();
  private readonly breakage = new Breakage();
  readonly listen = this.audience.listen;
  readonly onFailure = this.breakage.onFailure;
  private readonly received = CanFrame.create();
  private readonly waiting: SocketcanMessage[] = [];
  private retry: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;
  private isStopped = false;
  private onStopped = () => {};

  constructor(
    private readonly channel: RawChannel,
    private readonly name: string,
    private readonly nowNs: () => number,
  ) {
    channel.addListener('onMessage', (message) => this.receive(message));
    channel.addListener('onStopped', () => this.stop());
    channel.start();
  }

  send(frame: CanFrame): void {
    if (frame.is_error || this.closing !== undefined || this.breakage.problem !== undefined) return;
    if (this.waiting.length >= MOST_WAITING) {
      return this.breakage.report(
        `${this.name}: ${MOST_WAITING} frames wait to be sent: the bus cannot keep up, or is off`,
      );
    }
    this.waiting.push(messageOf(frame));
    if (this.waiting.length === 1) this.sendWaiting();
  }

  private sendWaiting(): void {
    this.retry = undefined;
    let sent = 0;
    while (sent < this.waiting.length && this.sendNow(this.waiting[sent]) > 0) sent++;
    this.waiting.splice(0, sent);
    if (this.waiting.length > 0) this.retry = setTimeout(() => this.sendWaiting(), RETRY_MS);
  }

  private sendNow(message: SocketcanMessage): number {
    return message.canfd ? this.channel.sendFD(message) : this.channel.send(message);
  }

  private receive({ id, ext, rtr, err, canfd, fd_brs, data }: SocketcanMessage): void {
    const frame = this.received;
    frame.id = err ? 0 : id;
    frame.is_extended = !err && ext === true;
    frame.is_remote = rtr === true;
    frame.is_error = err === true;
    frame.is_fd = canfd === true || data.length > 8;
    frame.is_bit_rate_switch = fd_brs === true;
    frame.sender = 255;
    frame.length = err ? 0 : data.length;
    frame.data.fill(0);
    if (!err && !rtr) frame.data.set(data);
    this.audience.tell(frame, this.nowNs());
  }

  private stop(): void {
    if (this.closing === undefined) this.breakage.report(`${this.name}: the interface has gone down, or away`);
    this.isStopped = true;
    this.onStopped();
  }

  close(): Promise<void> {
    return (this.closing ??= new Promise((resolve) => {
      clearTimeout(this.retry);
      this.onStopped = resolve;
      if (this.isStopped) resolve();
      else this.channel.stop();
    }));
  }
}

const messageOf = (frame: CanFrame): SocketcanMessage => ({
  id: frame.id,
  ext: frame.is_extended,
  rtr: frame.is_remote,
  canfd: frame.is_fd,
  fd_brs: frame.is_bit_rate_switch,
  data: Buffer.from(frame.data.subarray(0, frame.length)),
});
