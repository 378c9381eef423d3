/* The cruise controller as a node of the bus in scenarios/hil/cruise.dbc.
 *
 *   reads   100  VehicleSpeed   Crc, Counter, Speed [0.005 m/s]       dropped where the checksum is wrong or the counter repeats
 *           110  DriverInput    SetSpeed [0.01 m/s], Enable
 *   sends   0C0  CruiseCommand  Crc, Counter, Throttle, Brake         in every step
 *           300  CruiseStatus   State, Error, SpeedError [0.01 m/s]   every 100 ms
 *
 * Off until both inputs have been heard; Fault, with both pedals released, while one of them is older than its time-out; Standby while
 * the driver has not enabled it; else Active. Whoever leaves Active loses the integral. */
#include "../common/application.h"
#include "../common/crc8.h"
#include "cruise.h"
#include <stddef.h>

enum { CRUISE_COMMAND = 0x0C0, VEHICLE_SPEED = 0x100, DRIVER_INPUT = 0x110, CRUISE_STATUS = 0x300 };
enum { STATUS_PERIOD_US = 100000, COUNTER_MASK = 15, NO_COUNTER = 255 };
enum ecu_state { OFF, STANDBY, ACTIVE, FAULT };
enum ecu_error { NONE, SPEED_CHECKSUM, SPEED_COUNTER, SPEED_TIMEOUT, DRIVER_TIMEOUT };

/* In the order of application_parameters. */
static struct {
  cruise_gains gains;
  float speed_timeout;  /* [s] */
  float driver_timeout; /* [s] */
} parameters = { { 0.3f, 0.05f, 2.0f, 0.05f }, 0.05f, 0.25f };

const char *const application_parameters[] = { "kp", "ki", "brakeRatio", "coastBand", "speedTimeout", "driverTimeout", NULL };

static struct {
  bool has_speed, has_driver, is_enabled;
  float speed, set_speed;                /* [m/s] */
  uint32_t speed_age, driver_age;        /* since the step before the frame came [us] */
  uint8_t speed_counter;
  uint8_t speed_problem;                 /* why the latest speed frame, if it was dropped, was dropped */
  uint8_t command_counter;
  uint32_t since_status;                 /* [us] */
  float integral;
} ecu;

void application_reset(void) {
  ecu.has_speed = ecu.has_driver = ecu.is_enabled = false;
  ecu.speed = ecu.set_speed = ecu.integral = 0.0f;
  ecu.speed_age = ecu.driver_age = 0;
  ecu.speed_counter = NO_COUNTER;
  ecu.speed_problem = SPEED_TIMEOUT;
  ecu.command_counter = 0;
  ecu.since_status = STATUS_PERIOD_US;
}

void application_set_parameter(unsigned index, float value) {
  float *const places[] = {
    &parameters.gains.kp,         &parameters.gains.ki,      &parameters.gains.brake_ratio,
    &parameters.gains.coast_band, &parameters.speed_timeout, &parameters.driver_timeout,
  };
  const bool is_finite = value - value == 0.0f;
  if (index < sizeof places / sizeof *places && is_finite) *places[index] = value;
}

static void receive_speed(const can_frame *frame) {
  const uint8_t counter = frame->data[1] & COUNTER_MASK;
  if (frame->data[0] != crc8_j1850(frame->data + 1, 3)) {
    ecu.speed_problem = SPEED_CHECKSUM;
  } else if (counter == ecu.speed_counter) {
    ecu.speed_problem = SPEED_COUNTER;
  } else {
    ecu.speed = (float)load_i16(frame->data + 2) * 0.005f;
    ecu.speed_counter = counter;
    ecu.speed_problem = SPEED_TIMEOUT;
    ecu.speed_age = 0;
    ecu.has_speed = true;
  }
}

static void receive_driver(const can_frame *frame) {
  ecu.set_speed = (float)load_u16(frame->data) * 0.01f;
  ecu.is_enabled = (frame->data[2] & 1) != 0;
  ecu.driver_age = 0;
  ecu.has_driver = true;
}

void application_receive(const can_frame *frame) {
  if (frame->is_extended || frame->is_remote) return;
  if (frame->id == VEHICLE_SPEED && frame->length == 4) receive_speed(frame);
  if (frame->id == DRIVER_INPUT && frame->length == 3) receive_driver(frame);
}

static uint32_t microseconds(float seconds) {
  const float us = seconds * 1e6f + 0.5f;
  return !(us > 0.0f) ? 0 : us < 4e9f ? (uint32_t)us : 4000000000u;
}

static uint32_t add_saturated(uint32_t a, uint32_t b) {
  return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static enum ecu_error find_error(void) {
  if (ecu.speed_age > microseconds(parameters.speed_timeout)) return (enum ecu_error)ecu.speed_problem;
  return ecu.driver_age > microseconds(parameters.driver_timeout) ? DRIVER_TIMEOUT : NONE;
}

static enum ecu_state find_state(enum ecu_error error) {
  if (!ecu.has_speed || !ecu.has_driver) return OFF;
  if (error != NONE) return FAULT;
  return ecu.is_enabled ? ACTIVE : STANDBY;
}

static void send_command(cruise_pedals pedals) {
  can_frame frame = { .id = CRUISE_COMMAND, .length = 6 };
  frame.data[1] = ecu.command_counter;
  store_u16(frame.data + 2, (uint16_t)(pedals.throttle * 10000.0f + 0.5f));
  store_u16(frame.data + 4, (uint16_t)(pedals.brake * 10000.0f + 0.5f));
  frame.data[0] = crc8_j1850(frame.data + 1, 5);
  ecu.command_counter = (uint8_t)((ecu.command_counter + 1) & COUNTER_MASK);
  can_send(&frame);
}

/* In units of 0.01 m/s, rounded half away from zero. */
static int16_t coded_error(float error) {
  const float scaled = error * 100.0f;
  const float rounded = scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f;
  return (int16_t)(rounded < -32768.0f ? -32768.0f : rounded > 32767.0f ? 32767.0f : rounded);
}

static void send_status(enum ecu_state state, enum ecu_error error, float speed_error) {
  can_frame frame = { .id = CRUISE_STATUS, .length = 4 };
  frame.data[0] = (uint8_t)(state | error << 4);
  store_u16(frame.data + 2, (uint16_t)coded_error(speed_error));
  can_send(&frame);
}

void application_step(uint32_t elapsed_us) {
  ecu.speed_age = add_saturated(ecu.speed_age, elapsed_us);
  ecu.driver_age = add_saturated(ecu.driver_age, elapsed_us);
  const enum ecu_error error = find_error();
  const enum ecu_state state = find_state(error);
  cruise_pedals pedals = { 0.0f, 0.0f };
  float speed_error = 0.0f;
  if (state == ACTIVE) {
    speed_error = ecu.set_speed - ecu.speed;
    pedals = cruise_step(&parameters.gains, &ecu.integral, speed_error, (float)elapsed_us * 1e-6f);
  } else {
    ecu.integral = 0.0f;
  }
  send_command(pedals);
  if (ecu.since_status >= STATUS_PERIOD_US) {
    ecu.since_status -= STATUS_PERIOD_US;
    send_status(state, state == FAULT ? error : NONE, speed_error);
  }
  ecu.since_status = add_saturated(ecu.since_status, elapsed_us);
}
