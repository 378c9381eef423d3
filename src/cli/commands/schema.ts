/** `skidpad schema`: the JSON Schema of scenario files. */
import { blocks, catalog } from '../../catalog.ts';
import { scenarioJsonSchema } from '../../scenario/json-schema.ts';

export const schemaText = (): string => `${JSON.stringify(scenarioJsonSchema(blocks, catalog.world), null, 2)}\n`;

export const schema = (): void => void process.stdout.write(schemaText());
