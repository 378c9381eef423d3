#include "isotp.h"

enum { BLOCK_SIZE = 8, SEPARATION_CODE = 0, TIME_OUT_US = 1000000, MOST_WAITS = 8, MOST_PER_STEP = 16, PADDING = 0xCC, ALL = -1 };
enum { IDLE, BEGUN, WAITING, SENDING };
enum { NO_FLOW, GO_ON, TOO_LONG };

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

void isotp_reset(isotp *link) {
  link->count = link->expected = 0;
  link->flow = NO_FLOW;
  link->phase = IDLE;
}

static bool receive_single(isotp *link, const uint8_t *data, unsigned length) {
  const unsigned count = data[0] & 15u;
  if (count < 1 || count > 7 || count > length - 1) return false;
  for (unsigned i = 0; i < count; i++) link->received[i] = data[i + 1];
  link->count = count;
  link->expected = 0;
  return true;
}

static void receive_first(isotp *link, const uint8_t *data, unsigned length) {
  const uint32_t expected = (data[0] & 15u) << 8 | data[1];
  if (length < 8 || expected < 8) return;
  link->expected = 0;
  link->flow = TOO_LONG;
  if (expected > ISOTP_CAPACITY) return;
  for (unsigned i = 0; i < 6; i++) link->received[i] = data[i + 2];
  link->count = 6;
  link->expected = expected;
  link->sequence = 1;
  link->in_block = 0;
  link->receive_age = 0;
  link->flow = GO_ON;
}

static bool receive_consecutive(isotp *link, const uint8_t *data, unsigned length) {
  if (link->expected == 0) return false;
  const uint32_t count = least(7, link->expected - link->count);
  if ((data[0] & 15) != link->sequence || length - 1 < count) {
    link->expected = 0;
    return false;
  }
  for (uint32_t i = 0; i < count; i++) link->received[link->count + i] = data[i + 1];
  link->count += count;
  link->sequence = (link->sequence + 1) & 15;
  link->receive_age = 0;
  if (link->count == link->expected) {
    link->expected = 0;
    return true;
  }
  if (++link->in_block == BLOCK_SIZE) {
    link->in_block = 0;
    link->flow = GO_ON;
  }
  return false;
}

static uint32_t separation_of(uint8_t code) {
  if (code <= 0x7F) return code * 1000u;
  return code >= 0xF1 && code <= 0xF9 ? (code - 0xF0u) * 100u : 127000u;
}

static void receive_flow(isotp *link, const uint8_t *data) {
  if (link->phase != WAITING) return;
  const unsigned status = data[0] & 15u;
  if (status == 0) {
    link->block_left = data[1] == 0 ? ALL : data[1];
    link->separation = separation_of(data[2]);
    link->since = link->separation;
    link->waits = 0;
    link->phase = SENDING;
  } else if (status == 1 && ++link->waits <= MOST_WAITS) {
    link->since = 0;
  } else {
    link->phase = IDLE;
  }
}

bool isotp_receive(isotp *link, const uint8_t *data, unsigned length) {
  if (length < 1) return false;
  switch (data[0] >> 4) {
    case 0: return receive_single(link, data, length);
    case 1: receive_first(link, data, length); return false;
    case 2: return receive_consecutive(link, data, length);
    case 3: if (length >= 3) receive_flow(link, data); return false;
    default: return false;
  }
}

bool isotp_send(isotp *link, const uint8_t *message, uint32_t length) {
  if (link->phase != IDLE || length < 1 || length > ISOTP_CAPACITY) return false;
  for (uint32_t i = 0; i < length; i++) link->sending[i] = message[i];
  link->length = length;
  link->done = 0;
  link->phase = BEGUN;
  return true;
}

bool isotp_is_sending(const isotp *link) {
  return link->phase != IDLE;
}

static void fill(uint8_t *frame) {
  for (unsigned i = 0; i < 8; i++) frame[i] = PADDING;
}

static void send_flow(isotp *link) {
  uint8_t frame[8];
  fill(frame);
  frame[0] = link->flow == GO_ON ? 0x30 : 0x32;
  frame[1] = BLOCK_SIZE;
  frame[2] = SEPARATION_CODE;
  link->flow = NO_FLOW;
  isotp_send_frame(frame);
}

static void send_beginning(isotp *link) {
  uint8_t frame[8];
  fill(frame);
  const bool is_single = link->length <= 7;
  frame[0] = (uint8_t)(is_single ? link->length : 0x10 | link->length >> 8);
  if (!is_single) frame[1] = (uint8_t)link->length;
  const uint32_t head = is_single ? 1 : 2;
  const uint32_t count = least(link->length, 8 - head);
  for (uint32_t i = 0; i < count; i++) frame[head + i] = link->sending[i];
  link->done = count;
  link->send_sequence = 1;
  link->since = 0;
  link->waits = 0;
  link->phase = is_single ? IDLE : WAITING;
  isotp_send_frame(frame);
}

static void send_consecutive(isotp *link) {
  for (unsigned n = 0; n < MOST_PER_STEP && link->phase == SENDING && link->since >= link->separation; n++) {
    uint8_t frame[8];
    link->since = 0;
    const uint32_t count = least(7, link->length - link->done);
    fill(frame);
    frame[0] = (uint8_t)(0x20 | link->send_sequence);
    for (uint32_t i = 0; i < count; i++) frame[1 + i] = link->sending[link->done + i];
    link->done += count;
    link->send_sequence = (link->send_sequence + 1) & 15;
    isotp_send_frame(frame);
    if (link->done == link->length) {
      link->phase = IDLE;
    } else if (link->block_left != ALL && --link->block_left == 0) {
      link->phase = WAITING;
      link->since = 0;
    }
  }
}

void isotp_step(isotp *link, uint32_t elapsed_us) {
  if (link->expected > 0) {
    link->receive_age += elapsed_us;
    if (link->receive_age > TIME_OUT_US) link->expected = 0;
  }
  if (link->flow != NO_FLOW) send_flow(link);
  if (link->phase == BEGUN) {
    send_beginning(link);
  } else if (link->phase == WAITING) {
    link->since += elapsed_us;
    if (link->since > TIME_OUT_US) link->phase = IDLE;
  } else if (link->phase == SENDING) {
    link->since += elapsed_us;
    send_consecutive(link);
  }
}
