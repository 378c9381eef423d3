import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../test/support/scenario-files.ts';
import { projectFiles, projectPaths } from './project-files.ts';

describe('the files of the studio', () => {
  it('are those of the project, networks to the bit', async () => {
    expect(projectPaths()).toContain('scenarios/apa/perpendicular.yaml');
    const path = projectFiles.resolve('scenarios/apa/perpendicular.yaml', '../../networks/surround.net');
    const bytes = await projectFiles.bytes(path);
    expect(Buffer.from(bytes).equals(readFileSync(join(projectRoot, path)))).toBe(true);
  });

  it('say which one is not there', async () => {
    await expect(projectFiles.bytes('networks/nothing.net')).rejects.toThrow(/there is no such file/);
  });
});
