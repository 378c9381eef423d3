/** One hash over all elementary functions at many arguments: engines must agree on every bit. */
import { createHash, foldNumber, hashToHex } from '../../src/math/hash.ts';
import * as math from '../../src/math/index.ts';
import { createStream, gaussian, uniformBetween } from '../../src/math/random.ts';

const ONE_ARGUMENT = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'exp',
  'expm1',
  'log',
  'log1p',
  'log2',
  'log10',
  'sinh',
  'cosh',
  'tanh',
  'cbrt',
] as const;
const TWO_ARGUMENTS = ['atan2', 'pow', 'hypot'] as const;
const POINTS = 2000;
/** Small, ordinary, large and huge arguments. */
const SCALES = [1e-8, 0.1, 1, 10, 1e3, 1e8, 1e300];

export function mathSweepHash(): string {
  const hash = createHash();
  const stream = createStream(1, 'math-sweep');
  for (const scale of SCALES) {
    for (let i = 0; i < POINTS; i++) {
      const x = uniformBetween(stream, -scale, scale);
      const y = gaussian(stream);
      for (const name of ONE_ARGUMENT) foldNumber(hash, math[name](x));
      for (const name of TWO_ARGUMENTS) foldNumber(hash, math[name](x, y));
    }
  }
  return hashToHex(hash);
}
