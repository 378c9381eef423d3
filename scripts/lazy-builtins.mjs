/** For esbuild: Node's own larger modules are loaded at the first use of something in them, and not with the script that imports them. */
const LARGE = ['child_process', 'crypto', 'dgram', 'http', 'net', 'os', 'v8', 'worker_threads', 'zlib'];

export const lazyBuiltins = {
  name: 'lazy-builtins',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^node:(${LARGE.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'lazy-builtin' ? { path, external: true } : { path, namespace: 'lazy-builtin' },
    );
    builder.onLoad({ filter: /.*/, namespace: 'lazy-builtin' }, async ({ path }) => ({ contents: await lazily(path) }));
  },
};

/** A module with the same exports, each of which is looked up when it is asked for. */
async function lazily(path) {
  const names = Object.keys(await import(path)).filter((name) => name !== 'default');
  const getters = names.map((name) => `  get ${name}() { return load().${name}; },`);
  return [
    'let loaded;',
    `const load = () => (loaded ??= require(${JSON.stringify(path)}));`,
    'module.exports = {',
    ...getters,
    '};',
  ].join('\n');
}
