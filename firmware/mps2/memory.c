/* What a compiler may call on its own to fill and copy records; there is no library. Volatile, so that it does not make of them calls of themselves. */
#include <stddef.h>
#include <stdint.h>

void *memset(void *target, int value, size_t count) {
  volatile uint8_t *to = target;
  for (size_t i = 0; i < count; i++) to[i] = (uint8_t)value;
  return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  volatile uint8_t *to = target;
  const uint8_t *from = source;
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  return target;
}
