#!/usr/bin/env node
// In a clone, builds first when the sources have changed; in an installed package there is nothing to build.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src', import.meta.url))) {
  const { ensureBuild, ensureDependencies, isBuildCurrent } = await import('../scripts/setup.mjs');
  if (!isBuildCurrent()) {
    ensureDependencies();
    ensureBuild();
  }
}
await import('../dist/cli.js');
