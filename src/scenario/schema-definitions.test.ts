import { describe, expect, it } from 'vitest';
import { shareDefinitions } from './schema-definitions.ts';

const sentence = (topic: string) =>
  `${topic}, described at such length that it is worth a definition of its own: ${'a'.repeat(80)}`;
const mount = () => ({
  type: 'object',
  description: sentence('where it is mounted'),
  properties: { x: { type: 'number', description: sentence('forward') }, y: { type: 'number', description: 'left' } },
});
const withParams = (properties: object) => ({ type: 'object', properties: { params: { properties } } });

/** The schema with every reference replaced by what it refers to. */
function expanded(value: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => expanded(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, $defs: _definitions, ...rest } = value as Record<string, unknown>;
  if (typeof $ref === 'string') return expanded(definitions[$ref.replace('#/$defs/', '')], definitions);
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, expanded(item, definitions)]));
}

describe('shared definitions of a JSON Schema', () => {
  it('write once what is there twice, named after its key', () => {
    const schema = shareDefinitions({
      properties: { left: withParams({ mount: mount() }), right: { items: mount() } },
    });
    expect(schema).toEqual({
      properties: {
        left: withParams({ mount: { $ref: '#/$defs/right-item' } }),
        right: { items: { $ref: '#/$defs/right-item' } },
      },
      $defs: { 'right-item': mount() },
    });
  });

  it('leave alone what is there once or is small', () => {
    const schema = {
      properties: { a: mount(), b: { type: 'number', description: 'm' }, c: { type: 'number', description: 'm' } },
    };
    expect(shareDefinitions(schema)).toEqual({ ...schema, $defs: {} });
  });

  it('make no definition of a part that only a shared whole has', () => {
    const { $defs } = shareDefinitions({ properties: { left: mount(), right: mount() } });
    expect(Object.keys($defs as object)).toEqual(['left']);
  });

  it('tell equal keys apart by what is above them', () => {
    const gain = (of: string) => ({ type: 'number', description: sentence(of) });
    const pair = (name: string) => withParams({ gain: gain(name), own: { properties: { gain: gain(name) } } });
    const { $defs } = shareDefinitions({ properties: { speed: pair('speed'), steering: pair('steering') } });
    expect(Object.keys($defs as object)).toEqual(['speed.gain', 'steering.gain']);
  });

  it('keep the definitions that are there, and their names', () => {
    const given = { mount: { type: 'string', description: 'another kind of mount' } };
    const { $defs } = shareDefinitions({
      $defs: given,
      properties: {
        left: withParams({ mount: mount() }),
        right: withParams({ mount: mount(), range: { type: 'number' } }),
      },
    });
    expect($defs).toEqual({ ...given, 'left.mount': mount() });
  });

  it('say the same as what was written out', () => {
    const schema = {
      properties: { left: withParams({ mount: mount() }), right: mount() },
      allOf: [
        {
          if: { properties: { type: { const: 'a/b' } } },
          then: { properties: { x: mount().properties.x, z: mount() } },
        },
      ],
    };
    const shared = shareDefinitions(schema);
    expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(schema).length);
    expect(expanded(shared, shared.$defs as Record<string, unknown>)).toEqual(schema);
  });
});
