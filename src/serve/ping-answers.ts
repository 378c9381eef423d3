/** Answers the pings of a client. At most one answer waits; of the pings meanwhile the last is answered, as RFC 6455, section 5.5.3, allows. */
import type { WebSocket } from 'ws';

export class PingAnswers {
  private isWaiting = false;
  /** The latest ping, while the answer to an earlier one waits. */
  private unanswered: Buffer | undefined;

  constructor(private readonly socket: WebSocket) {}

  answer(data: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.isWaiting) return void (this.unanswered = Buffer.from(data));
    this.isWaiting = true;
    this.socket.pong(data, false, () => {
      this.isWaiting = false;
      const next = this.unanswered;
      this.unanswered = undefined;
      if (next !== undefined) this.answer(next);
    });
  }
}
