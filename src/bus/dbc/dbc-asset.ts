/** A DBC file that a block's parameters name, and the messages in it. */
import type { Assets } from '../../core/block.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { DbcDatabase, DbcMessage } from './database.ts';
import { busMessages } from './database.ts';
import { MessageCodec } from './message-codec.ts';
import { readDbc } from './read-dbc.ts';

export class DbcAsset {
  readonly database: DbcDatabase;
  private readonly messages: ReadonlyMap<string, DbcMessage>;

  /** As people call it. */
  private readonly file: string;

  constructor(asset: string, assets: Assets) {
    this.file = asset.replace(/^assets\/[0-9a-f]{16}-/, '');
    this.database = readDbc(assets.bytes(asset), this.file).database;
    this.messages = new Map(busMessages(this.database).map((message) => [message.name, message]));
  }

  /** What codes the message of this name; throws InputError where there is none, or none that a frame can hold. */
  codec(name: string, path: string): MessageCodec {
    const message = this.messages.get(name);
    if (message === undefined) {
      const near = suggestion(name, this.messages.keys());
      throw new InputError(path, `there is no message ${quote(name)} in ${this.file}${near}`);
    }
    if (message.id >= (message.isExtended ? 0x2000_0000 : 0x800))
      throw new InputError(path, `the identifier ${message.id} of ${name} has more bits than one on a bus`);
    return new MessageCodec(message);
  }
}
