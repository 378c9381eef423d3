/* A classic CAN frame, and the little-endian numbers in its data. */
#ifndef CAN_H
#define CAN_H

#include <stdbool.h>
#include <stdint.h>

enum { CAN_MAX_LENGTH = 8 };

typedef struct {
  uint32_t id;       /* 11 bits, or 29 where it is extended */
  bool is_extended;
  bool is_remote;
  uint8_t length;    /* bytes of data; of a remote frame, how many are asked for */
  uint8_t data[CAN_MAX_LENGTH];
} can_frame;

/* Hands a frame to whatever the controller is connected with. Every port has its own. */
void can_send(const can_frame *frame);

static inline uint16_t load_u16(const uint8_t *at) {
  return (uint16_t)(at[0] | at[1] << 8);
}

static inline int16_t load_i16(const uint8_t *at) {
  const uint16_t bits = load_u16(at);
  return (int16_t)(bits < 0x8000u ? bits : (int32_t)bits - 0x10000);
}

static inline uint32_t load_u32(const uint8_t *at) {
  return load_u16(at) | (uint32_t)load_u16(at + 2) << 16;
}

static inline float load_f32(const uint8_t *at) {
  union { uint32_t bits; float value; } number = { load_u32(at) };
  return number.value;
}

static inline void store_u16(uint8_t *at, uint16_t value) {
  at[0] = (uint8_t)value;
  at[1] = (uint8_t)(value >> 8);
}

static inline void store_u32(uint8_t *at, uint32_t value) {
  store_u16(at, (uint16_t)value);
  store_u16(at + 2, (uint16_t)(value >> 16));
}

#endif
