/** What a database holds, by name and identifier. */
import type {
  DbcAttributeDefinition,
  DbcDatabase,
  DbcEnvironmentVariable,
  DbcMessage,
  DbcNode,
  DbcSignal,
} from './database.ts';
import { fileId } from './database.ts';

export class DatabaseIndex {
  readonly nodes = new Map<string, DbcNode>();
  /** By the identifier as the file writes it. */
  readonly messages = new Map<number, DbcMessage>();
  readonly messagesByName = new Map<string, DbcMessage>();
  /** Several owners may have attributes of one name. */
  readonly definitions = new Map<string, DbcAttributeDefinition[]>();
  readonly variables = new Map<string, DbcEnvironmentVariable>();
  private readonly signals = new Map<DbcMessage, ReadonlyMap<string, DbcSignal>>();

  constructor(database: DbcDatabase) {
    for (const node of database.nodes) this.nodes.set(node.name, node);
    for (const definition of database.attributeDefinitions) {
      const namesakes = this.definitions.get(definition.name);
      if (namesakes === undefined) this.definitions.set(definition.name, [definition]);
      else namesakes.push(definition);
    }
    for (const variable of database.environmentVariables) this.variables.set(variable.name, variable);
    for (const message of database.messages) {
      this.messages.set(fileId(message), message);
      if (!this.messagesByName.has(message.name)) this.messagesByName.set(message.name, message);
    }
  }

  signal(message: DbcMessage, name: string): DbcSignal | undefined {
    let byName = this.signals.get(message);
    if (byName === undefined) {
      byName = new Map(message.signals.map((signal) => [signal.name, signal]));
      this.signals.set(message, byName);
    }
    return byName.get(name);
  }
}
