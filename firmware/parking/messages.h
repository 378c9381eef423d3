/* Messages from the computer that plans, in the bytes that SPI carries, little-endian:
 *
 *   5A, type (u8), counter (u8), length of the data (u8), data, CRC-16/CCITT (u16) over all from the type on
 *
 *   01  odometry     u64 sensor stamp [us], u64 host stamp [us], f32 x, y [m], yaw [rad], speed [m/s], yaw rate [rad/s], u8 flags (1: stop)
 *   02  trajectory   u32 identifier, u16 points of all, u16 the first one here, u8 points here, each f32 x, y [m], yaw [rad], curvature [1/m], speed [m/s]
 *   03  map          u64 sensor stamp of its newest picture [us], u64 host stamp [us], u16 slots, u16 obstacles, u32 identifier of the chosen slot
 *
 * What is damaged or cut off is passed over, and reading begins anew at the next start byte. src/control/parking/spi-messages.ts is the same. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

enum { MESSAGE_HEAD = 4, MESSAGE_TAIL = 2, LONGEST_MESSAGE = MESSAGE_HEAD + 255 + MESSAGE_TAIL };
enum { ODOMETRY = 1, TRAJECTORY = 2, MAP = 3 };
enum { ODOMETRY_LENGTH = 37, MAP_LENGTH = 24, TRAJECTORY_HEAD = 9, POINT_LENGTH = 20 };

typedef struct {
  uint8_t bytes[LONGEST_MESSAGE];
  unsigned count;
} message_reader;

/* Takes in a byte; whether a message is whole with it, which is then in `bytes` until the next byte. */
bool message_hear(message_reader *reader, uint8_t byte);

#endif
