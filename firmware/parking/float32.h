/* Arithmetic and trigonometry in float32, each operation rounded once: no libm, the same bits on every machine.
 *
 *   sin, cos   x = k pi/2 + r with |r| <= pi/4, then Taylor to r^9 and r^8
 *   atan       two reductions to |x| <= tan(pi/8), then Taylor to x^17
 *
 * src/control/parking/float32.ts has the same operations in the same order. */
#ifndef FLOAT32_H
#define FLOAT32_H

#include <stdbool.h>
#include <stdint.h>

/* One instruction where there is a floating-point unit; build.mjs says that nobody looks at errno. */
static inline float root(float value) {
  return __builtin_sqrtf(value);
}

/* What is no number becomes the lower limit. */
static inline float clamp(float value, float low, float high) {
  return !(value > low) ? low : value < high ? value : high;
}

static inline float magnitude(float value) {
  return value < 0.0f ? -value : value;
}

static inline bool is_finite(float value) {
  return value - value == 0.0f;
}

float sine(float angle);
float cosine(float angle);
float arctangent(float value);

/* Into [-pi, pi], of an angle that is at most a few turns away. */
float wrapped(float angle);

#endif
