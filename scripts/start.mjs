/** `npm start`: from a bare clone to a first closed-loop run with a report. */
import { ensureBuild, ensureDependencies, root, run } from './setup.mjs';

ensureDependencies();
ensureBuild();
run(process.execPath, ['bin/skidpad.mjs', 'run', 'scenarios/monosim/mpc.yaml', '--out', 'runs/first', ...process.argv.slice(2)], { cwd: root });
