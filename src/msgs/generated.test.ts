import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../scripts/generate-messages.ts';
import { findMessageType } from './message-catalog.ts';
import { unitEntries } from './units.ts';

describe('the generated files', () => {
  const files = generate();

  it.each([...files])('%s is what the generator writes today', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('are all there is in their folder', () => {
    const folder = 'src/msgs/generated';
    expect(new Set(readdirSync(folder).map((name) => join(folder, name)))).toEqual(new Set(files.keys()));
  });
});

describe('the unit table', () => {
  it.each(unitEntries())('names a field that exists: %s %s', (message, field) => {
    expect(findMessageType(message).fields.map(({ name }) => name)).toContain(field);
  });
});
