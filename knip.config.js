/**
 * What nothing uses: `npx knip` says it, and `npm test` runs it. Entries are what people or other programs start; from
 * there everything else must be reached.
 */
import { commands, entries, programs, sandbox, starter } from './scripts/entries.mjs';

export default {
  entry: [
    ...[...entries, ...programs, commands, starter, sandbox].map(({ source }) => source),
    // bundled or started by their path
    'scripts/*.{mjs,ts}',
    'scripts/gallery/write-gallery.ts',
    'scripts/injection-probe/round-trips.ts',
    'scripts/kill-probe/mark{ing-host.ts,-writer.mjs}',
    'scripts/socketcan-probe/guest.mjs',
    'scripts/mutation/test-runner.mjs',
    'scripts/hil-probe/round-trips.ts',
    'test/hil/bench/*.ts',
    'bench/main.ts',
    'training/pictures/write-pictures.ts',
    'training/evaluation/{main.ts,card.mjs}',
    'src/hosts/fixtures/abandoned-run.ts',
    'src/hosts/fixtures/test-blocks.ts',
    'src/links/ptp/fixtures/follow-master.ts',
    'test/fixtures/**/*.mjs',
    'test/conformance/slcan-client.mjs',
    'test/support/link-process.mjs',
    'test/package/consumer.ts',
    'test/support/browser-runner.ts',
    'studio/vite.config.ts',
    // found by their folder
    'test/fuzz/*.ts',
    'studio/src/main.tsx',
    'studio/src/**/*.worker.ts',
    // what the package and its course show
    'examples/**/*.ts',
    'docs/course/**/*.ts',
  ],
  project: ['{src,studio/src,scripts,bench,test,training,examples,docs}/**/*.{ts,tsx,mjs}'],
  // every message type has all its functions
  ignoreIssues: { 'src/msgs/generated/**': ['exports', 'types'] },
  // loaded with createRequire; supplied by the build, as in `import … from 'asset:uplot.js'`
  ignoreDependencies: ['@techstark/opencv-js', 'asset'],
  // programs of the machine, asked for by the tests that need them
  ignoreBinaries: [
    'sumo',
    'apt-get',
    'cc',
    'check_urdf',
    'ip',
    'mkfifo',
    'mount',
    'qemu-system-x86_64',
    'socat',
    'umount',
  ],
};
