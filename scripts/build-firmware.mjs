/** `npm run firmware`: every application of firmware/ for everything that this machine has a compiler for. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildFirmware, targets } from '../firmware/build.mjs';
import { root } from './build-state.mjs';

/** Folders that have no application in them. */
const PARTS = ['build', 'common', 'here', 'mps2'];

const applications = readdirSync(join(root, 'firmware'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !PARTS.includes(entry.name))
  .map(({ name }) => name);

for (const application of applications) {
  for (const target of Object.keys(targets)) {
    try {
      console.log(buildFirmware(application, target));
    } catch (error) {
      console.error(`skidpad: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
