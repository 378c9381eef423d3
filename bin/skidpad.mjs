#!/usr/bin/env node
// In a clone, builds first when the sources have changed; in an installed package there is nothing to build.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src', import.meta.url))) {
  const { isBuildCurrent } = await import('../scripts/build-state.mjs');
  if (!isBuildCurrent()) {
    const { ensureBuild, ensureDependencies } = await import('../scripts/setup.mjs');
    ensureDependencies();
    ensureBuild();
  }
}
try {
  await import('../dist/cli.js');
} catch (error) {
  // no file handle left, no permission: what the system says is one sentence
  if (error.syscall === undefined && error.errno === undefined) throw error;
  console.error(`skidpad: cannot start: ${error.message}`);
  process.exitCode = 2;
}
