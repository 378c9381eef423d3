/** `skidpad blocks`: what block types there are, and the parameters and ports of one. */
import { blocks as allBlocks, catalog } from '../../catalog.ts';
import type { AnyBlock } from '../../core/block.ts';
import { portType } from '../../core/block.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { toJsonSchema } from '../../scenario/json-schema.ts';
import type { Fields, Schema } from '../../core/schema.ts';
import { group } from '../../core/schema.ts';
import { formatTable } from '../table.ts';

export function blocks(type: string | undefined, options: { json?: boolean }): void {
  if (type === undefined) {
    if (options.json) return void console.log(JSON.stringify(allBlocks.map(describe), null, 2));
    return void console.log(
      formatTable(
        ['type', 'what it does'],
        allBlocks.map((block) => [block.type, block.doc]),
      ),
    );
  }
  const block = catalog.blocks.get(type);
  if (block === undefined)
    throw new InputError('', `unknown block type ${quote(type)}${suggestion(type, catalog.blocks.keys())}`);
  if (options.json) return void console.log(JSON.stringify(describe(block), null, 2));
  console.log(`${block.type}: ${block.doc}\n`);
  const ports = portRows(block);
  if (ports.length > 0) console.log(`${formatTable(['port', 'direction', 'message'], ports)}\n`);
  const params = paramRows(block.params, '');
  if (params.length > 0) console.log(formatTable(['parameter', 'default', 'unit', 'meaning'], params));
}

const describe = (block: AnyBlock) => ({
  type: block.type,
  doc: block.doc,
  plant: block.plant === true,
  defaultPeriod: block.defaultPeriod,
  ports: portRows(block).map(([name, direction, message]) => ({ name, direction, message })),
  params: toJsonSchema(group(block.params, block.doc)),
});

const portRows = (block: AnyBlock): string[][] => [
  ...Object.entries(block.inputs).map(([name, port]) => [
    name,
    'optional' in port ? 'input, optional' : 'map' in port ? 'inputs' : 'input',
    messageName(port),
  ]),
  ...Object.entries(block.outputs).map(([name, port]) => [
    name,
    'occasional' in port ? 'output, occasional' : 'map' in port ? 'outputs' : 'output',
    messageName(port),
  ]),
];

const messageName = (port: AnyBlock['inputs'][string] | AnyBlock['outputs'][string]): string =>
  'map' in port ? 'as the parameters say' : portType(port).name;

function paramRows(fields: Fields, prefix: string): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = prefix + name;
    if (field.kind === 'group') return paramRows(field.fields, `${path}.`);
    if (field.kind === 'list' && field.items.kind === 'group')
      return [[path, '', '', field.doc], ...paramRows(field.items.fields, `${path}[].`)];
    return [[path, fallbackText(field), 'unit' in field ? field.unit : '', field.doc]];
  });
}

function fallbackText(field: Schema): string {
  if (!('fallback' in field) || field.fallback === undefined) return field.kind === 'optional' ? '' : 'required';
  return typeof field.fallback === 'function' ? 'derived' : JSON.stringify(field.fallback);
}
