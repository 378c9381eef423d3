#include "uds.h"
#include <stddef.h>

enum { SESSION_TIME_OUT_US = 5000000, LOCK_US = 10000000, SELF_TEST_US = 500000, MOST_ATTEMPTS = 3 };
enum { FAILING = 0x01, CONFIRMED = 0x08, KNOWN_STATUS = FAILING | CONFIRMED };
#define FIRST_RANDOM 0x2545F491u

enum refusal {
  SERVICE_NOT_SUPPORTED = 0x11, SUBFUNCTION_NOT_SUPPORTED = 0x12, INCORRECT_LENGTH = 0x13, CONDITIONS_NOT_CORRECT = 0x22,
  SEQUENCE_ERROR = 0x24, OUT_OF_RANGE = 0x31, ACCESS_DENIED = 0x33, INVALID_KEY = 0x35, TOO_MANY_ATTEMPTS = 0x36,
  DELAY_NOT_EXPIRED = 0x37, NOT_IN_THIS_SESSION = 0x7F
};

static const uint32_t codes[UDS_FAULTS] = { 0xC12200, 0xC41568 };

static struct {
  uint8_t session;
  uint32_t session_age;    /* since the last request [us] */
  bool is_unlocked;
  uint32_t random, seed;
  bool is_seed_out;
  uint8_t attempts;
  uint32_t lock_left;      /* until security is answered again [us] */
  uint8_t faults[UDS_FAULTS];
  uint8_t self_test;       /* 0 never started, 1 running, 2 passed, 3 failed */
  uint32_t self_test_left; /* [us] */
  uint8_t reset;           /* subfunction of a reset that follows the answer; 0 for none */
  uint32_t up_time_us;
  int16_t speed;           /* [0.005 m/s] */
  uint16_t circumference;  /* [mm] */
} server;

static void enter_session(uint8_t session) {
  server.session = session;
  server.session_age = 0;
  server.is_unlocked = false;
  server.is_seed_out = false;
}

static void begin(void) {
  enter_session(1);
  server.seed = 0;
  server.attempts = 0;
  server.lock_left = 0;
  server.self_test = 0;
  server.self_test_left = 0;
  server.reset = 0;
  server.up_time_us = 0;
  server.speed = 0;
}

void uds_power_up(void) {
  begin();
  server.random = FIRST_RANDOM;
  server.circumference = 1985;
  for (unsigned i = 0; i < UDS_FAULTS; i++) server.faults[i] = 0;
}

void uds_restart(void) {
  begin();
  for (unsigned i = 0; i < UDS_FAULTS; i++) server.faults[i] &= CONFIRMED;
}

void uds_note_fault(enum uds_fault fault, bool is_there) {
  if (is_there) server.faults[fault] |= KNOWN_STATUS;
  else server.faults[fault] &= (uint8_t)~FAILING;
}

void uds_set_speed(int16_t speed) {
  server.speed = speed;
}

bool uds_is_reset_wanted(void) {
  return server.reset != 0;
}

static uint32_t lessened(uint32_t value, uint32_t by) {
  return value > by ? value - by : 0;
}

static bool is_any_failing(void) {
  for (unsigned i = 0; i < UDS_FAULTS; i++)
    if (server.faults[i] & FAILING) return true;
  return false;
}

void uds_step(uint32_t elapsed_us) {
  server.up_time_us += elapsed_us;
  server.lock_left = lessened(server.lock_left, elapsed_us);
  if (server.session != 1) {
    server.session_age += elapsed_us;
    if (server.session_age > SESSION_TIME_OUT_US) enter_session(1);
  }
  if (server.self_test == 1) {
    server.self_test_left = lessened(server.self_test_left, elapsed_us);
    if (server.self_test_left == 0) server.self_test = is_any_failing() ? 3 : 2;
  }
}

/* The rest of an answer as it grows. */
typedef struct {
  uint8_t *bytes;
  uint32_t length;
} writer;

static void put(writer *out, uint32_t byte) {
  out->bytes[out->length++] = (uint8_t)byte;
}

static void put_word(writer *out, uint32_t value) {
  put(out, value >> 8);
  put(out, value);
}

static void put_long_word(writer *out, uint32_t value) {
  put_word(out, value >> 16);
  put_word(out, value);
}

static void put_text(writer *out, const char *text) {
  for (; *text != 0; text++) put(out, (uint8_t)*text);
}

static uint32_t word_at(const uint8_t *at) {
  return (uint32_t)at[0] << 8 | at[1];
}

/* Each returns 0, or why there is no positive answer. */
typedef unsigned service(const uint8_t *request, uint32_t length, writer *out);

static unsigned session_control(const uint8_t *request, uint32_t length, writer *out) {
  if (length != 2) return INCORRECT_LENGTH;
  const uint8_t session = request[1] & 0x7F;
  if (session < 1 || session > 3) return SUBFUNCTION_NOT_SUPPORTED;
  if (session == 2 && server.speed != 0) return CONDITIONS_NOT_CORRECT; /* a car that drives is not programmed */
  enter_session(session);
  put(out, session);
  put_word(out, 50);  /* P2 [ms] */
  put_word(out, 500); /* P2* [10 ms] */
  return 0;
}

static unsigned ecu_reset(const uint8_t *request, uint32_t length, writer *out) {
  if (length != 2) return INCORRECT_LENGTH;
  const uint8_t kind = request[1] & 0x7F;
  if (kind != 1 && kind != 3) return SUBFUNCTION_NOT_SUPPORTED;
  server.reset = kind;
  put(out, kind);
  return 0;
}

static unsigned clear_faults(const uint8_t *request, uint32_t length, writer *out) {
  (void)out;
  if (length != 4) return INCORRECT_LENGTH;
  const uint32_t group = (uint32_t)request[1] << 16 | word_at(request + 2);
  bool is_known = group == 0xFFFFFF;
  for (unsigned i = 0; i < UDS_FAULTS; i++) is_known = is_known || codes[i] == group;
  if (!is_known) return OUT_OF_RANGE;
  for (unsigned i = 0; i < UDS_FAULTS; i++)
    if (group == 0xFFFFFF || codes[i] == group) server.faults[i] = 0;
  return 0;
}

static unsigned read_faults(const uint8_t *request, uint32_t length, writer *out) {
  if (length < 2) return INCORRECT_LENGTH;
  const uint8_t kind = request[1] & 0x7F;
  if (kind != 0x01 && kind != 0x02 && kind != 0x0A) return SUBFUNCTION_NOT_SUPPORTED;
  if (length != (kind == 0x0A ? 2u : 3u)) return INCORRECT_LENGTH;
  const uint8_t mask = kind == 0x0A ? 0 : request[2] & KNOWN_STATUS;
  put(out, kind);
  put(out, KNOWN_STATUS);
  unsigned count = 0;
  for (unsigned i = 0; i < UDS_FAULTS; i++) {
    if (kind != 0x0A && (server.faults[i] & mask) == 0) continue;
    count++;
    if (kind == 0x01) continue;
    put(out, codes[i] >> 16);
    put_word(out, codes[i]);
    put(out, server.faults[i]);
  }
  if (kind == 0x01) {
    put(out, 0x01); /* ISO 14229-1 format of codes */
    put_word(out, count);
  }
  return 0;
}

static bool put_data(uint32_t identifier, writer *out) {
  const uint32_t start = out->length;
  put_word(out, identifier);
  switch (identifier) {
    case 0xF186: put(out, server.session); return true;
    case 0xF18C: put_text(out, "0001"); return true;
    case 0xF190: put_text(out, "SKIDPAD0000000001"); return true;
    case 0xF195: put_text(out, "1.0.0"); return true;
    case 0x0100: put_word(out, (uint16_t)server.speed); return true;
    case 0x0101: put_long_word(out, server.up_time_us / 1000); return true;
    case 0x0200: put_word(out, server.circumference); return true;
    default: out->length = start; return false;
  }
}

static unsigned read_data(const uint8_t *request, uint32_t length, writer *out) {
  if (length < 3 || length % 2 == 0 || length > 15) return INCORRECT_LENGTH;
  bool is_any = false;
  for (uint32_t i = 1; i < length; i += 2) is_any = put_data(word_at(request + i), out) || is_any;
  return is_any ? 0 : OUT_OF_RANGE;
}

static uint32_t key_of(uint32_t seed) {
  const uint32_t mixed = seed ^ 0x5BD1E995u;
  return (mixed << 7 | mixed >> 25) + 0x01234567u;
}

static uint32_t next_seed(void) {
  server.random ^= server.random << 13;
  server.random ^= server.random >> 17;
  server.random ^= server.random << 5;
  return server.random;
}

static unsigned security_access(const uint8_t *request, uint32_t length, writer *out) {
  if (server.session == 1) return NOT_IN_THIS_SESSION;
  if (length < 2) return INCORRECT_LENGTH;
  const uint8_t kind = request[1] & 0x7F;
  if (kind != 1 && kind != 2) return SUBFUNCTION_NOT_SUPPORTED;
  if (length != (kind == 1 ? 2u : 6u)) return INCORRECT_LENGTH;
  if (server.lock_left > 0) return DELAY_NOT_EXPIRED;
  if (kind == 1) {
    put(out, kind);
    if (!server.is_unlocked) {
      server.seed = next_seed();
      server.is_seed_out = true;
    }
    put_long_word(out, server.is_unlocked ? 0 : server.seed);
    return 0;
  }
  if (!server.is_seed_out) return SEQUENCE_ERROR;
  server.is_seed_out = false;
  if ((word_at(request + 2) << 16 | word_at(request + 4)) == key_of(server.seed)) {
    server.is_unlocked = true;
    server.attempts = 0;
    put(out, kind);
    return 0;
  }
  if (++server.attempts < MOST_ATTEMPTS) return INVALID_KEY;
  server.attempts = 0;
  server.lock_left = LOCK_US;
  return TOO_MANY_ATTEMPTS;
}

static unsigned write_data(const uint8_t *request, uint32_t length, writer *out) {
  if (length < 4) return INCORRECT_LENGTH;
  if (word_at(request + 1) != 0x0200) return OUT_OF_RANGE;
  if (server.session == 1) return NOT_IN_THIS_SESSION;
  if (length != 5) return INCORRECT_LENGTH;
  if (!server.is_unlocked) return ACCESS_DENIED;
  const uint32_t value = word_at(request + 3);
  if (value < 1000 || value > 3000) return OUT_OF_RANGE;
  server.circumference = (uint16_t)value;
  put_word(out, 0x0200);
  return 0;
}

static unsigned routine_control(const uint8_t *request, uint32_t length, writer *out) {
  if (length != 4) return INCORRECT_LENGTH;
  const uint8_t kind = request[1] & 0x7F;
  if (kind < 1 || kind > 3) return SUBFUNCTION_NOT_SUPPORTED;
  if (word_at(request + 2) != 0x0203) return OUT_OF_RANGE;
  if (kind == 1) {
    server.self_test = 1;
    server.self_test_left = SELF_TEST_US;
  } else if (server.self_test == 0 || (kind == 2 && server.self_test != 1)) {
    return SEQUENCE_ERROR;
  }
  if (kind == 2) server.self_test = 0;
  put(out, kind);
  put_word(out, 0x0203);
  if (kind == 3) put(out, server.self_test);
  return 0;
}

static unsigned tester_present(const uint8_t *request, uint32_t length, writer *out) {
  if (length != 2) return INCORRECT_LENGTH;
  if ((request[1] & 0x7F) != 0) return SUBFUNCTION_NOT_SUPPORTED;
  put(out, 0);
  return 0;
}

static const struct {
  uint8_t id;
  bool has_subfunction;
  service *serve;
} services[] = {
  { 0x10, true, session_control }, { 0x11, true, ecu_reset },  { 0x14, false, clear_faults },
  { 0x19, true, read_faults },     { 0x22, false, read_data }, { 0x27, true, security_access },
  { 0x2E, false, write_data },     { 0x31, true, routine_control }, { 0x3E, true, tester_present },
};

/* Whoever was asked among others says nothing where it does not know what is asked for. */
static bool is_quiet(unsigned why) {
  return why == SERVICE_NOT_SUPPORTED || why == SUBFUNCTION_NOT_SUPPORTED || why == OUT_OF_RANGE || why == NOT_IN_THIS_SESSION;
}

uint32_t uds_answer(const uint8_t *request, uint32_t length, bool is_functional, uint8_t *answer) {
  server.session_age = 0;
  unsigned why = SERVICE_NOT_SUPPORTED;
  writer out = { answer, 1 };
  for (size_t i = 0; i < sizeof services / sizeof *services; i++) {
    if (services[i].id != request[0]) continue;
    why = services[i].serve(request, length, &out);
    if (why == 0 && services[i].has_subfunction && request[1] & 0x80) return 0;
  }
  if (why == 0) {
    answer[0] = (uint8_t)(request[0] + 0x40);
    return out.length;
  }
  if (is_functional && is_quiet(why)) return 0;
  answer[0] = 0x7F;
  answer[1] = request[0];
  answer[2] = (uint8_t)why;
  return 3;
}
