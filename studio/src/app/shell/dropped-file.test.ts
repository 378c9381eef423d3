import { expect, it } from 'vitest';
import { kindOfFile } from './dropped-file.ts';

it('tells recordings, scenarios and controllers by the end of their names', () => {
  expect(['run.mcap', 'A.YAML', 'b.yml', 'my.controller.ts', 'x.mts'].map(kindOfFile)).toEqual([
    'recording',
    'scenario',
    'scenario',
    'controller',
    'controller',
  ]);
  expect(['notes.txt', 'mcap', 'archive.mcap.gz', ''].map(kindOfFile)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
