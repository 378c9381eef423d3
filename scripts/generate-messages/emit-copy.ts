import { fullName, type FieldModel, type MessageModel } from './definition-model.ts';

/** `copyX(target, source)`: makes target equal to source, each value forced into its wire type. */
export function emitCopy(model: MessageModel): string[] {
  const { identifier } = model;
  return [
    `export function copy${identifier}(target: ${identifier}, source: ${identifier}): void {`,
    ...model.fields.flatMap((field) => copyField(field, model)),
    '}',
  ];
}

function copyField(field: FieldModel, model: MessageModel): string[] {
  const { name, primitive, message, array, wireType } = field;
  const target = `target.${name}`;
  const source = `source.${name}`;

  if (array === undefined) {
    if (message) return [`  copy${message.identifier}(${target}, ${source});`];
    return [`  ${target} = ${primitive!.normalise(source)};`];
  }
  // frames are immutable once published and pass by reference
  if (array === true && wireType === 'uint8') return [`  ${target} = ${source};`];

  const from = `from_${name}`;
  const to = `to_${name}`;
  const length = array === true ? `${from}.length` : `${array}`;
  const lines = [`  const ${from} = ${source};`];
  if (array !== true) {
    const where = `${fullName(model)}.${name}`;
    lines.push(`  if (${from}.length !== ${array}) wrongLength('${where}', ${array}, ${from}.length);`);
  }

  const loop = `  for (let i = 0; i < ${length}; i++)`;
  if (primitive?.array) {
    const keep = array === true ? `${target}.length === ${from}.length` : `${target}.length === ${array}`;
    const fresh = `(${target} = new ${primitive.array}(${length}))`;
    lines.push(`  const ${to} = ${keep} ? ${target} : ${fresh};`);
    lines.push(`${loop} ${to}[i] = ${primitive.normaliseElement(`${from}[i]`)};`);
    return lines;
  }

  lines.push(`  const ${to} = ${target};`);
  if (message) {
    lines.push(`${loop} {`);
    lines.push(`    if (i === ${to}.length) ${to}.push(create${message.identifier}());`);
    lines.push(`    copy${message.identifier}(${to}[i], ${from}[i]);`, '  }');
  } else {
    lines.push(`${loop} ${to}[i] = ${primitive!.normaliseElement(`${from}[i]`)};`);
  }
  lines.push(`  if (${to}.length > ${length}) ${to}.length = ${length};`);
  return lines;
}
