/** Services of a rosbridge server: those of the program, and those that clients offer to the program and to one another. */
import type { Id } from '../../rosbridge/operations.ts';
import type { BridgedClient } from './bridged-client.ts';

export type ServiceHandler = (args: unknown) => unknown;

type Provider = { readonly type: string } & (
  | { readonly handler: ServiceHandler }
  | { readonly client: BridgedClient; readonly name: string }
);

interface PendingCall {
  readonly provider: BridgedClient;
  readonly service: string;
  resolve(values: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/** Calls that wait for answers of clients. */
const MOST_PENDING = 1024;
/** How long an answer of a client is waited for [ms]. */
export const ANSWER_MS = 10_000;

export class ServiceDesk {
  /** By canonical name. */
  private readonly providers = new Map<string, Provider>();
  private readonly pending = new Map<Id, PendingCall>();
  private calls = 0;

  get names(): string[] {
    return [...this.providers.keys()];
  }

  typeOf(service: string): string | undefined {
    return this.providers.get(service)?.type;
  }

  /** A service of the program; the returned function takes it back. */
  offer(service: string, type: string, handler: ServiceHandler): () => void {
    if (this.providers.has(service)) throw new Error(`there is a service ${service} already`);
    const provider = { type, handler };
    this.providers.set(service, provider);
    return () => {
      if (this.providers.get(service) === provider) this.providers.delete(service);
    };
  }

  /** A service of a client, who calls it `name`. A later one takes the place of an earlier one, as in ROS; never that of the program's. */
  advertise(service: string, name: string, type: string, client: BridgedClient): void {
    const earlier = this.providers.get(service);
    if (earlier !== undefined && 'handler' in earlier) throw new Error(`${service} is a service of this server`);
    if (earlier !== undefined && earlier.client !== client) this.withdraw(service, earlier.client);
    this.providers.set(service, { type, client, name });
    client.services.add(service);
  }

  /** False when it was none of the client's. */
  withdraw(service: string, client: BridgedClient): boolean {
    const provider = this.providers.get(service);
    if (provider === undefined || !('client' in provider) || provider.client !== client) return false;
    this.providers.delete(service);
    client.services.delete(service);
    this.failCalls((call) => call.provider === client && call.service === service, 'the service was withdrawn');
    return true;
  }

  /** A client has gone. */
  forget(client: BridgedClient): void {
    for (const service of [...client.services]) this.withdraw(service, client);
    this.failCalls(({ provider }) => provider === client, 'whoever offers the service has gone');
  }

  /** The values of the answer; rejects with a sentence. */
  async call(service: string, args: unknown, timeoutMs: number): Promise<unknown> {
    const provider = this.providers.get(service);
    if (provider === undefined) throw new Error(`there is no service ${service}`);
    if ('handler' in provider) return provider.handler(args);
    if (this.pending.size >= MOST_PENDING) throw new Error('too many calls wait for answers');
    const id = `service_request:${provider.name}:${++this.calls}`;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.settle(id)?.reject(new Error(`${service} did not answer within ${timeoutMs / 1000} s`));
      const timer = setTimeout(giveUp, timeoutMs);
      this.pending.set(id, { provider: provider.client, service, resolve, reject, timer });
      provider.client.send({ op: 'call_service', id, service: provider.name, args });
    });
  }

  /** What a client answers. False when nobody has asked it that. */
  answer(client: BridgedClient, id: Id | undefined, values: unknown, result: boolean): boolean {
    if (id === undefined || this.pending.get(id)?.provider !== client) return false;
    const call = this.settle(id)!;
    if (result) call.resolve(values);
    else call.reject(new Error(typeof values === 'string' ? values.slice(0, 700) : 'the service has failed'));
    return true;
  }

  close(): void {
    this.failCalls(() => true, 'the server is closed');
  }

  private failCalls(concerns: (call: PendingCall) => boolean, why: string): void {
    for (const [id, call] of [...this.pending]) if (concerns(call)) this.settle(id)!.reject(new Error(why));
  }

  private settle(id: Id): PendingCall | undefined {
    const call = this.pending.get(id);
    clearTimeout(call?.timer);
    this.pending.delete(id);
    return call;
  }
}
