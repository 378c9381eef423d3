#include "bench.h"
#include "application.h"

enum { RELEASE = 0x1FFFFFF0, DONE = 0x1FFFFFF1, PARAMETER = 0x1FFFFFF2, START = 0x1FFFFFF3, BYTES = 0x1FFFFFF4 };
#define STARTED 0xFFFFFFFFu

static bool is_answered;

__attribute__((weak)) void application_receive_bytes(const uint8_t *bytes, unsigned count) {
  (void)bytes;
  (void)count;
}

void bench_reset(void) {
  is_answered = false;
  application_reset();
}

static void send_done(uint32_t activation) {
  can_frame frame = { .id = DONE, .is_extended = true, .length = 4 };
  store_u32(frame.data, activation);
  can_send(&frame);
}

static void release(const can_frame *frame) {
  application_step(load_u32(frame->data + 4));
  send_done(load_u32(frame->data));
}

static void start(const can_frame *frame) {
  application_reset();
  is_answered = frame->data[0] == 1;
  send_done(STARTED);
}

void bench_receive(const can_frame *frame) {
  if (!frame->is_extended || frame->is_remote) application_receive(frame);
  else if (frame->id == RELEASE && frame->length == 8) release(frame);
  else if (frame->id == PARAMETER && frame->length == 8) application_set_parameter(frame->data[0], load_f32(frame->data + 4));
  else if (frame->id == BYTES) application_receive_bytes(frame->data, frame->length);
  else if (frame->id == START && frame->length >= 1) start(frame);
  else application_receive(frame);
}

void bench_tick(uint32_t elapsed_us) {
  if (!is_answered) application_step(elapsed_us);
}
