/** Deterministic trigonometry: the same bits in every engine, each function within 1 ulp. See README.md. */
export { acos, asin, atan, atan2 } from './inverse-trig.ts';
export { sin, sinCos, cos } from './sin-cos.ts';
export { tan } from './tangent.ts';
