#define _POSIX_C_SOURCE 200809L
/* The controller as a program of this machine: slcan on standard input and output, its own clock from the operating system. */
#include "../common/application.h"
#include "../common/bench.h"
#include "../common/slcan.h"
#include <poll.h>
#include <time.h>
#include <unistd.h>

static char outgoing[65536];
static unsigned outgoing_length;

static void flush(void) {
  for (unsigned done = 0; done < outgoing_length;) {
    const ssize_t count = write(STDOUT_FILENO, outgoing + done, outgoing_length - done);
    if (count <= 0) _exit(1);
    done += (unsigned)count;
  }
  outgoing_length = 0;
}

void serial_write(const char *bytes, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (outgoing_length == sizeof outgoing) flush();
    outgoing[outgoing_length++] = bytes[i];
  }
}

void can_send(const can_frame *frame) {
  slcan_send(frame);
}

void slcan_received(const can_frame *frame) {
  bench_receive(frame);
}

static int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int main(void) {
  slcan_reset();
  bench_reset();
  int64_t due = now_us() + APPLICATION_PERIOD_US;
  for (;;) {
    const int64_t left = due - now_us();
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    const int ready = poll(&input, 1, left <= 0 ? 0 : (int)((left + 999) / 1000));
    if (ready > 0) {
      uint8_t bytes[4096];
      const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
      if (count <= 0) return 0; /* nobody is there any more */
      for (ssize_t i = 0; i < count; i++) slcan_receive_byte(bytes[i]);
    }
    while (now_us() >= due) {
      due += APPLICATION_PERIOD_US;
      if (slcan_is_open()) bench_tick(APPLICATION_PERIOD_US);
    }
    flush();
  }
}
