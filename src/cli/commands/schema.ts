/** `skidpad schema`: the JSON Schema of scenario files. */
import { blocks, catalog } from '../../catalog.ts';
import { formatJson, scenarioJsonSchema } from '../../core/json-schema.ts';

export const schemaText = (): string => `${formatJson(scenarioJsonSchema(blocks, catalog.world))}\n`;

export const schema = (): void => void process.stdout.write(schemaText());
