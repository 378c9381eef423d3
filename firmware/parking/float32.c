#include "float32.h"

#define PI 3.14159274f
#define TWO_PI 6.28318548f
#define HALF_PI 1.57079637f
#define QUARTER_PI 0.785398185f
#define TWO_OVER_PI 0.636619747f
/* pi/2 in three parts; multiples of the first two by small whole numbers are exact. */
#define HALF_PI_HIGH 1.5703125f
#define HALF_PI_MIDDLE 0.000483751297f
#define HALF_PI_LOW 7.54979013e-8f
#define TAN_PI_8 0.414213568f
#define TAN_3_PI_8 2.41421366f

/* From the highest power to the lowest. */
static const float SINE[4] = { 2.75573188e-6f, -0.000198412701f, 0.00833333377f, -0.166666672f };
static const float COSINE[4] = { 2.48015876e-5f, -0.00138888892f, 0.0416666679f, -0.5f };
static const float ARCTANGENT[8] = { 0.0588235296f, -0.0666666701f, 0.0769230798f, -0.0909090936f,
                                     0.111111112f,  -0.142857149f,  0.200000003f,  -0.333333343f };

static float polynomial(const float *coefficients, unsigned count, float z) {
  float sum = coefficients[0];
  for (unsigned i = 1; i < count; i++) sum = sum * z + coefficients[i];
  return sum;
}

static float sine_of_quarter(float angle, int32_t quarters) {
  const float turns = angle * TWO_OVER_PI;
  const int32_t k = (int32_t)(turns < 0.0f ? turns - 0.5f : turns + 0.5f);
  const float n = (float)k;
  const float r = angle - n * HALF_PI_HIGH - n * HALF_PI_MIDDLE - n * HALF_PI_LOW;
  const float z = r * r;
  const int32_t quarter = (k + quarters) & 3;
  const float value = quarter & 1 ? polynomial(COSINE, 4, z) * z + 1.0f : polynomial(SINE, 4, z) * z * r + r;
  return quarter & 2 ? -value : value;
}

float sine(float angle) {
  return sine_of_quarter(angle, 0);
}

float cosine(float angle) {
  return sine_of_quarter(angle, 1);
}

float arctangent(float value) {
  const float x = magnitude(value);
  float offset = 0.0f, rest = x;
  if (x > TAN_3_PI_8) {
    offset = HALF_PI;
    rest = -1.0f / x;
  } else if (x > TAN_PI_8) {
    offset = QUARTER_PI;
    rest = (x - 1.0f) / (x + 1.0f);
  }
  const float z = rest * rest;
  const float angle = offset + (polynomial(ARCTANGENT, 8, z) * z * rest + rest);
  return value < 0.0f ? -angle : angle;
}

float wrapped(float angle) {
  for (unsigned i = 0; i < 8 && angle > PI; i++) angle -= TWO_PI;
  for (unsigned i = 0; i < 8 && angle < -PI; i++) angle += TWO_PI;
  return angle;
}
