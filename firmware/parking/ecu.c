/* The parking tracker as a node of the bus in scenarios/apa/parking.dbc.
 *
 *   hears  SPI  odometry, trajectory and digest of the map (messages.h)
 *   sends  180  ParkingLongitudinal  Crc, Counter, Gear, Throttle, Brake, Phase, Reason, Remaining [0.1 m]         all three in every step
 *          181  ParkingLateral       Crc, Counter, SteeringAngle [0.1 mrad], SteeringRate [1 mrad/s], LateralError [0.1 mm]
 *          182  ParkingTime          HostStamp [us] of the newest picture behind this command, SensorAge [us] that it had then, Crc; without a map, of the odometry
 *
 * A trajectory counts once all its parts have come in order. A map whose newest picture is older than mapTimeout stops the car. */
#include "../common/application.h"
#include "../common/crc8.h"
#include "float32.h"
#include "messages.h"
#include "tracking.h"
#include <stddef.h>

enum { LONGITUDINAL = 0x180, LATERAL = 0x181, TIME = 0x182, COUNTER_MASK = 15, MOST_AGE = 0xFFFFF };

/* In the order of application_parameters. */
static tracking_gains gains = {
  .wheel_base = 2.5113f, .max_steering = 0.61f, .steering_rate = 0.6f, .steering_lag = 0.05f, .max_speed = 1.5f,
  .acceleration = 1.0f, .deceleration = 0.8f, .stop_deceleration = 2.5f, .transition = 0.5f, .feedback_length = 0.7f,
  .kp = 3.0f, .ki = 1.0f, .drive_acceleration = 5.5f, .brake_deceleration = 9.7f, .creep_throttle = 0.06f,
  .creep_speed = 1.9f, .hold_brake = 0.5f, .shift_time = 0.3f, .latency = 0.0f, .timeout = 0.2f,
  .off_path = 0.5f, .map_timeout = 1.0f, .law = 0.0f,
};

const char *const application_parameters[] = {
  "wheelBase",         "maxSteering",       "steeringRate",  "steeringLag",    "maxSpeed", "acceleration", "deceleration", "stopDeceleration",
  "transition",        "feedbackLength",    "kp",            "ki",             "driveAcceleration", "brakeDeceleration", "creepThrottle", "creepSpeed",
  "holdBrake",         "shiftTime",         "latency",       "timeout",        "offPath",  "mapTimeout",   "law",          NULL,
};

static tracking state;
static message_reader reader;
static struct {
  tracked_path coming; /* a trajectory whose parts are still coming */
  uint32_t received;   /* points of it that have come */
  uint64_t host_stamp, sensor_stamp, map_stamp, map_host_stamp; /* [us] */
  bool has_map;
  uint8_t counter;
} ecu;

void application_reset(void) {
  tracking_reset(&state);
  reader.count = 0;
  ecu.coming.id = 0;
  ecu.received = 0;
  ecu.host_stamp = ecu.sensor_stamp = ecu.map_stamp = ecu.map_host_stamp = 0;
  ecu.has_map = false;
  ecu.counter = 0;
}

void application_set_parameter(unsigned index, float value) {
  float *const places[] = {
    &gains.wheel_base, &gains.max_steering, &gains.steering_rate, &gains.steering_lag, &gains.max_speed, &gains.acceleration,
    &gains.deceleration, &gains.stop_deceleration, &gains.transition, &gains.feedback_length, &gains.kp, &gains.ki,
    &gains.drive_acceleration, &gains.brake_deceleration, &gains.creep_throttle, &gains.creep_speed, &gains.hold_brake, &gains.shift_time,
    &gains.latency, &gains.timeout, &gains.off_path, &gains.map_timeout, &gains.law,
  };
  if (index < sizeof places / sizeof *places && is_finite(value)) *places[index] = value;
}

/* Nothing that it hears on the bus concerns it. */
void application_receive(const can_frame *frame) {
  (void)frame;
}

static uint64_t load_u64(const uint8_t *at) {
  return load_u32(at) | (uint64_t)load_u32(at + 4) << 32;
}

static bool are_finite(const uint8_t *at, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (!is_finite(load_f32(at + 4 * i))) return false;
  return true;
}

/* Between the stamps of host and sensor [us]. */
static uint32_t age_between(uint64_t host_stamp, uint64_t sensor_stamp) {
  if (host_stamp <= sensor_stamp) return 0;
  const uint64_t age = host_stamp - sensor_stamp;
  return age < MOST_AGE ? (uint32_t)age : MOST_AGE;
}

static void receive_odometry(const uint8_t *data) {
  if (!are_finite(data + 16, 5)) return;
  ecu.sensor_stamp = load_u64(data);
  ecu.host_stamp = load_u64(data + 8);
  state.measured = (car_motion){ load_f32(data + 16), load_f32(data + 20), load_f32(data + 24), load_f32(data + 28) };
  state.age = age_between(ecu.host_stamp, ecu.sensor_stamp);
  state.is_new = state.has_come = true;
  state.is_held = (data[36] & 1) != 0;
}

static void copy_point(tracked_path *to, const tracked_path *from, int32_t i) {
  to->x[i] = from->x[i];
  to->y[i] = from->y[i];
  to->yaw[i] = from->yaw[i];
  to->curvature[i] = from->curvature[i];
  to->speed[i] = from->speed[i];
}

static void take_whole(uint32_t total) {
  state.path.id = ecu.coming.id;
  state.path.count = total <= MOST_POINTS ? (int32_t)total : 0;
  for (int32_t i = 0; i < state.path.count; i++) copy_point(&state.path, &ecu.coming, i);
  tracking_take_path(&state);
}

static void read_point(tracked_path *path, uint32_t i, const uint8_t *at) {
  path->x[i] = load_f32(at);
  path->y[i] = load_f32(at + 4);
  path->yaw[i] = load_f32(at + 8);
  path->curvature[i] = load_f32(at + 12);
  path->speed[i] = load_f32(at + 16);
}

static void receive_part(const uint8_t *data, unsigned length) {
  const uint32_t id = load_u32(data);
  const uint32_t total = load_u16(data + 4), first = load_u16(data + 6), count = data[8];
  if (!state.has_come || id == state.path.id || length != TRAJECTORY_HEAD + count * POINT_LENGTH) return;
  if (first == 0) ecu.received = 0;
  else if (id != ecu.coming.id || first != ecu.received) return;
  ecu.coming.id = id;
  if (first + count > total || !are_finite(data + TRAJECTORY_HEAD, 5 * count)) return;
  for (uint32_t i = 0; i < count && first + i < MOST_POINTS; i++)
    read_point(&ecu.coming, first + i, data + TRAJECTORY_HEAD + i * POINT_LENGTH);
  ecu.received = first + count;
  if (ecu.received == total) take_whole(total);
}

static void receive_message(void) {
  const uint8_t type = reader.bytes[1], length = reader.bytes[3];
  const uint8_t *data = reader.bytes + MESSAGE_HEAD;
  if (type == ODOMETRY && length == ODOMETRY_LENGTH) receive_odometry(data);
  if (type == TRAJECTORY && length >= TRAJECTORY_HEAD) receive_part(data, length);
  if (type == MAP && length == MAP_LENGTH) {
    ecu.map_stamp = load_u64(data);
    ecu.map_host_stamp = load_u64(data + 8);
    ecu.has_map = true;
  }
}

void application_receive_bytes(const uint8_t *bytes, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (message_hear(&reader, bytes[i])) receive_message();
}

/* Rounded half away from zero, within 16 bits. */
static uint16_t coded(float value, float scale) {
  const float scaled = value * scale;
  const float rounded = scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f;
  return (uint16_t)(int16_t)(rounded < -32768.0f ? -32768.0f : rounded > 32767.0f ? 32767.0f : rounded);
}

static void send_longitudinal(void) {
  can_frame frame = { .id = LONGITUDINAL, .length = 8 };
  const float remaining = state.remaining * 10.0f;
  frame.data[1] = (uint8_t)(ecu.counter | state.gear << 4);
  store_u16(frame.data + 2, coded(state.pedals.throttle, 10000.0f));
  store_u16(frame.data + 4, coded(state.pedals.brake, 10000.0f));
  frame.data[6] = (uint8_t)(state.phase | state.reason << 4);
  frame.data[7] = !(remaining > 0.0f) ? 0 : remaining < 255.0f ? (uint8_t)remaining : 255;
  frame.data[0] = crc8_j1850(frame.data + 1, 7);
  can_send(&frame);
}

static void send_lateral(float steering_before, uint32_t elapsed_us) {
  can_frame frame = { .id = LATERAL, .length = 8 };
  const float dt = (float)elapsed_us * 1e-6f;
  frame.data[1] = ecu.counter;
  store_u16(frame.data + 2, coded(state.steering, 10000.0f));
  store_u16(frame.data + 4, dt > 0.0f ? coded((state.steering - steering_before) / dt, 1000.0f) : 0);
  store_u16(frame.data + 6, coded(state.place.lateral, 10000.0f));
  frame.data[0] = crc8_j1850(frame.data + 1, 7);
  can_send(&frame);
}

/* 36 bits of the host's stamp, 20 of the age, 8 of the checksum. */
static void send_time(void) {
  can_frame frame = { .id = TIME, .length = 8 };
  const uint64_t host_stamp = ecu.has_map ? ecu.map_host_stamp : ecu.host_stamp;
  const uint32_t age = age_between(host_stamp, ecu.has_map ? ecu.map_stamp : ecu.sensor_stamp);
  store_u32(frame.data, (uint32_t)host_stamp);
  frame.data[4] = (uint8_t)((host_stamp >> 32 & 15) | (age & 15) << 4);
  store_u16(frame.data + 5, (uint16_t)(age >> 4));
  frame.data[7] = crc8_j1850(frame.data, 7);
  can_send(&frame);
}

void application_step(uint32_t elapsed_us) {
  const float steering_before = state.steering;
  state.is_blind = ecu.has_map && ecu.host_stamp > ecu.map_stamp + microseconds(gains.map_timeout);
  tracking_step(&gains, &state, elapsed_us);
  send_longitudinal();
  send_lateral(steering_before, elapsed_us);
  send_time();
  ecu.counter = (uint8_t)((ecu.counter + 1) & COUNTER_MASK);
}
