#include "tracking.h"
#include "float32.h"

#define STILL 0.01f     /* slower than this it stands [m/s] */
#define STEERED 0.01f   /* nearer than this the steering is where it is wanted [rad] */
#define STOP_BAND 0.001f /* way before the end at which the brakes are pressed, beside what it takes to stop [m] */
enum { RECOVERY_US = 1000000 };

static uint32_t add_time(uint32_t a, uint32_t b) {
  return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

uint32_t microseconds(float seconds) {
  const float us = seconds * 1e6f + 0.5f;
  return !(us > 0.0f) ? 0 : us < 4e9f ? (uint32_t)us : 4000000000u;
}

void tracking_reset(tracking *state) {
  *state = (tracking){ .gear = NEUTRAL };
  state->path.direction = 1.0f;
}

void tracking_take_path(tracking *state) {
  tracked_path *path = &state->path;
  state->has_run = path_begin(path);
  state->reason = NO_REASON;
  state->remaining = 0.0f;
  if (!state->has_run) {
    state->phase = IDLE;
    return;
  }
  path_find_first(path, state->measured.x, state->measured.y, &state->place);
  const bool is_moving_along = state->motion.speed * path->direction > STILL;
  if (state->phase != DRIVING || !is_moving_along) state->phase = STOPPING;
}

static bool is_still(const tracking *state) {
  return magnitude(state->motion.speed) < STILL && magnitude(state->measured.speed) < STILL;
}

/* Ages, and where the car will be. */
static void listen(const tracking_gains *gains, tracking *state, uint32_t elapsed) {
  sent_commands *sent = &state->sent;
  sent->lasted[sent->head] = add_time(sent->lasted[sent->head], elapsed);
  state->silence = state->is_new ? 0 : add_time(state->silence, elapsed);
  state->heard = state->silence > microseconds(gains->timeout) ? 0 : add_time(state->heard, elapsed);
  if (!state->is_new) state->age = add_time(state->age, elapsed);
  state->is_new = false;
  state->motion = state->measured;
  if (!is_published(gains)) predict(sent, &state->motion, add_time(state->age, microseconds(gains->latency)), gains->wheel_base);
}

/* Where that is on the run, or on the last one. */
static void locate(tracking *state) {
  const tracked_path *path = &state->path;
  if (path->last <= path->first) return;
  path_find(path, state->motion.x, state->motion.y, &state->place);
  path_describe(path, state->motion.x, state->motion.y, &state->place);
  state->remaining = path->along[path->last] - state->place.along;
}

static void stop_safely(tracking *state, uint8_t reason) {
  state->phase = SAFE_STOP;
  state->reason = reason;
}

/* What comes after a standstill. */
static void go_on(tracking *state) {
  const bool may_see = !state->is_blind && state->heard >= RECOVERY_US && state->reason != OFF_PATH;
  const bool has_news = state->phase == SAFE_STOP && may_see;
  if (state->phase == STOPPING) state->phase = state->has_run ? STANDING : ARRIVED;
  else if (state->phase == HELD || has_news) {
    state->phase = STANDING;
    state->reason = NO_REASON;
  }
}

/* What it is about from now on. */
static void decide(const tracking_gains *gains, tracking *state) {
  const bool is_under_way = state->phase == DRIVING || state->phase == STANDING || state->phase == HELD;
  if (is_under_way && (!state->has_come || state->silence > microseconds(gains->timeout))) stop_safely(state, NO_NEWS);
  else if (is_under_way && state->is_blind) stop_safely(state, NO_PICTURES);
  else if (is_under_way && !is_published(gains) && magnitude(state->place.lateral) > gains->off_path) stop_safely(state, OFF_PATH);
  else if (is_under_way && state->is_held) {
    state->phase = HELD;
    state->reason = IN_THE_WAY;
  } else if (is_still(state)) go_on(state);
}

/* Gear and steering, before it drives. */
static void prepare(const tracking_gains *gains, tracking *state) {
  const uint8_t gear = state->path.direction > 0.0f ? FORWARD : REVERSE;
  if (state->gear != gear) {
    state->gear = gear;
    state->stood = 0;
  }
  state->integral = 0.0f;
  const float wanted = wanted_steering(gains, &state->path, &state->place, &state->motion, 0.0f);
  const bool is_steered = is_published(gains) || magnitude(wanted - state->road_wheels) < STEERED;
  if (is_steered && state->stood >= microseconds(gains->shift_time)) state->phase = DRIVING;
}

/* From the end at which the brakes are pressed; as published, at the end itself [m]. */
static float stopping_way(const tracking_gains *gains, float speed, float dt) {
  if (is_published(gains)) return 0.0f;
  const float brake = gains->hold_brake * gains->brake_deceleration;
  return speed * speed / (2.0f * brake) + speed * dt * 0.5f + STOP_BAND;
}

/* Brakes: hard at the end of a run, else with stop_deceleration, and holds the car that stands. */
static void stand(const tracking_gains *gains, tracking *state) {
  state->integral = 0.0f;
  state->pedals = (pedal_pair){ 0.0f, gains->hold_brake };
  const bool is_gentle = state->phase != STOPPING && state->phase != STANDING;
  if (is_gentle && !is_still(state)) state->pedals = press_pedals(gains, -gains->stop_deceleration, idling(gains, state->motion.speed));
}

static void drive(const tracking_gains *gains, tracking *state, float dt) {
  tracked_path *path = &state->path;
  const float speed = state->motion.speed * path->direction;
  if (state->remaining <= stopping_way(gains, speed, dt)) {
    state->phase = STOPPING;
    state->has_run = path_next_run(path);
    if (state->has_run) state->place.edge = path->first;
    stand(gains, state);
    return;
  }
  const speed_wish wish = wanted_speed(gains, path, &state->place, speed);
  const float wanted = wanted_acceleration(gains, &state->integral, wish, speed, dt);
  state->pedals = press_pedals(gains, wanted, idling(gains, speed));
}

/* Turns the wheel along the run, as fast as it can; where there is none, and where a standing car need not, it stays. */
static void steer(const tracking_gains *gains, tracking *state, float dt) {
  const bool is_following = state->phase != IDLE && state->phase != ARRIVED && state->phase != STOPPING;
  if (!is_following || !state->has_run) return;
  if (state->phase != STANDING && is_still(state) && state->phase != DRIVING) return;
  const float wanted = wanted_steering(gains, &state->path, &state->place, &state->motion, dt);
  const float most = gains->steering_rate * dt;
  state->steering = is_published(gains) ? wanted : state->steering + clamp(wanted - state->steering, -most, most);
}

/* Remembers what this command leads to. */
static void enter(const tracking_gains *gains, tracking *state, float dt) {
  const float direction = state->gear == REVERSE ? -1.0f : state->gear == FORWARD ? 1.0f : 0.0f;
  const float before = state->road_wheels;
  state->road_wheels = steered_to(gains->steering_rate, gains->steering_lag, before, state->steering, dt);
  const float idle = idling(gains, state->motion.speed);
  const float driven = state->pedals.throttle * gains->drive_acceleration;
  const float push = direction * (driven > idle ? driven : idle);
  enter_command(&state->sent, (before + state->road_wheels) * 0.5f, push, state->pedals.brake * gains->brake_deceleration);
}

void tracking_step(const tracking_gains *gains, tracking *state, uint32_t elapsed) {
  const float dt = (float)elapsed * 1e-6f;
  listen(gains, state, elapsed);
  locate(state);
  decide(gains, state);
  state->stood = is_still(state) ? add_time(state->stood, elapsed) : 0;
  if (state->phase == STANDING) prepare(gains, state);
  if (state->phase == DRIVING) drive(gains, state, dt);
  else stand(gains, state);
  steer(gains, state, dt);
  enter(gains, state, dt);
}
