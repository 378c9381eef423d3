/** A channel of a remote machine as a topic of a player. */
import { LARGE_MESSAGE_TYPES } from '../../../src/msgs/large-messages.ts';
import type { RemoteChannel } from './foxglove-connection.ts';
import type { History } from './history.ts';
import type { MessageDecoder } from './message-decoder.ts';
import { createMessageDecoder } from './message-decoder.ts';
import type { Stamped, Topic } from './player.ts';
import { fullTypeName } from './ros-definition.ts';

export class RemoteTopic {
  readonly bulky: boolean;
  /** One sentence where messages cannot be read; then nobody subscribes to them. */
  problem: string | undefined;
  private readonly decoder: MessageDecoder | undefined;
  private row = new Float64Array(0);
  private declaredScalars = -1;
  private sequence = 0;
  private latest: { readonly data: DataView; readonly time: number } | undefined;
  private shown: Stamped | undefined;

  constructor(
    readonly channel: RemoteChannel,
    readonly id: string,
  ) {
    const { topic, schemaName, encoding, schema } = channel;
    this.bulky = LARGE_MESSAGE_TYPES.has(fullTypeName(schemaName));
    try {
      const schemaEncoding = channel.schemaEncoding ?? (encoding === 'cdr' ? 'ros2msg' : '');
      this.decoder = createMessageDecoder({
        topic,
        typeName: schemaName,
        encoding,
        schemaEncoding,
        definition: schema,
      });
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  describe(): Topic {
    const { topic, schemaName, metadata } = this.channel;
    const { block, port } = metadata ?? {};
    const fields = this.bulky ? [] : (this.decoder?.scalars ?? []).map(({ path, unit }) => ({ path, unit }));
    return {
      id: this.id,
      name: topic,
      type: fullTypeName(schemaName),
      fields,
      bulky: this.bulky,
      ...(block !== undefined && port !== undefined && { signal: `${block}.${port}` }),
    };
  }

  /** A message has come. True when it has shown fields that were not known before, as the first of JSON does. */
  receive(data: DataView, time: number, history: History): boolean {
    this.latest = { data, time };
    this.sequence++;
    this.shown = undefined;
    if (this.bulky || this.decoder === undefined) return false;
    try {
      const content = this.decoder.peek(data);
      const { scalars } = this.decoder;
      const isNew = scalars.length !== this.declaredScalars;
      if (isNew) this.declare(history);
      for (let i = 0; i < scalars.length; i++) this.row[i] = scalars[i].read(content);
      if (scalars.length > 0) history.add(this.id, time, this.row);
      return isNew;
    } catch (error) {
      this.problem ??= `${this.channel.topic}: a message cannot be decoded: ${(error as Error).message}`;
      return false;
    }
  }

  declare(history: History): void {
    const scalars = this.decoder?.scalars ?? [];
    history.declare(this.id, this.bulky ? [] : scalars.map(({ path }) => path));
    this.row = new Float64Array(scalars.length);
    this.declaredScalars = scalars.length;
  }

  /** The newest message, decoded when it is first asked for. */
  newest(): Stamped | undefined {
    if (this.shown === undefined && this.latest !== undefined && this.decoder !== undefined) {
      try {
        this.shown = {
          message: this.decoder.decode(this.latest.data),
          time: this.latest.time,
          sequence: this.sequence,
        };
      } catch {
        this.latest = undefined;
      }
    }
    return this.shown;
  }

  /** Whether a channel that is advertised again is this one. */
  isOf({ topic, encoding, schemaName, schema }: RemoteChannel): boolean {
    const { channel } = this;
    return (
      channel.topic === topic &&
      channel.encoding === encoding &&
      channel.schemaName === schemaName &&
      channel.schema === schema
    );
  }
}
