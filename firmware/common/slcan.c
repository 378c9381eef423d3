#include "slcan.h"

/* The longest line: letter, eight digits of identifier, length, sixteen digits of data. */
enum { LONGEST_LINE = 26 };
static const char DIGITS[] = "0123456789ABCDEF";

static char line[LONGEST_LINE];
static unsigned line_length;
static bool is_too_long;
static bool is_open;

void slcan_reset(void) {
  line_length = 0;
  is_too_long = is_open = false;
}

bool slcan_is_open(void) {
  return is_open;
}

/* The value of so many digits; negative when one of them is none. */
static int64_t read_hex(const char *at, unsigned digits) {
  int64_t value = 0;
  for (unsigned i = 0; i < digits; i++) {
    const char c = at[i];
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

static char *write_hex(char *at, uint32_t value, unsigned digits) {
  for (unsigned i = 0; i < digits; i++) at[i] = DIGITS[value >> 4 * (digits - 1 - i) & 15];
  return at + digits;
}

static bool read_frame(can_frame *frame) {
  const char letter = line[0];
  frame->is_extended = letter == 'T' || letter == 'R';
  frame->is_remote = letter == 'r' || letter == 'R';
  const unsigned id_digits = frame->is_extended ? 8 : 3;
  const unsigned data_at = 2 + id_digits;
  if (line_length < data_at) return false;
  const int64_t id = read_hex(line + 1, id_digits);
  const int64_t length = read_hex(line + 1 + id_digits, 1);
  if (id < 0 || id > (frame->is_extended ? 0x1FFFFFFF : 0x7FF) || length < 0 || length > CAN_MAX_LENGTH) return false;
  frame->id = (uint32_t)id;
  frame->length = (uint8_t)length;
  const unsigned bytes = frame->is_remote ? 0 : frame->length;
  if (line_length != data_at + 2 * bytes) return false;
  for (unsigned i = 0; i < CAN_MAX_LENGTH; i++) {
    const int64_t byte = i < bytes ? read_hex(line + data_at + 2 * i, 2) : 0;
    if (byte < 0) return false;
    frame->data[i] = (uint8_t)byte;
  }
  return true;
}

static void done(void) {
  serial_write("\r", 1);
}

static void refuse(void) {
  serial_write("\a", 1);
}

static void set_open(bool wanted) {
  is_open = wanted;
  done();
}

static void transmit(void) {
  can_frame frame;
  if (!is_open || !read_frame(&frame)) return refuse();
  done();
  slcan_received(&frame);
}

static void obey(void) {
  switch (line[0]) {
    case 't': case 'T': case 'r': case 'R': return transmit();
    case 'O': return set_open(true);
    case 'C': return set_open(false);
    case 'S': return line_length == 2 && line[1] >= '0' && line[1] <= '8' ? done() : refuse();
    case 'V': return serial_write("V0100\r", 6);
    case 'N': return serial_write("NSKID\r", 6);
    default: return refuse();
  }
}

void slcan_receive_byte(uint8_t byte) {
  if (byte != '\r') {
    if (line_length < LONGEST_LINE) line[line_length++] = (char)byte;
    else is_too_long = true;
    return;
  }
  if (is_too_long) refuse();
  else if (line_length > 0) obey();
  line_length = 0;
  is_too_long = false;
}

void slcan_send(const can_frame *frame) {
  char text[LONGEST_LINE + 1];
  if (!is_open) return;
  char *end = text;
  *end++ = frame->is_remote ? (frame->is_extended ? 'R' : 'r') : frame->is_extended ? 'T' : 't';
  end = write_hex(end, frame->id, frame->is_extended ? 8 : 3);
  end = write_hex(end, frame->length, 1);
  for (unsigned i = 0; i < frame->length && !frame->is_remote; i++) end = write_hex(end, frame->data[i], 2);
  *end++ = '\r';
  serial_write(text, (unsigned)(end - text));
}
