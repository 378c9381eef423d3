#include "cruise.h"
#include <stdbool.h>

/* What is no number becomes the lower limit. */
static float clamp(float value, float low, float high) {
  return !(value > low) ? low : value < high ? value : high;
}

cruise_pedals cruise_step(const cruise_gains *gains, float *integral, float error, float dt) {
  const float lowest = -gains->brake_ratio;
  const float demand = gains->kp * error + *integral;

  /* the integral, unless it would wind up */
  const bool pushes_out = (demand >= 1.0f && error > 0.0f) || (demand <= lowest && error < 0.0f);
  if (!pushes_out) *integral = clamp(*integral + gains->ki * error * dt, lowest, 1.0f);

  /* which pedal */
  const float u = clamp(demand, lowest, 1.0f);
  const float span = gains->brake_ratio - gains->coast_band;
  cruise_pedals pedals = { 0.0f, 0.0f };
  if (u > 0.0f) pedals.throttle = u;
  else if (u < -gains->coast_band) pedals.brake = clamp((-u - gains->coast_band) / span, 0.0f, 1.0f);
  return pedals;
}
