/* CAN frames as lines of text on a serial line: the ASCII protocol of Lawicel's CAN232.
 *
 *   tIIILDD…  TIIIIIIIILDD…   data frame with 11 or 29 bits of identifier      O  open    Sn  bit rate    V  version
 *   rIIIL     RIIIIIIIIL      remote frame                                     C  close               N  serial number
 *
 * A line ends with CR. CR answers what was done, BEL what was not understood. While it is closed, no frame goes either way. */
#ifndef SLCAN_H
#define SLCAN_H

#include "can.h"

/* At power-up: closed, and nothing begun. */
void slcan_reset(void);

/* A byte from the serial line. A frame that is complete with it goes to slcan_received. */
void slcan_receive_byte(uint8_t byte);

/* Writes a frame to the serial line. */
void slcan_send(const can_frame *frame);

bool slcan_is_open(void);

/* What a port has to have. */
void slcan_received(const can_frame *frame);
void serial_write(const char *bytes, unsigned count);

#endif
