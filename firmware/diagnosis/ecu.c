/* An ECU that can be asked what ails it: a diagnostic server over ISO-TP.
 *
 *   reads   7E0  requests to it        7DF  requests to all        100  VehicleSpeed of scenarios/hil/cruise.dbc
 *   sends   7E8  answers
 *
 * A speed that has been absent for half a second is fault U0122; one with a wrong checksum is fault U0415, until a right one comes. */
#include "../common/application.h"
#include "../common/crc8.h"
#include "isotp.h"
#include "uds.h"
#include <stddef.h>

enum { REQUEST = 0x7E0, REQUEST_TO_ALL = 0x7DF, ANSWER = 0x7E8, VEHICLE_SPEED = 0x100 };
enum { SPEED_TIME_OUT_US = 500000, LONGEST_STEP_US = 10000000 };

const char *const application_parameters[] = { NULL };

static isotp tester;
static uint32_t speed_age; /* [us] */

static void restart(void) {
  isotp_reset(&tester);
  speed_age = 0;
}

void application_reset(void) {
  uds_power_up();
  restart();
}

void application_set_parameter(unsigned index, float value) {
  (void)index;
  (void)value;
}

void isotp_send_frame(const uint8_t *data) {
  can_frame frame = { .id = ANSWER, .length = 8 };
  for (unsigned i = 0; i < 8; i++) frame.data[i] = data[i];
  can_send(&frame);
}

static void receive_speed(const can_frame *frame) {
  const bool is_right = frame->data[0] == crc8_j1850(frame->data + 1, 3);
  uds_note_fault(WRONG_SPEED, !is_right);
  if (!is_right) return;
  uds_set_speed(load_i16(frame->data + 2));
  speed_age = 0;
}

/* A request that comes while an answer is on its way is not heard. */
static void answer(bool is_functional) {
  static uint8_t bytes[UDS_LONGEST_ANSWER];
  if (isotp_is_sending(&tester)) return;
  const uint32_t length = uds_answer(tester.received, tester.count, is_functional, bytes);
  if (length > 0) isotp_send(&tester, bytes, length);
}

void application_receive(const can_frame *frame) {
  if (frame->is_extended || frame->is_remote) return;
  if (frame->id == VEHICLE_SPEED && frame->length == 4) receive_speed(frame);
  else if (frame->id == REQUEST && isotp_receive(&tester, frame->data, frame->length)) answer(false);
  /* what is said to all fits into a single frame */
  else if (frame->id == REQUEST_TO_ALL && frame->data[0] >> 4 == 0 && isotp_receive(&tester, frame->data, frame->length)) answer(true);
}

void application_step(uint32_t elapsed_us) {
  if (elapsed_us > LONGEST_STEP_US) elapsed_us = LONGEST_STEP_US;
  speed_age += elapsed_us;
  if (speed_age > 2 * SPEED_TIME_OUT_US) speed_age = 2 * SPEED_TIME_OUT_US;
  uds_note_fault(NO_SPEED, speed_age > SPEED_TIME_OUT_US);
  uds_step(elapsed_us);
  isotp_step(&tester, elapsed_us);
  if (uds_is_reset_wanted() && !isotp_is_sending(&tester)) {
    uds_restart();
    restart();
  }
}
