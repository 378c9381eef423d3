/** The published JSON Schema, judged by an independent validator: editors will say the same as we do. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkScenario, InputError } from '../../src/index.ts';
import { nodeCatalog } from '../../src/node/catalog.ts';
import { scenarioJsonSchema } from '../../src/scenario/json-schema.ts';
import { projectRoot, scenarioFiles } from '../support/scenario-files.ts';

const SCHEMA = join(projectRoot, 'schema/scenario.schema.json');
const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
const read = (file: string) => parse(readFileSync(join(projectRoot, file), 'utf8'));

describe('the published scenario schema', () => {
  it.each(scenarioFiles())('accepts %s, which names it', (file) => {
    expect(readFileSync(join(projectRoot, file), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/schema\/scenario\.schema\.json/,
    );
    validate(read(file));
    expect(validate.errors).toBeNull();
  });

  it.each<[string, (document: any) => void]>([
    ['an unknown key', (document) => (document.bloks = {})],
    ['an unknown block type', (document) => (document.blocks.vehicle.type = 'vehicle/bike')],
    ['an unknown parameter', (document) => (document.blocks.vehicle.params.wheelbase = 2)],
    ['a parameter out of range', (document) => (document.blocks.vehicle.params.wheelBase = -2)],
    ['a list for a parameter', (document) => (document.blocks.vehicle.params.wheelBase = [1])],
    ['a word for a length', (document) => (document.blocks.vehicle.params.wheelBase = 'long')],
    ['a quantity where there is no unit', (document) => (document.seed = '3 m')],
    ['an unknown parameter of an actuator', (document) => (document.blocks.vehicle.params.driveActuator.lag = 1)],
    [
      'a wire that is lost too often',
      (document) => (document.blocks.vehicle.inputs.twist = { from: 'driver.twist', loss: 2 }),
    ],
    ['an input the block has not', (document) => (document.blocks.vehicle.inputs.twists = 'driver.twist')],
    ['a text for a list', (document) => (document.record = 'all')],
    ['an unknown host', (document) => (document.blocks.driver.host = 'cloud')],
    ['a host without what it needs', (document) => (document.blocks.driver.host = { kind: 'process' })],
    ['an unknown reaction to a loss', (document) => (document.blocks.driver.host = { kind: 'worker', lost: 'cry' })],
    ['an unknown clock', (document) => (document.clock = { kind: 'sundial' })],
    ['a clock that stands still', (document) => (document.clock = { kind: 'paced', speed: 0 })],
    ['a link of no kind', (document) => (document.links = { bus: { kind: 'string' } })],
  ])('refuses %s, as the parser does', (_name, spoil) => {
    const document = read('scenarios/dynamics/bicycle.yaml');
    expect(() => checkScenario(structuredClone(document), nodeCatalog)).not.toThrow();
    spoil(document);
    expect(validate(document)).toBe(false);
    expect(() => checkScenario(document, nodeCatalog)).toThrow(InputError);
  });

  it('takes at most 2.8 kB for each block type', () =>
    expect(statSync(SCHEMA).size).toBeLessThanOrEqual(2800 * nodeCatalog.blocks.size));

  it('has no definition that nothing refers to, and no reference to nothing', () => {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(references)].sort()).toEqual(Object.keys(schema.$defs).sort());
  });

  it('has definitions whose names do not depend on the order of the block types', () => {
    const reversed = scenarioJsonSchema({
      ...nodeCatalog,
      blocks: new Map([...nodeCatalog.blocks].reverse()),
    }) as typeof schema;
    expect(reversed.$defs).toEqual(schema.$defs);
  });
});
