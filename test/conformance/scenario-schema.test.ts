/** The published JSON Schema, judged by an independent validator: editors will say the same as we do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot, scenarioFiles } from '../support/scenario-files.ts';

const schema = JSON.parse(readFileSync(join(projectRoot, 'schema/scenario.schema.json'), 'utf8'));
const validate = new Ajv({ allErrors: true }).compile(schema);
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
    ['an input the block has not', (document) => (document.blocks.vehicle.inputs.twists = 'driver.twist')],
    ['a text for a list', (document) => (document.record = 'all')],
  ])('refuses %s', (_name, spoil) => {
    const document = read('scenarios/dynamics/bicycle.yaml');
    spoil(document);
    expect(validate(document)).toBe(false);
  });
});
