/* CRC-8 of SAE J1850: polynomial 0x1D, start 0xFF, final XOR 0xFF. "123456789" gives 0x4B. */
#ifndef CRC8_H
#define CRC8_H

#include <stdint.h>

static inline uint8_t crc8_j1850(const uint8_t *bytes, unsigned count) {
  uint8_t crc = 0xFF;
  for (unsigned i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (unsigned bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x1D : crc << 1);
  }
  return crc ^ 0xFF;
}

#endif
