#include "law.h"
#include "float32.h"

#define SPACING 0.1f      /* between two places that are looked at [m] */
#define CRAWL 0.1f        /* what a planned speed is at least [m/s] */
#define FINAL_CRAWL 0.04f /* what the speed before a stop is at least [m/s] */
#define FINAL_TIME 0.3f   /* time constant of the end of a stop [s] */
#define RATE_SHARE 0.8f   /* part of the steering's rate that the plan uses */
#define SHORTEST 0.02f    /* a window shorter than this has no mean [m] */
#define NO_TURN 1e-4f     /* a smaller turn costs no speed [rad] */
#define FEED_TIME 0.1f    /* over which the acceleration of the profile is found [s] */
enum { SAMPLES = 32 };

/* Curvature to steer by: that of the path averaged over a window. */
static float ramped_curvature(const tracked_path *path, float width, float at, int32_t hint) {
  const float half = width * 0.5f;
  const float begin = path->along[path->first];
  const float end = path->along[path->last];
  const float from = clamp(at - half, begin, end);
  const float to = clamp(at + half, begin, end);
  const float span = to - from;
  if (span < SHORTEST) return path_curvature_at(path, path_edge_at(path, at, hint), at);
  const float before = path_yaw_at(path, path_edge_at(path, from, hint), from);
  const float after = path_yaw_at(path, path_edge_at(path, to, hint), to);
  return wrapped(after - before) * path->direction / span;
}

static float stopping_speed(float deceleration, float remaining) {
  if (remaining <= 0.0f) return 0.0f;
  const float scale = deceleration * FINAL_TIME;
  const float speed = scale * (root(2.0f * remaining / (scale * FINAL_TIME) + 1.0f) - 1.0f);
  return speed > FINAL_CRAWL ? speed : FINAL_CRAWL;
}

static float profiled_speed(const tracking_gains *gains, const tracked_path *path, float along, int32_t edge) {
  const float end = path->along[path->last];
  const float most = gains->steering_rate * RATE_SHARE * SPACING;
  float least = stopping_speed(gains->deceleration, end - along);
  int32_t hint = edge;
  float angle = arctangent(gains->wheel_base * ramped_curvature(path, gains->transition, along, hint));
  for (int32_t n = 0; n < SAMPLES; n++) {
    const float ahead = (float)n * SPACING;
    const float at = along + ahead;
    if (n > 0 && at > end) break;
    hint = path_edge_at(path, at, hint);
    float speed = clamp(path_speed_at(path, hint, at), CRAWL, gains->max_speed);
    const float next_angle = arctangent(gains->wheel_base * ramped_curvature(path, gains->transition, at + SPACING, hint));
    const float turn = magnitude(next_angle - angle);
    if (turn > NO_TURN && speed * turn > most) speed = most / turn;
    angle = next_angle;
    const float allowed = root(speed * speed + 2.0f * gains->deceleration * ahead);
    if (allowed < least) least = allowed;
  }
  return least;
}

float wanted_steering(const tracking_gains *gains, const tracked_path *path, const path_place *place, const car_motion *motion, float dt) {
  if (is_published(gains)) {
    const int32_t edge = path_edge_at(path, place->along, place->edge);
    const float angle = arctangent(gains->wheel_base * path_curvature_at(path, edge, place->along));
    return clamp(angle, -gains->max_steering, gains->max_steering);
  }
  const float lead = magnitude(motion->speed) * (gains->steering_lag + dt * 0.5f);
  const float planned = ramped_curvature(path, gains->transition, place->along + lead, place->edge);
  const float sideways = path->direction * sine(wrapped(motion->yaw - place->yaw));
  const float length = gains->feedback_length;
  const float feedback = (place->lateral / length + 2.0f * sideways) / length;
  const float angle = arctangent(gains->wheel_base * (planned - feedback));
  return clamp(angle, -gains->max_steering, gains->max_steering);
}

speed_wish wanted_speed(const tracking_gains *gains, const tracked_path *path, const path_place *place, float speed) {
  speed_wish wish = { 0.0f, 0.0f };
  if (is_published(gains)) {
    wish.wanted = clamp(path_speed_at(path, place->edge, place->along), CRAWL, gains->max_speed);
    return wish;
  }
  wish.wanted = profiled_speed(gains, path, place->along, place->edge);
  const float ahead = place->along + (speed > 0.0f ? speed : 0.0f) * FEED_TIME;
  wish.feed = (profiled_speed(gains, path, ahead, path_edge_at(path, ahead, place->edge)) - wish.wanted) / FEED_TIME;
  return wish;
}

float wanted_acceleration(const tracking_gains *gains, float *integral, speed_wish wish, float speed, float dt) {
  const float lowest = -2.0f * gains->deceleration;
  const float highest = gains->acceleration;
  const float error = wish.wanted - speed;
  const float demand = clamp(wish.feed, lowest, highest) + gains->kp * error + *integral;
  const bool pushes_out = (demand >= highest && error > 0.0f) || (demand <= lowest && error < 0.0f);
  if (!pushes_out) *integral = clamp(*integral + gains->ki * error * dt, lowest, highest);
  return clamp(demand, lowest, highest);
}

float idling(const tracking_gains *gains, float speed) {
  const float left = 1.0f - magnitude(speed) / gains->creep_speed;
  return left > 0.0f ? gains->creep_throttle * gains->drive_acceleration * left : 0.0f;
}

pedal_pair press_pedals(const tracking_gains *gains, float wanted, float idle) {
  pedal_pair pedals = { 0.0f, 0.0f };
  if (wanted > idle) pedals.throttle = clamp(wanted / gains->drive_acceleration, 0.0f, 1.0f);
  else pedals.brake = clamp((idle - wanted) / gains->brake_deceleration, 0.0f, 1.0f);
  return pedals;
}
