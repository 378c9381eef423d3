/** `npm start`: from a bare clone to the studio in a browser. */
import { ensureBuild, ensureDependencies, ensureStudio, root, run } from './setup.mjs';

ensureDependencies();
ensureBuild();
ensureStudio();
run(process.execPath, ['bin/skidpad.mjs', 'studio', ...process.argv.slice(2)], { cwd: root });
