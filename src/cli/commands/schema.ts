/** `skidpad schema`: the JSON Schema of scenario files. */
import { nodeCatalog } from '../../node/catalog.ts';
import { formatJson, scenarioJsonSchema } from '../../scenario/json-schema.ts';

export const schemaText = (): string => `${formatJson(scenarioJsonSchema(nodeCatalog))}\n`;

export const schema = (): void => void process.stdout.write(schemaText());
