#include "messages.h"

enum { START = 0x5A };

static uint16_t crc16_ccitt(const uint8_t *bytes, unsigned count) {
  uint16_t crc = 0xFFFF;
  for (unsigned i = 0; i < count; i++) {
    crc = (uint16_t)(crc ^ bytes[i] << 8);
    for (unsigned bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  return crc;
}

static unsigned whole_length(const message_reader *reader) {
  return MESSAGE_HEAD + reader->bytes[3] + MESSAGE_TAIL;
}

static bool is_whole(const message_reader *reader) {
  return reader->count >= MESSAGE_HEAD + MESSAGE_TAIL && reader->count == whole_length(reader);
}

/* Whether these bytes may begin a message; a whole one has its checksum. */
static bool is_possible(const message_reader *reader) {
  const uint8_t *bytes = reader->bytes;
  const unsigned count = reader->count;
  if (bytes[0] != START) return false;
  if (!is_whole(reader)) return count < MESSAGE_HEAD || count < whole_length(reader);
  return crc16_ccitt(bytes + 1, count - 1 - MESSAGE_TAIL) == (bytes[count - 2] | bytes[count - 1] << 8);
}

bool message_hear(message_reader *reader, uint8_t byte) {
  if (is_whole(reader)) reader->count = 0;
  reader->bytes[reader->count++] = byte;
  while (reader->count > 0 && !is_possible(reader)) {
    for (unsigned i = 1; i < reader->count; i++) reader->bytes[i - 1] = reader->bytes[i];
    reader->count--;
  }
  return is_whole(reader);
}
