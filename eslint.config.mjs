import tseslint from 'typescript-eslint';

/** Engines differ in the last bit of these, so the layers that decide results use src/math instead. */
const engineDependent = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'exp',
  'expm1',
  'log',
  'log1p',
  'log2',
  'log10',
  'pow',
  'cbrt',
  'hypot',
  'random',
  'f16round',
  'sumPrecise',
];

const deterministicLayers = [
  'src/math/**',
  'src/msgs/**',
  'src/core/**',
  'src/camera-model/**',
  'src/vehicle/**',
  'src/control/**',
  'src/world/**',
  'src/sensors/**',
  'src/vision/**',
  'src/planning/**',
  'src/twin/**',
  'src/slam/**',
  'src/bus/**',
  'src/inference/**',
];

/** Where `any` is the honest type, and why. Everywhere else it is an error. */
const anyIsAllowed = [
  // erasure: blocks, ports, hosts and messages of all types in one list
  'src/core/**',
  'src/hosts/**',
  'studio/src/panels/panel.ts',
  'studio/src/players/player.ts',
  'studio/src/panels/image/lane-stages.ts',
  'studio/src/scene/pose-source.ts',
  // documents before they are checked
  'src/cli/**',
  'src/scenario/**',
  'src/run/**',
  'src/course/**',
  'src/links/**',
  'src/study/**',
  'scripts/gallery/**',
  'studio/src/editor/**',
  'studio/src/simulation/**',
  'studio/src/panels/editor/editor-session.ts',
  'studio/src/panels/sensors/sensor-inventory.ts',
  'studio/src/scene/*-spec.ts',
  'studio/src/scene/signal-owner.ts',
  // a part of OpenCV without declarations
  'src/vision/calibration/charuco.ts',
  // tests spoil documents and look into states
  '**/*.test.ts',
  'test/**',
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'runs/**', 'src/msgs/generated/**', 'studio/scratch-*/**'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-self-compare': 'off',
    },
  },
  { files: anyIsAllowed, rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  {
    files: [
      '*.mjs',
      '**/*.config.*',
      '**/*.d.ts',
      'examples/**',
      'docs/**',
      'scripts/kill-probe/marking-host.ts',
      'test/hil/bench/**',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: deterministicLayers,
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...engineDependent.map((property) => ({
          object: 'Math',
          property,
          message: 'Engines differ in the last bit: use src/math.',
        })),
        { object: 'Date', property: 'now', message: 'Simulated time only.' },
        { object: 'performance', property: 'now', message: 'Simulated time only.' },
      ],
      'no-restricted-globals': [
        'error',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'performance',
        'Date',
        'window',
        'document',
        'process',
        'Buffer',
        'crypto',
        'fetch',
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*', 'fs', 'path', 'os'], message: 'This layer also runs in a browser.' }] },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "BinaryExpression[operator='**'], AssignmentExpression[operator='**=']",
          message: 'Engines differ in the last bit: use pow of src/math.',
        },
        {
          selector: "VariableDeclarator[id.type='ObjectPattern'][init.name='Math']",
          message: 'Use Math.x, so that the bans are seen.',
        },
        {
          selector: "MemberExpression[object.name='Math'][computed=true]",
          message: 'Use Math.x, so that the bans are seen.',
        },
      ],
    },
  },
);
