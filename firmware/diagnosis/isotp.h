/* Long messages over CAN: ISO 15765-2 with normal addressing and classic frames of eight bytes. The model of it, with the layout of the
 * frames, is src/bus/uds/iso-tp.ts; the same bits. */
#ifndef ISOTP_H
#define ISOTP_H

#include <stdbool.h>
#include <stdint.h>

enum { ISOTP_CAPACITY = 512 };

typedef struct {
  uint8_t received[ISOTP_CAPACITY];
  uint32_t count;       /* bytes that are there */
  uint32_t expected;    /* bytes of the message that is coming in; 0 when none is */
  uint8_t sequence;
  uint8_t in_block;
  uint32_t receive_age; /* [us] */
  uint8_t flow;         /* what flow control is to be sent */

  uint8_t sending[ISOTP_CAPACITY];
  uint32_t length;
  uint32_t done;
  uint8_t send_sequence;
  uint8_t phase;
  int32_t block_left;
  uint32_t separation;  /* between consecutive frames [us] */
  uint32_t since;       /* since the last of them, or the last sign of the other side [us] */
  uint8_t waits;
} isotp;

/* Nothing is on its way. */
void isotp_reset(isotp *link);

/* A frame of the other side. True when `received` holds a whole message of `count` bytes. */
bool isotp_receive(isotp *link, const uint8_t *data, unsigned length);

/* Begins to send; false when it is too long, empty, or another message is on its way. */
bool isotp_send(isotp *link, const uint8_t *message, uint32_t length);

bool isotp_is_sending(const isotp *link);

/* Time goes on, and what is due is sent. */
void isotp_step(isotp *link, uint32_t elapsed_us);

/* What the application has to have: eight bytes to the other side. */
void isotp_send_frame(const uint8_t *data);

#endif
